import { dayNumber } from '../base/date.ts'

/** A date of a format that writes years with two digits. */
export interface ShortDate {
  /** Days since 1970-01-01. */
  readonly days: number
  /** Whether the month has no such day, as 30 February, and its last day stands in. */
  readonly isClamped: boolean
}

/** The date written `YYMMDD`, of the years 1980 to 2079; undefined where that is no date. */
export function parseShortDate(text: string): ShortDate | undefined {
  return text.length === 6 ? clampedDate(yearOf(text), text.slice(2)) : undefined
}

/**
 * The date written `MMDD` in the year that brings it nearest to the date `near`, which is written `YYMMDD`. Banks book
 * around the turn of the year. Undefined where that is no date.
 */
export function nearestDate(monthDay: string, near: string): ShortDate | undefined {
  const reference = parseShortDate(near)
  if (reference === undefined || near.endsWith(monthDay)) return reference
  const year = yearOf(near)
  const dates = [year, year - 1, year + 1].flatMap((each) => clampedDate(each, monthDay) ?? [])
  const distanceOf = ({ days }: ShortDate) => Math.abs(days - reference.days)
  return dates.toSorted((left, right) => distanceOf(left) - distanceOf(right))[0]
}

/** The year of a date written `YYMMDD`; not a number where its first two characters are no digits. */
function yearOf(text: string): number {
  const year = Number(text.slice(0, 2))
  return year < 80 ? 2000 + year : 1900 + year
}

function clampedDate(year: number, monthDay: string): ShortDate | undefined {
  const [month, day] = [Number(monthDay.slice(0, 2)), Number(monthDay.slice(2))]
  if (!(year > 0 && month > 0 && day > 0 && day <= 31)) return undefined
  for (let last = day; last >= 28; last--) {
    const days = dayNumber(year, month, last)
    if (days !== undefined) return { days, isClamped: last !== day }
  }
  const days = dayNumber(year, month, day)
  return days === undefined ? undefined : { days, isClamped: false }
}
