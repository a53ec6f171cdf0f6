import { at } from '../../base/at.ts'
import { exponentOf } from '../../base/currency.ts'
import { absolute, addDecimals, type Decimal, negated, parseDecimal, rescaled, zero } from '../../base/decimal.ts'
import { bigMagnitude, toUnit, type Units } from '../../record/columns.ts'
import type { Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Sum, Term } from '../language/language.ts'
import { bindTolerance, scaleOfTolerance } from './bound-tolerance.ts'
import { isOfNegatives } from './exact-amount.ts'
import type { Interval } from './intervals.ts'
import { totalsThatHold } from './sum-totals.ts'

/** A rule's `sum` bound to the tables of a run. Amounts are units of `10^-scale`, exact. */
export interface BoundSum {
  readonly scale: number
  /** What a record adds to the total of its side; undefined where a term's field is absent and has no default. */
  sourceUnits(row: number): bigint | undefined
  targetUnits(row: number): bigint | undefined
  /** The totals as they are compared, after `sign`, and target − source of these. */
  signed(source: bigint, target: bigint): { readonly [total in Side | 'difference']: Units }
  holds(source: bigint, target: bigint): boolean
  totalsFor(side: Side, units: bigint): readonly Interval[]
  isNegative?(source: bigint | undefined, target: bigint | undefined): boolean
  /** Whether the difference of the totals is more than half of what the tolerance allows in its direction. */
  isAboveHalf(source: bigint, target: bigint): boolean
  /** Target − source, after the target's sign is turned under `opposite`, and under `absolute` where the signs differ. */
  difference(source: bigint, target: bigint): bigint
}

/** O(rows) where the scale of the amounts has to be found from the rows. */
export function bindSum(sum: Sum, source: Table, target: Table): BoundSum {
  const values = { source: valuesOf(sum.source, source), target: valuesOf(sum.target, target) }
  const least = sum.tolerance === undefined ? 0 : scaleOfTolerance(sum.tolerance)
  const scale = Math.max(least, values.source.scale, values.target.scale)
  const unitsAt =
    ({ valueAt }: Values) =>
    (row: number): bigint | undefined => {
      const value = valueAt(row)
      return value && rescaled(value, scale)
    }
  const tolerance = sum.tolerance === undefined ? undefined : bindTolerance(sum.tolerance, scale)
  const isAbsolute = sum.sign === 'absolute'
  const pair = (s: bigint, t: bigint): { readonly [total in Side | 'difference']: bigint } => {
    const source = isAbsolute ? bigMagnitude(s) : s
    const target = isAbsolute ? bigMagnitude(t) : sum.sign === 'opposite' ? -t : t
    return { source, target, difference: target - source }
  }
  return {
    scale,
    sourceUnits: unitsAt(values.source),
    targetUnits: unitsAt(values.target),
    signed(s, t) {
      const { source, target, difference } = pair(s, t)
      return { source: toUnit(source), target: toUnit(target), difference: toUnit(difference) }
    },
    holds: (s, t) => (tolerance ? tolerance.holds(pair(s, t)) : pair(s, t).difference === 0n),
    totalsFor: (side, known) => totalsThatHold(sum, { side, units: known, scale }),
    isAboveHalf: (s, t) => tolerance?.isAboveHalf(pair(s, t)) ?? false,
    difference(s, t) {
      const { difference } = pair(s, t)
      return isAbsolute && isOfNegatives(s, t) ? -difference : difference
    },
    ...(isAbsolute && { isNegative: isOfNegatives }),
  }
}

export const sumValues = (sum: BoundSum) => ({
  scale: sum.scale,
  source(row: number): Units | undefined {
    const units = sum.sourceUnits(row)
    return units === undefined ? undefined : sum.signed(units, 0n).source
  },
  target(row: number): Units | undefined {
    const units = sum.targetUnits(row)
    return units === undefined ? undefined : sum.signed(0n, units).target
  },
  ...(sum.isNegative && {
    isNegative: (s: number, t: number) => sum.isNegative?.(sum.sourceUnits(s), sum.targetUnits(t)) ?? false,
  }),
})

interface Values {
  readonly scale: number
  valueAt(row: number): Decimal | undefined
}

const isOfOneScale = (term: Term): boolean => 'fixed' in term || ('field' in term && term.default === undefined)

function valuesOf(terms: readonly Term[], table: Table): Values {
  const valueAt = bindTerms(terms, table)
  if (terms.every(isOfOneScale)) {
    const scales = terms.map((term) =>
      'field' in term ? table.decimal(term.field).scale : 'fixed' in term ? (parseDecimal(term.fixed)?.scale ?? 0) : 0,
    )
    return { scale: Math.max(0, ...scales), valueAt }
  }
  const values = Array.from({ length: table.rowCount }, (_, row) => valueAt(row))
  const scale = values.reduce((most, each) => (each ? Math.max(most, each.scale) : most), 0)
  return { scale, valueAt: (row) => at(values, row) }
}

function bindTerms(terms: readonly Term[], table: Table): Values['valueAt'] {
  const currencies = table.text('currency')
  const exponentAt = (row: number): number | undefined => {
    const currency = currencies.textAt(row)
    return currency === undefined ? undefined : exponentOf(currency)
  }
  const needsExponent = terms.some((term) => 'percent' in term)
  const read = terms.map((term) => bindTerm(term, table))
  return (row) => {
    const exponent = needsExponent ? exponentAt(row) : undefined
    return read.reduce<Decimal | undefined>((sum, term) => {
      const value = sum && term(row, exponent)
      return sum && value && addDecimals(sum, value)
    }, zero)
  }
}

type BoundTerm = (row: number, exponent: number | undefined) => Decimal | undefined

function bindTerm(term: Term, table: Table): BoundTerm {
  if ('fixed' in term) {
    const fixed = parseDecimal(term.fixed)
    return () => fixed
  }
  const column = table.decimal('field' in term ? term.field : term.of)
  const valueAt = (row: number): Decimal | undefined => {
    const units = column.unitsAt(row)
    return units === undefined ? undefined : { coefficient: BigInt(units), scale: column.scale }
  }
  if ('field' in term) {
    const absentValue = term.default === undefined ? undefined : parseDecimal(term.default)
    return (row) => {
      const value = valueAt(row) ?? absentValue
      return value && { ...value, coefficient: value.coefficient * BigInt(term.times) }
    }
  }
  const rate = parseDecimal(term.percent)
  if (rate === undefined) throw new TypeError('The percentage of an effective term is a decimal')
  return (row, exponent) => {
    const value = valueAt(row)
    const part = value && { coefficient: value.coefficient * rate.coefficient, scale: value.scale + rate.scale + 2 }
    return part && exponent !== undefined ? roundHalfEven(part, exponent) : part
  }
}

/** A tie is rounded to the even digit: 0.125 to 0.12. */
export function roundHalfEven(decimal: Decimal, scale: number): Decimal {
  if (decimal.scale <= scale) return decimal
  const unit = 10n ** BigInt(decimal.scale - scale)
  const { coefficient } = absolute(decimal)
  const [whole, remainder] = [coefficient / unit, coefficient % unit]
  const up = remainder * 2n > unit || (remainder * 2n === unit && whole % 2n === 1n)
  const rounded = { coefficient: up ? whole + 1n : whole, scale }
  return decimal.coefficient < 0n ? negated(rounded) : rounded
}
