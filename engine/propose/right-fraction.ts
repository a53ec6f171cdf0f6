import { at, float64At } from '../base/at.ts'
import { type AmountRelation, differenceOf } from './amount-relation.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import { quantileIn } from './quantile.ts'

/**
 * A lower bound on the fraction of pairs that belong together. A trait of amounts, such as equality, holds for a
 * fraction p of the pairs and q of random pairs, which gives (p − q) / (1 − q). The best trait counts, since a fee or a
 * rate makes all amounts unequal. Dates are no trait: where two systems number records in order of time, equal numbers
 * have near dates by chance.
 */
export function rightFractionOf(
  sides: LearningSides,
  pairs: readonly Pair[],
  relation: AmountRelation | undefined,
): number {
  if (relation === undefined) return 0
  const random = exchanged(pairs)
  const currenciesOf = ([s, t]: Pair): string => `${at(sides.source.currencies, s)} ${at(sides.target.currencies, t)}`
  const usual = new Map(
    [...Map.groupBy(pairs, currenciesOf)].map(([currencies, same]) => [currencies, usualRatio(relation, same)]),
  )
  const isUsual = (pair: Pair): boolean => {
    const ratio = usual.get(currenciesOf(pair)) ?? Number.NaN
    return Math.abs(ratioOf(relation, pair) - ratio) <= ratioSpread * Math.abs(ratio)
  }
  const traits: readonly ((pair: Pair) => boolean)[] = [(pair) => differenceOf(relation, pair) === 0, isUsual]
  const fractions = traits.map((holds) => {
    const [own, chance] = [fractionOf(pairs, holds), fractionOf(random, holds)]
    return chance >= 1 ? 0 : (own - chance) / (1 - chance)
  })
  return Math.max(0, ...fractions)
}

/** How far a fixed fee or a moving rate may take the ratio of two amounts from the usual ratio of their currencies. */
const ratioSpread = 0.06

const ratioOf = ({ source, target }: AmountRelation, [s, t]: Pair): number =>
  float64At(target.units, t) / float64At(source.units, s)

function usualRatio(relation: AmountRelation, pairs: readonly Pair[]): number {
  const ratios = pairs.map((pair) => ratioOf(relation, pair)).filter((ratio) => Number.isFinite(ratio))
  return quantileIn(ratios, 0.5) ?? Number.NaN
}

const fractionOf = (pairs: readonly Pair[], holds: (pair: Pair) => boolean): number =>
  pairs.length === 0 ? 0 : pairs.filter(holds).length / pairs.length

function exchanged(pairs: readonly Pair[]): readonly Pair[] {
  const offset = Math.max(1, Math.floor(pairs.length * 0.382))
  return pairs.map(([s], index) => [s, at(pairs, (index + offset) % pairs.length)[1]])
}
