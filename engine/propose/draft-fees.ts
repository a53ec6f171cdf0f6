import { float64At } from '../base/at.ts'
import type { Side } from '../record/side.ts'
import type { TermInput } from '../rules/language/language.ts'
import type { AmountRelation } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { decimalText, idOf, ofAll } from './draft-names.ts'
import { draftOf, relatedFigure, sentenceOf, unitOfCent } from './draft-parts.ts'
import { commonFee, type FeeFormula, type FeePair, isFee } from './fee-formula.ts'
import type { Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { measureScale } from './measures.ts'

const formulaCountMax = 3

/** A constant difference of at most two cents counts as rounding, not as a fee. */
const roundingMax = 2 * unitOfCent

/**
 * Drafts for pairs with equal keys whose amounts differ by a percentage and a fixed fee. `others` are the pairs without
 * a fee.
 */
export function feeDrafts(evidence: LinkEvidence, relation: AmountRelation, pairs: readonly Pair[]) {
  const drafts: Draft[] = []
  const rounded: Pair[] = []
  let others = pairs
  for (const payer of ['source', 'target'] as const)
    for (let round = 0; round < formulaCountMax && others.length > 0; round++) {
      const before = amountBefore(relation, payer)
      const formula = before && commonFee(others.map(before).filter(isPaid), unitOfCent)
      if (before === undefined || formula === undefined) break
      const hasFee = (pair: Pair): boolean => isPaid(before(pair)) && isFee(before(pair), formula, unitOfCent)
      const withFee = others.filter(hasFee)
      const isRounding = formula.basisPoints === 0 && formula.fixed <= roundingMax
      if (isRounding) rounded.push(...withFee)
      else drafts.push(feeDraft(evidence, { relation, payer, formula, count: withFee.length, ofCount: pairs.length }))
      others = others.filter((pair) => !hasFee(pair))
    }
  return { drafts, others: [...rounded, ...others] }
}

/**
 * The gross and net amount of a pair, where the `payer` side shows the gross amount. Undefined where an amount is a sum
 * of fields: a rule takes no percentage of a sum.
 */
function amountBefore({ source, target, sign }: AmountRelation, payer: Side): ((pair: Pair) => FeePair) | undefined {
  if (source.field === undefined || target.field === undefined) return undefined
  const factor = sign === 'opposite' ? -1 : 1
  return ([s, t]) => {
    const [own, other] = [float64At(source.units, s), float64At(target.units, t)]
    return payer === 'source' ? [own, factor * other] : [other, factor * own]
  }
}

/** Only incoming money shows the fee, since refunds treat fees differently. */
const isPaid = ([gross]: FeePair): boolean => gross > 0

interface FoundFee {
  readonly relation: AmountRelation
  readonly payer: Side
  readonly formula: FeeFormula
  readonly count: number
  readonly ofCount: number
}

function feeDraft(evidence: LinkEvidence, { relation, payer, formula, count, ofCount }: FoundFee): Draft {
  const { field = 'amount' } = relation[payer]
  const words = feeWords(formula)
  const terms: readonly TermInput[] = [
    { field },
    ...(formula.basisPoints === 0 ? [] : [{ percent: decimalText(-formula.basisPoints, 2), of: field }]),
    ...(formula.fixed === 0 ? [] : [{ fixed: decimalText(-formula.fixed, measureScale) }]),
  ]
  const sums = { source: relation.source.terms, target: relation.target.terms, [payer]: terms }
  return {
    ...draftOf(evidence, {
      variance: 'fee',
      where: { [payer]: [{ field, op: 'gt', value: '0' }] },
      match: evidence.link.criteria,
      sum: { ...sums, tolerance: '0.01', ...(relation.sign === 'opposite' && { sign: 'opposite' }) },
    }),
    id: `${idOf(evidence)}-fee`,
    band: undefined,
    sentence: sentenceOf(evidence, `the ${payer}’s amount less a fee of ${words}`, undefined),
    figures: [relatedFigure(evidence), `${ofAll(count, ofCount)} pairs whose amounts differ do so by ${words}`],
  }
}

const feeWords = ({ basisPoints, fixed }: FeeFormula): string =>
  [
    ...(basisPoints === 0 ? [] : [`${decimalText(basisPoints, 2)} %`]),
    ...(fixed === 0 ? [] : [decimalText(fixed, measureScale)]),
  ].join(' and ')
