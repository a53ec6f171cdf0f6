import { float64At } from '../base/at.ts'
import type { AmountRelation } from './amount-relation.ts'
import { type Draft, ofAll } from './draft.ts'
import { decimalText, idOf } from './draft-names.ts'
import { draftOf, relatedFigure, sentenceOf, unitOfCent } from './draft-parts.ts'
import { commonFee, type FeeFormula, type FeePair, isFee } from './fee-formula.ts'
import type { Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { measureScale } from './measures.ts'

const formulaCountMax = 3

/** Equal keys whose amounts differ by a fee of a constant share and part; and the pairs that no fee explains. */
export function feeDrafts(evidence: LinkEvidence, relation: AmountRelation, pairs: readonly Pair[]) {
  const drafts: Draft[] = []
  let rest = pairs
  const field = relation.source.field
  for (let round = 0; round < formulaCountMax && field !== undefined && relation.target.field !== undefined; round++) {
    const feePairs = rest.map((pair) => feePairOf(relation, pair)).filter(([gross]) => gross > 0)
    const formula = commonFee(feePairs, unitOfCent)
    if (formula === undefined) break
    const [with_, without] = [
      rest.filter((pair) => hasFee(relation, pair, formula)),
      rest.filter((pair) => !hasFee(relation, pair, formula)),
    ]
    drafts.push(feeDraft(evidence, { relation, formula, count: with_.length, ofCount: pairs.length }))
    rest = without
  }
  return { drafts, rest }
}

/** The amounts of a pair before and after a fee, both positive for money that comes in. */
function feePairOf({ source, target, sign }: AmountRelation, [s, t]: Pair): FeePair {
  const net = float64At(target.units, t)
  return [float64At(source.units, s), sign === 'opposite' ? -net : net]
}

const hasFee = (relation: AmountRelation, pair: Pair, formula: FeeFormula): boolean => {
  const own = feePairOf(relation, pair)
  return own[0] > 0 && isFee(own, formula, unitOfCent)
}

interface FoundFee {
  readonly relation: AmountRelation
  readonly formula: FeeFormula
  readonly count: number
  readonly ofCount: number
}

function feeDraft(evidence: LinkEvidence, { relation, formula, count, ofCount }: FoundFee): Draft {
  const field = relation.source.field ?? 'amount'
  const percent = decimalText(-formula.basisPoints, 2)
  const fixed = decimalText(-formula.fixed, measureScale)
  const words = [
    ...(formula.basisPoints === 0 ? [] : [`${decimalText(formula.basisPoints, 2)} %`]),
    ...(formula.fixed === 0 ? [] : [decimalText(formula.fixed, measureScale)]),
  ].join(' and ')
  return {
    ...draftOf(evidence, {
      variance: 'fee',
      where: { source: [{ field, op: 'gt', value: '0' }] },
      match: evidence.link.criteria,
      sum: {
        source: [
          { field },
          ...(formula.basisPoints === 0 ? [] : [{ percent, of: field }]),
          ...(formula.fixed === 0 ? [] : [{ fixed }]),
        ],
        target: relation.target.terms,
        tolerance: '0.01',
        ...(relation.sign === 'opposite' && { sign: 'opposite' }),
      },
    }),
    id: `${idOf(evidence)}-fee`,
    band: undefined,
    sentence: `${sentenceOf(evidence, `the amount less a fee of ${words}`, undefined)}`,
    figures: [relatedFigure(evidence), `${ofAll(count, ofCount)} pairs whose amounts differ do so by ${words}`],
  }
}
