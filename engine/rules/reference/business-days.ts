import { at, numberAt } from '../../base/at.ts'
import { dayNumber, parseDate } from '../../base/date.ts'
import { type Calendar, weekdays } from '../language/language.ts'

interface BusinessDays {
  /** The first and last day that the calendar knows, as day numbers: it knows whole years. */
  readonly first: number
  readonly last: number
  /**
   * Business days after `from` up to `to`, negative where `to` is earlier. Undefined where the calendar does not know
   * both. O(1).
   */
  between(from: number, to: number): number | undefined
  /**
   * The first and last known day whose distance from `from` is within the bounds; undefined where there is none. O(1).
   */
  reached(
    from: number,
    bounds: { readonly from: number; readonly to: number },
  ): { readonly from: number; readonly to: number } | undefined
}

/** The years of the first and the last holiday. Requires a holiday. */
export function yearsOf({ holidays }: Calendar): { readonly from: number; readonly to: number } {
  return { from: yearOf(at(holidays, 0)), to: yearOf(at(holidays, holidays.length - 1)) }
}

export const yearOf = (date: string): number => Number(date.slice(0, 4))

/** O(days of the calendar's years), 8 bytes a day. */
export function businessDaysOf(calendar: Calendar): BusinessDays {
  const years = yearsOf(calendar)
  const first = known(dayNumber(years.from, 1, 1))
  const last = known(dayNumber(years.to, 12, 31))
  const holidays = new Set(calendar.holidays.map((date) => known(parseDate(date))))
  const weekend = new Set(calendar.weekend.map((name) => weekdays.indexOf(name)))
  /** The number of business days up to each day, and the business days in order. */
  const countUpTo = new Int32Array(last - first + 1)
  const businessDays: number[] = []
  for (let day = first; day <= last; day++) {
    if (!weekend.has(weekdayOf(day)) && !holidays.has(day)) businessDays.push(day)
    countUpTo[day - first] = businessDays.length
  }
  const isKnown = (day: number): boolean => day >= first && day <= last
  const countAt = (day: number): number => numberAt(countUpTo, day - first)
  return {
    first,
    last,
    between: (from, to) => (isKnown(from) && isKnown(to) ? countAt(to) - countAt(from) : undefined),
    reached(from, bounds) {
      if (!isKnown(from)) return undefined
      const [least, most] = [countAt(from) + bounds.from, countAt(from) + bounds.to]
      if (most < 0 || least > businessDays.length) return undefined
      return {
        from: least <= 0 ? first : at(businessDays, least - 1),
        to: most >= businessDays.length ? last : at(businessDays, most) - 1,
      }
    },
  }
}

/** 0 is Monday. Day 0, 1970-01-01, was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

function known(day: number | undefined): number {
  if (day === undefined) throw new TypeError('The days of an effective calendar are days')
  return day
}
