import { dayNumber } from '../../base/date.ts'

export interface ShortDate {
  /** Days since 1970-01-01. */
  readonly days: number
  /** Whether the day does not exist in its month, as 30 February, and was replaced by the last day of the month. */
  readonly isClamped: boolean
}

/** `YYMMDD` of the years 1980 to 2079. Requires six digits; undefined where they are no date. */
export function parseShortDate(text: string): ShortDate | undefined {
  const digits = Number(text)
  return dateOf(yearOf(digits), Math.floor(digits / 100) % 100, digits % 100)
}

/** Reads `MMDD` in the year that is nearest to `reference`: a booking may be in another year than the value date. */
export function nearestDate(monthDay: string, near: string, reference: ShortDate): ShortDate | undefined {
  if (near.endsWith(monthDay)) return reference
  const [year, digits] = [yearOf(Number(near)), Number(monthDay)]
  const month = Math.floor(digits / 100)
  const dates = [year, year - 1, year + 1].flatMap((each) => dateOf(each, month, digits % 100) ?? [])
  const distanceOf = ({ days }: ShortDate) => Math.abs(days - reference.days)
  return dates.reduce<ShortDate | undefined>(
    (best, date) => (best === undefined || distanceOf(date) < distanceOf(best) ? date : best),
    undefined,
  )
}

const yearOf = (digits: number): number => {
  const year = Math.floor(digits / 10_000)
  return year < 80 ? 2000 + year : 1900 + year
}

function dateOf(year: number, month: number, day: number): ShortDate | undefined {
  const days = dayNumber(year, month, day)
  if (days !== undefined) return { days, isClamped: false }
  if (day < 29 || day > 31) return undefined
  const last = dayNumber(year, month, 30) ?? dayNumber(year, month, 29) ?? dayNumber(year, month, 28)
  return last === undefined ? undefined : { days: last, isClamped: true }
}
