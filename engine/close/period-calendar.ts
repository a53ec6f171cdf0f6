import { formatDate, parseDate } from '../base/date.ts'
import { dayOf } from './ageing.ts'
import type { Period } from './period-terms.ts'

/** The month that `YYYY-MM` names; undefined for other names. */
export function monthOf(name: string): Period | undefined {
  const first = parseDate(`${name}-01`)
  return first === undefined ? undefined : { name, first: formatDate(first), last: lastDayOf(name) }
}

/** A period of own days, named `FIRST_LAST`. */
export const periodOf = (first: string, last: string): Period => ({ name: `${first}_${last}`, first, last })

/** The period after: as many months after whole months, else as many days. */
export function followingPeriod({ first, last }: Period): Period {
  const next = formatDate(dayOf(last) + 1)
  const months = wholeMonths(first, last)
  if (months === undefined) return periodOf(next, formatDate(2 * dayOf(last) - dayOf(first) + 1))
  const end = monthAfter(next.slice(0, 7), months - 1)
  return months === 1 ? { name: end, first: next, last: lastDayOf(end) } : periodOf(next, lastDayOf(end))
}

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
