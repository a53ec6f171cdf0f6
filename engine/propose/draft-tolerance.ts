import { float64At } from '../base/at.ts'
import { type AmountRelation, amountMembers, differenceOf } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { decimalText, idOf, ofAll } from './draft-names.ts'
import { draftOf, relatedFigure, sentenceOf, sumMember, unitOfCent } from './draft-parts.ts'
import type { Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { measureScale } from './measures.ts'
import { quantileOf } from './quantile.ts'

const tolerances = [1, 2, 5, 10, 50, 100, 500].map((cents) => cents * unitOfCent)
const deviatingCountMin = 3

export function toleranceDrafts(
  evidence: LinkEvidence,
  relation: AmountRelation,
  pairs: readonly Pair[],
): readonly Draft[] {
  const small = pairs
    .map((pair) => ({
      size: Math.abs(differenceOf(relation, pair)),
      amount: Math.abs(float64At(relation.source.units, pair[0])),
    }))
    .filter(({ size, amount }) => size <= 0.02 * amount)
    .map(({ size }) => size)
    .toSorted((a, b) => a - b)
  if (small.length < deviatingCountMin) return []
  const bulk = quantileOf(small, 0.97) ?? 0
  const bound = tolerances.find((each) => each >= bulk)
  if (bound === undefined) return []
  const tolerance = decimalText(bound, measureScale)
  const count = small.filter((size) => size <= bound).length
  const amounts = amountMembers(relation, tolerance)
  const isRounding = bound <= 10 * unitOfCent
  return [
    {
      ...draftOf(evidence, {
        variance: isRounding ? 'rounding' : 'other',
        match: [...evidence.link.criteria, ...amounts.match],
        ...sumMember(amounts.sum),
      }),
      id: `${idOf(evidence)}-${isRounding ? 'cents' : 'near'}`,
      band: undefined,
      sentence: sentenceOf(evidence, `amounts that differ by ${tolerance} at most`, undefined),
      figures: [
        relatedFigure(evidence),
        `${ofAll(count, pairs.length)} pairs whose amounts differ do so by ${tolerance} at most`,
      ],
    },
  ]
}
