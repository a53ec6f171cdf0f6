import { numberAt } from '../../base/at.ts'
import { exponentOf } from '../../base/currency.ts'
import { type Decimal, formatDecimal, rescaled } from '../../base/decimal.ts'
import { absentDay, bigMagnitude, toUnit, type Units } from '../../record/columns.ts'
import type { Table } from '../../record/table.ts'
import type { Conversion, Criterion, Rate, Sum } from '../language/language.ts'
import { rateFinder, type WantedRate } from '../reference/rate-finder.ts'
import { bindSum, roundHalfEven } from './bound-sum.ts'
import { bindTolerance, scaleOfTolerance } from './bound-tolerance.ts'
import type { Converted } from './comparison-answers.ts'
import type { Comparison, CompiledCriterion, CriterionKind } from './criterion-kind.ts'
import { differenceOf, isOfNegatives, toleranceFor } from './exact-amount.ts'

interface RatedConversion {
  readonly convert: Conversion
  readonly rates: readonly Rate[]
}

/**
 * Makes a criterion compare amounts after conversion into one currency. The rate depends on both records of a pair, so
 * that neither a key nor a window can find the pairs.
 */
export const convertedCriterion = (
  compiled: CompiledCriterion,
  criterion: Criterion,
  rated: RatedConversion,
): CompiledCriterion =>
  converted(compiled, (source, target) => {
    const [from, to] = [source.decimal(compiled.sourceField), target.decimal(compiled.targetField)]
    const amounts = { source: from.valueAt, target: to.valueAt, scale: Math.max(from.scale, to.scale) }
    return bindConverted({ ...criterion, ...rated, amounts }, source, target)
  })

/** The total of a record is converted as one amount, not term by term. */
export const convertedSum = (compiled: CompiledCriterion, sum: Sum, rated: RatedConversion): CompiledCriterion =>
  converted(compiled, (source, target) => {
    const { scale, sourceUnits, targetUnits } = bindSum(sum, source, target)
    const decimalOf = (coefficient: bigint | undefined): Decimal | undefined =>
      coefficient === undefined ? undefined : { coefficient, scale }
    const amounts = {
      source: (row: number) => decimalOf(sourceUnits(row)),
      target: (row: number) => decimalOf(targetUnits(row)),
      scale,
    }
    return bindConverted({ ...sum, ...rated, amounts }, source, target)
  })

function converted(
  { blocking: _, ...compiled }: CompiledCriterion,
  bind: CompiledCriterion['bind'],
): CompiledCriterion {
  return { ...compiled, kind: convertedKind(compiled.kind), bind }
}

export const convertedKind = (kind: CriterionKind): CriterionKind => ({ ...kind, matchType: 'converted' })

interface ConvertedAmounts extends RatedConversion, Pick<Criterion, 'sign' | 'tolerance'> {
  readonly amounts: {
    source(row: number): Decimal | undefined
    target(row: number): Decimal | undefined
    readonly scale: number
  }
}

interface ConvertedPair {
  readonly currency: string
  readonly source: Decimal
  readonly target: Decimal
}

const exponentMax = 4

/** The value of a row is its row number: how an amount is converted depends on the other row of the pair. */
function bindConverted(
  { amounts, convert, rates, sign = 'same', tolerance }: ConvertedAmounts,
  source: Table,
  target: Table,
): Comparison<number> {
  const scale = Math.max(amounts.scale, exponentMax, tolerance === undefined ? 0 : scaleOfTolerance(tolerance))
  const bound = tolerance === undefined ? undefined : bindTolerance(tolerance, scale)
  const pairOf = pairConverter({ amounts, convert, rates }, source, target)
  const unitsOf = (pair: ConvertedPair): { readonly source: Units; readonly target: Units } => {
    const [own, other] = [rescaled(pair.source, scale), rescaled(pair.target, scale)]
    if (sign === 'absolute') return { source: toUnit(bigMagnitude(own)), target: toUnit(bigMagnitude(other)) }
    return { source: toUnit(own), target: toUnit(sign === 'opposite' ? -other : other) }
  }
  const compared = (from: number, to: number) => {
    const pair = pairOf(from, to)
    if (typeof pair !== 'object') return undefined
    const units = unitsOf(pair)
    return { ...units, difference: differenceOf(units.source, units.target) }
  }
  const rowOf = (valueAt: (row: number) => Decimal | undefined) => (row: number) =>
    valueAt(row) === undefined ? undefined : row
  return {
    source: rowOf(amounts.source),
    target: rowOf(amounts.target),
    holds(from, to) {
      const pair = compared(from, to)
      return pair !== undefined && (bound === undefined ? pair.difference === 0 : bound.holds(pair))
    },
    difference: (from, to) => compared(from, to)?.difference ?? 0,
    ...(sign === 'absolute' && {
      isNegative(from: number, to: number) {
        const pair = pairOf(from, to)
        return typeof pair === 'object' && isOfNegatives(pair.source.coefficient, pair.target.coefficient)
      },
    }),
    scale,
    evidenceMax: 'medium',
    needs(from, to) {
      const pair = compared(from, to)
      return pair && toleranceFor(tolerance, { scale }, [pair.source, pair.target])
    },
    failure: (from, to) => (pairOf(from, to) === 'no_rate' ? 'no_rate' : undefined),
    converted(from, to): Converted | undefined {
      const pair = pairOf(from, to)
      if (typeof pair !== 'object') return undefined
      return { currency: pair.currency, values: [formatDecimal(pair.source), formatDecimal(pair.target)] }
    },
  }
}

/**
 * Converts the amounts of a pair. Undefined where an amount is missing, `no_rate` where a rate, a currency or the date
 * is missing.
 */
function pairConverter({ amounts, convert, rates }: Omit<ConvertedAmounts, 'sign'>, source: Table, target: Table) {
  const find = rateFinder(rates)
  const currencies = { source: source.text('currency'), target: target.text('currency') }
  const days = source.date('date')
  const inCurrency = (amount: Decimal, { from, to, day }: Omit<WantedRate, 'maxAgeDays'>) => {
    if (from === to) return amount
    const rate = day === absentDay ? undefined : find({ from, to, day, maxAgeDays: convert.maxAgeDays })
    if (rate === undefined) return 'no_rate'
    const product = { coefficient: amount.coefficient * rate.coefficient, scale: amount.scale + rate.scale }
    return roundHalfEven(product, exponentOf(to) ?? exponentMax)
  }
  return (from: number, to: number): ConvertedPair | 'no_rate' | undefined => {
    const [own, other] = [amounts.source(from), amounts.target(to)]
    const [ownCode, otherCode] = [currencies.source.textAt(from), currencies.target.textAt(to)]
    if (own === undefined || other === undefined) return undefined
    if (ownCode === undefined || otherCode === undefined) return 'no_rate'
    const currency = convert.to === 'source' ? ownCode : convert.to === 'target' ? otherCode : convert.to
    // Both sides are converted at the rate of the source's day.
    const day = numberAt(days, from)
    const left = inCurrency(own, { from: ownCode, to: currency, day })
    const right = inCurrency(other, { from: otherCode, to: currency, day })
    return left === 'no_rate' || right === 'no_rate' ? 'no_rate' : { currency, source: left, target: right }
  }
}
