import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Rule } from '../../../engine/rules/language/language.ts'
import {
  type Fraction,
  isEqual,
  magnitude,
  minus,
  negated,
  readFraction,
  roundHalfEven,
  times,
  total,
  whole,
  zero,
} from './fraction.ts'
import { measure } from './tolerance.ts'
import { type Both, rawText, readValue, type Side } from './values.ts'

export type Sum = NonNullable<Rule['sum']>
type Term = Sum['source'][number]

/** Minor units of the currencies that the oracle's cases use (ISO 4217, list one); XAU has none. */
export const exponents = new Map([
  ['EUR', 2],
  ['USD', 2],
  ['JPY', 0],
  ['BHD', 3],
])

/** What a record adds to its side, or undefined when it lacks a field of a term. */
export function sumOfRecord(sum: Sum, side: Side, record: CanonicalRecord): Fraction | undefined {
  const parts = sum[side].map((term) => valueOfTerm(term, record))
  const known = parts.filter((part) => part !== undefined)
  return known.length < parts.length ? undefined : total(known)
}

function valueOfTerm(term: Term, record: CanonicalRecord): Fraction | undefined {
  if ('fixed' in term) return readFraction(term.fixed)
  const own = readValue(record, 'field' in term ? term.field : term.of, 'decimal')
  if ('field' in term) {
    const value = own ?? (term.default === undefined ? undefined : readFraction(term.default))
    return value === undefined || typeof value === 'string' ? undefined : times(value, whole(term.times))
  }
  if (own === undefined || typeof own === 'string') return undefined
  const part = times(own, times(readFraction(term.percent) ?? zero, { over: 1n, under: 100n }))
  const exponent = exponents.get(rawText(record, 'currency') ?? '')
  return exponent === undefined ? part : roundHalfEven(part, exponent)
}

/** What records of one side add up to; every one of them qualifies. */
export const sumOf = (sum: Sum, side: Side, records: readonly CanonicalRecord[]): Fraction =>
  total(records.map((record) => sumOfRecord(sum, side, record) ?? zero))

/** How the totals of both sides stand to each other, after `sign`. */
export function compareSums(
  { tolerance, sign }: Sum,
  totals: Both<Fraction>,
): { readonly holds: boolean; readonly difference: Fraction; readonly isAboveHalf: boolean } {
  const { source, target } = signed(sign, totals)
  const { isWithin, isAboveHalf } =
    tolerance === undefined
      ? { isWithin: isEqual(source, target), isAboveHalf: false }
      : measure(tolerance, source, target)
  return { holds: isWithin, difference: differenceBySign(sign, totals), isAboveHalf }
}

/** Target − source of two amounts as they are on record; where the signs are to differ, or may, the target is turned. */
export function differenceBySign(sign: Sum['sign'], { source, target }: Both<Fraction>): Fraction {
  const isTurned = sign === 'opposite' || (sign === 'absolute' && source.over * target.over < 0n)
  return minus(isTurned ? negated(target) : target, source)
}

/** Both values as `sign` has them compared. */
export function signed(sign: Sum['sign'], { source, target }: Both<Fraction>): Both<Fraction> {
  if (sign === 'absolute') return { source: magnitude(source), target: magnitude(target) }
  return { source, target: sign === 'opposite' ? negated(target) : target }
}
