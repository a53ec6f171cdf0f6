import { formatDate, parseDate } from '../base/date.ts'
import { dayOf } from './ageing.ts'
import type { Period } from './period-terms.ts'

/** The stretches of days that calendars propose. Days are `YYYY-MM-DD`. */

export const calendars = ['month', 'week', 'day', 'own'] as const
export type Calendar = (typeof calendars)[number]

/** From `first` to the end of the unit of the calendar that has it, under the unit's name; undefined for own days. */
export const unitOf = (calendar: Calendar, first: string): Period | undefined => {
  const unit = units[calendar](dayOf(first))
  return unit && { ...unit, first }
}

type NamedEnd = Omit<Period, 'first'>

const units: { readonly [calendar in Calendar]: (day: number) => NamedEnd | undefined } = {
  day: (day) => ({ name: formatDate(day), last: formatDate(day) }),
  week(day) {
    const monday = day - weekdayOf(day)
    // ISO 8601: a week belongs to the year of its Thursday.
    const year = formatDate(monday + 3).slice(0, 4)
    const number = Math.floor((monday + 3 - dayOf(`${year}-01-01`)) / 7) + 1
    return { name: `${year}-W${String(number).padStart(2, '0')}`, last: formatDate(monday + 6) }
  },
  month(day) {
    const name = formatDate(day).slice(0, 7)
    return { name, last: lastDayOf(name) }
  },
  own: () => undefined,
}

/** The whole month, week or day that `2026-03`, `2026-W10` or `2026-03-02` names; undefined for other names. */
export function periodNamed(name: string): Period | undefined {
  if (/^\d{4}-\d\d$/.test(name)) return wholeUnit('month', `${name}-01`, name)
  if (/^\d{4}-\d\d-\d\d$/.test(name)) return wholeUnit('day', name, name)
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(name) ?? []
  if (year === undefined) return undefined
  // 4 January is in the first week of its year.
  const fourth = parseDate(`${year}-01-04`)
  if (fourth === undefined) return undefined
  return wholeUnit('week', formatDate(fourth - weekdayOf(fourth) + 7 * (Number(week) - 1)), name)
}

function wholeUnit(calendar: Calendar, first: string, name: string): Period | undefined {
  const unit = parseDate(first) === undefined ? undefined : unitOf(calendar, first)
  return unit?.name === name ? unit : undefined
}

/** A period of own days, named `FIRST_LAST`. */
export const periodOf = (first: string, last: string): Period => ({ name: `${first}_${last}`, first, last })

/**
 * The period after: the next day or week after one of the calendar, as many months after whole months, else as many
 * days.
 */
export function followingPeriod({ first, last }: Period): Period {
  const next = dayAfter(last)
  const months = wholeMonths(first, last)
  if (months !== undefined) {
    const end = monthAfter(next.slice(0, 7), months - 1)
    return months === 1 ? { name: end, first: next, last: lastDayOf(end) } : periodOf(next, lastDayOf(end))
  }
  const calendar = (['day', 'week'] as const).find((each) => isWhole(each, first, last))
  const unit = calendar && unitOf(calendar, next)
  return unit ?? periodOf(next, formatDate(2 * dayOf(last) - dayOf(first) + 1))
}

const isWhole = (calendar: 'day' | 'week', first: string, last: string): boolean =>
  unitOf(calendar, first)?.last === last && (calendar === 'day' || weekdayOf(dayOf(first)) === 0)

export const dayBefore = (day: string): string => formatDate(dayOf(day) - 1)

export const dayAfter = (day: string): string => formatDate(dayOf(day) + 1)

/** 0 for Monday. 1970-01-01, the day 0, was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** The number of months from the first of a month to the last of one; undefined for other days. */
function wholeMonths(first: string, last: string): number | undefined {
  if (!first.endsWith('-01') || last !== lastDayOf(last.slice(0, 7))) return undefined
  return monthNumber(last) - monthNumber(first) + 1
}

const monthNumber = (date: string): number => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7)) - 1

function monthAfter(month: string, count: number): string {
  const number = monthNumber(month) + count
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`
}

const lastDayOf = (month: string): string => formatDate(dayOf(`${monthAfter(month, 1)}-01`) - 1)
