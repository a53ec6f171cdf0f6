import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { compare, type Fraction, negated } from './fraction.ts'
import { compareText } from './text.ts'
import { readValue } from './values.ts'
import type { Policy } from './world.ts'

const neighbourCountMax = 64

/**
 * The 64 nearest in (amount, date, id) order: as many before as after, where there are so many. Where a rule compares
 * opposite signs, they are those nearest to the record's amount turned.
 */
export function neighbours(
  { rule }: Policy,
  record: CanonicalRecord,
  others: readonly CanonicalRecord[],
): readonly CanonicalRecord[] {
  if (others.length <= neighbourCountMax) return others
  const sorted = [...others].sort(comparePlaces)
  const isTurned =
    rule.side !== undefined ||
    rule.sum?.sign === 'opposite' ||
    rule.match?.some(({ field, sourceField, sign }) => sign === 'opposite' && (sourceField ?? field) === 'amount')
  const place = sorted.filter((other) => comparePlaces(other, record, isTurned) < 0).length
  const start = Math.max(0, Math.min(place - neighbourCountMax / 2, sorted.length - neighbourCountMax))
  return sorted.slice(start, start + neighbourCountMax)
}

/** By (amount, date, id); what is absent comes first. */
function comparePlaces(a: CanonicalRecord, b: CanonicalRecord, isTurned = false): number {
  for (const field of ['amount', 'date'] as const) {
    const [own, read] = [readNumber(a, field), readNumber(b, field)]
    const other = read && isTurned && field === 'amount' ? negated(read) : read
    if (own === undefined || other === undefined) {
      if (own !== other) return own === undefined ? -1 : 1
    } else if (compare(own, other) !== 0) return compare(own, other)
  }
  return compareText(a.id, b.id)
}

function readNumber(record: CanonicalRecord, field: 'amount' | 'date'): Fraction | undefined {
  const value = readValue(record, field, field === 'amount' ? 'decimal' : 'date')
  return typeof value === 'string' ? undefined : value
}
