import { at } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { parseDate } from '../base/date.ts'
import { daysOutside } from './days-outside.ts'
import type { CauseField, SideCounts, Standing, WantedValues } from './value-counts.ts'

/**
 * What at least three missing records of a side have in common, where it tells them from the settled records. A cause
 * is for lists to group by; it never moves a record. Closed list, in the order in which a record gets the first that
 * applies; docs/breaks.md says when each does.
 */
export const causeKinds = ['one_side', 'before_other', 'after_other', 'counterparty', 'same_day', 'type'] as const
export type CauseKind = (typeof causeKinds)[number]

/** `value` is the value in common; of `before_other` the first day of the other side, of `after_other` the last. */
export type BreakCause = { readonly kind: CauseKind; readonly value: string }

/** The values of a record that is missing on the other side. */
export type MissingRecord = { readonly [field in CauseField]: string | undefined }

/** What fewer records have in common may be chance. */
export const causeRecordCountMin = 3

/** The values that at least three missing records of a side share, in UTF-8 order. Only these can be causes. */
export function sharedValues(missing: readonly MissingRecord[]): WantedValues {
  const shared = (field: CauseField): string[] =>
    [...Map.groupBy(missing, (each) => each[field])]
      .flatMap(([value, same]) => (value === undefined || same.length < causeRecordCountMin ? [] : [value]))
      .sort(compareUtf8)
  return { type: shared('type'), counterparty: shared('counterparty'), date: shared('date') }
}

interface KnownCounts {
  /** The `sharedValues` of the missing records. */
  readonly wanted: WantedValues
  readonly own: SideCounts
  readonly other: Pick<SideCounts, 'days'>
}

/** The cause of each missing record of a side; undefined where it shares none. O(records). */
export function causesOf(missing: readonly MissingRecord[], known: KnownCounts): readonly (BreakCause | undefined)[] {
  const causes: (BreakCause | undefined)[] = missing.map(() => undefined)
  for (const kind of causeKinds) {
    const valueIn = causeReader(kind, known)
    const valueAt = (index: number): string | undefined => valueIn(at(missing, index))
    // Most have none, so the others alone are grouped.
    const having = [...missing.keys()].filter((index) => causes[index] === undefined && valueAt(index) !== undefined)
    for (const [value, same] of Map.groupBy(having, valueAt)) {
      if (value === undefined || same.length < causeRecordCountMin) continue
      const cause = { kind, value }
      for (const index of same) causes[index] = cause
    }
  }
  return causes
}

type ReadCause = (record: MissingRecord) => string | undefined

function causeReader(kind: CauseKind, { wanted, own, other: { days } }: KnownCounts): ReadCause {
  const sharing = (field: CauseField, applies: (standing: Standing) => boolean): ReadCause => {
    const values = new Set(wanted[field].filter((_, place) => applies(at(own.values[field], place))))
    return ({ [field]: value }) => (value !== undefined && values.has(value) ? value : undefined)
  }
  /** Whether at least half of the records with the value are open, and more than half of the others are settled. */
  const tellsApart = ({ open, settled }: Standing): boolean =>
    open >= settled && own.open - open < own.settled - settled
  /** Sides have many counterparties and days, so some of them have no settled record by accident. */
  const isNoAccident = (standing: Standing): boolean => tellsApart(standing) && exceedsExpected(standing, own)
  const outside = daysOutside(own, days)
  switch (kind) {
    case 'one_side':
      return sharing('type', (standing) => standing.settled === 0 && tellsApart(standing))
    case 'before_other':
      return ({ date }) => (outside && dayOf(date) < outside.before ? outside.first : undefined)
    case 'after_other':
      return ({ date }) => (outside && dayOf(date) > outside.after ? outside.last : undefined)
    case 'counterparty':
      return sharing('counterparty', isNoAccident)
    case 'same_day':
      return sharing('date', (standing) => standing.settled === 0 && isNoAccident(standing))
    case 'type':
      return sharing('type', tellsApart)
  }
}

/**
 * Whether more records are open than the expected number, of records that are open as often as the others of the side, by
 * three times its square root.
 */
function exceedsExpected({ open, settled }: Standing, own: Standing): boolean {
  const others = { open: own.open - open, settled: own.settled - settled }
  const expected = ((open + settled) * others.open) / (others.open + others.settled)
  const excess = open - expected
  return excess * excess >= 9 * expected
}

/** The day of a date; no number for none, which is neither before nor after any. */
const dayOf = (date = ''): number => parseDate(date) ?? Number.NaN
