import { formatDate, parseDate } from '@tallystick/engine/base'
import type { Calendar } from '@tallystick/schema/reconciliation'

/** The stretch of days that a calendar proposes. Days are `YYYY-MM-DD`. */

interface NamedDays {
  readonly name: string
  readonly last: string
}

/** The name and last day of the unit of the calendar that has the day; undefined for days of one’s own. */
export const unitOf = (calendar: Calendar, first: string): NamedDays | undefined => units[calendar](first)

const units: { readonly [calendar in Calendar]: (first: string) => NamedDays | undefined } = {
  day: (first) => ({ name: first, last: first }),
  week(first) {
    const day = dayOf(first)
    const monday = day - weekdayOf(day)
    // ISO 8601: a week belongs to the year of its Thursday.
    const year = formatDate(monday + 3).slice(0, 4)
    const number = Math.floor((monday + 3 - dayOf(`${year}-01-01`)) / 7) + 1
    return { name: `${year}-W${String(number).padStart(2, '0')}`, last: formatDate(monday + 6) }
  },
  month(first) {
    const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
    const next =
      month === 12 ? `${String(year + 1).padStart(4, '0')}-01-01` : `${first.slice(0, 5)}${twoDigits(month + 1)}-01`
    return { name: first.slice(0, 7), last: formatDate(dayOf(next) - 1) }
  },
  own: () => undefined,
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

export const dayAfter = (day: string): string => formatDate(dayOf(day) + 1)

/** 0 for Monday. 1970-01-01, the day 0, was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** Requires a day. */
function dayOf(text: string): number {
  const day = parseDate(text)
  if (day === undefined) throw new TypeError(`Got ${text}, wanted a day`)
  return day
}
