import { parseDate } from '../base/date.ts'
import { addDecimals, type Decimal, zero } from '../base/decimal.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { Side } from '../record/side.ts'
import { dateOf } from './item.ts'

/** Days from an item's booking date to the period's end, and the buckets of a list by age. */

export const ageBuckets = ['0-7', '8-30', '31-60', '61-90', 'over-90'] as const
export type AgeBucket = (typeof ageBuckets)[number]

const lastDays: readonly (readonly [AgeBucket, number])[] = [
  ['0-7', 7],
  ['8-30', 30],
  ['31-60', 60],
  ['61-90', 90],
]

export const bucketOf = (days: number): AgeBucket => lastDays.find(([, last]) => days <= last)?.[0] ?? 'over-90'

/** An undated record is as old as its first period; one dated after the period's end is 0 days old. */
export function ageInDays(record: CanonicalRecord, firstDate: string, lastDay: string): number {
  return Math.max(0, dayOf(lastDay) - dayOf(dateOf(record) ?? firstDate))
}

/** Requires a date. */
export function dayOf(text: string): number {
  const day = parseDate(text)
  if (day === undefined) throw new TypeError(`Got ${JSON.stringify(text)}, wanted a date`)
  return day
}

export interface AgedSum {
  readonly side: Side
  readonly currency: string
  readonly bucket: AgeBucket
  readonly count: number
  readonly amount: Decimal
}

interface AgedItem {
  readonly name: { readonly side: Side }
  readonly currency: string
  readonly bucket: AgeBucket
  readonly amount: Decimal
}

/** Count and value of items by side, currency and bucket, in this order; buckets without items are left out. */
export function sumByAge(items: Iterable<AgedItem>): readonly AgedSum[] {
  const sums = new Map<string, AgedSum>()
  for (const { name, currency, bucket, amount } of items) {
    const key = `${name.side} ${currency} ${ageBuckets.indexOf(bucket)}`
    const { count, amount: sum } = sums.get(key) ?? { count: 0, amount: zero }
    sums.set(key, { side: name.side, currency, bucket, count: count + 1, amount: addDecimals(sum, amount) })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}
