import { float64At } from '../base/at.ts'
import type { CriterionInput, SumInput } from '../rules/language/language.ts'
import { amountNames, equalWords } from '../rules/words/amount-words.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import { fieldsOf } from './link.ts'
import type { Measure } from './measures.ts'

/** The amount or sum of each side that a rule compares, and how their signs relate. */
export interface AmountRelation {
  readonly source: Measure
  readonly target: Measure
  readonly sign: 'same' | 'opposite' | 'absolute'
}

export interface MeasuredRelation extends AmountRelation {
  readonly equalCount: number
  readonly count: number
}

/**
 * The relation under which most pairs have equal amounts. The plain amounts win unless another relation is over 3 %
 * better.
 */
export function commonRelation(
  { source, target }: LearningSides,
  pairs: readonly Pair[],
): MeasuredRelation | undefined {
  const relations = source.measures.flatMap((own) => target.measures.map((other) => relationOf(own, other, pairs)))
  const [first] = relations.toSorted((a, b) => b.equalCount - a.equalCount)
  const plain = relations[0]
  return plain !== undefined && first !== undefined && plain.equalCount >= 0.97 * first.equalCount ? plain : first
}

function relationOf(source: Measure, target: Measure, pairs: readonly Pair[]): MeasuredRelation {
  let [same, opposite, crossed, count] = [0, 0, 0, 0]
  for (const [s, t] of pairs) {
    const [own, other] = [float64At(source.units, s), float64At(target.units, t)]
    if (Number.isNaN(own) || Number.isNaN(other)) continue
    count += 1
    if (own === other) same += 1
    else if (own === -other) opposite += 1
    if (own * other < 0) crossed += 1
  }
  // Where both signs find equally many pairs, such as none after a conversion, the signs of most pairs decide.
  const isOpposite = same === opposite ? 2 * crossed > count : opposite > same
  const [equalCount, sign] = isOpposite ? [opposite, 'opposite' as const] : [same, 'same' as const]
  const other = Math.min(same, opposite)
  if (other >= Math.max(3, 0.05 * equalCount))
    return { source, target, sign: 'absolute', equalCount: same + opposite, count }
  return { source, target, sign, equalCount, count }
}

/** Target less source in units, after the target's sign is turned; NaN where an amount is absent. */
export function differenceOf(relation: AmountRelation, [s, t]: Pair): number {
  const own = float64At(relation.source.units, s)
  return comparedAmount(relation, t) - (relation.sign === 'absolute' ? Math.abs(own) : own)
}

/** The target's amount as a source's is compared with it, after its sign is turned; NaN where it is absent. */
export function comparedAmount({ target, sign }: AmountRelation, t: number): number {
  const other = float64At(target.units, t)
  if (sign === 'absolute') return Math.abs(other)
  return sign === 'opposite' ? -other : other
}

export function amountMembers(
  { source, target, sign }: AmountRelation,
  tolerance?: CriterionInput['tolerance'],
): { readonly match: readonly CriterionInput[]; readonly sum?: SumInput } {
  const members = { ...(sign !== 'same' && { sign }), ...(tolerance !== undefined && { tolerance }) }
  if (source.field !== undefined && target.field !== undefined)
    return { match: [{ ...fieldsOf(source.field, target.field), ...members }] }
  return { match: [], sum: { source: source.terms, target: target.terms, ...members } }
}

export const sumMembers = ({ source, target, sign }: AmountRelation, tolerance?: SumInput['tolerance']): SumInput => ({
  source: source.terms,
  target: target.terms,
  ...(sign !== 'same' && { sign }),
  ...(tolerance !== undefined && { tolerance }),
})

export const relationWords = ({ source, target, sign }: AmountRelation): string =>
  equalWords(amountNames(source.name, target.name), sign)
