import { float64At } from '../base/at.ts'
import type { CriterionInput } from '../rules/language/language.ts'
import { type AmountRelation, amountMembers, differenceOf } from './amount-relation.ts'
import type { Draft } from './draft.ts'
import { decimalText, idOf, ofAll } from './draft-names.ts'
import { draftOf, relatedFigure, sentenceOf, sumMember, unitOfCent } from './draft-parts.ts'
import type { Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { measureScale } from './measures.ts'
import { quantileIn } from './quantile.ts'

const tolerances = [1, 2, 5, 10, 50, 100, 500].map((cents) => cents * unitOfCent)
const deviatingCountMin = 3
const smallFractionMax = 0.02
/** A sign that fewer of the differences have is none that the sides differ by. */
const signFractionMin = 0.1
const roundingMax = 10 * unitOfCent

/** A draft for pairs with equal keys whose amounts differ a little: by cents either way, or by more in the usual direction. */
export function toleranceDrafts(
  evidence: LinkEvidence,
  relation: AmountRelation,
  pairs: readonly Pair[],
): readonly Draft[] {
  const small = pairs
    .filter(
      (pair) =>
        Math.abs(differenceOf(relation, pair)) <=
        smallFractionMax * Math.abs(float64At(relation.source.units, pair[0])),
    )
    .map((pair) => differenceOf(relation, pair))
  const rareSign = 2 * small.filter((difference) => difference > 0).length > small.length ? -1 : 1
  const usual = small.filter((difference) => Math.sign(difference) !== rareSign)
  const isOneWay = small.length - usual.length < signFractionMin * small.length
  const differences = isOneWay ? usual : small
  const bulk = quantileIn(differences.map(Math.abs), 0.97)
  const bound = bulk === undefined ? undefined : tolerances.find((each) => each >= bulk)
  if (bound === undefined || differences.length < deviatingCountMin) return []
  const isRounding = bound <= roundingMax
  const ends = isOneWay && !isRounding ? endsOf(bound, rareSign) : { tolerance: text(bound), words: wordsOf(bound) }
  const count = differences.filter((difference) => Math.abs(difference) <= bound).length
  const amounts = amountMembers(relation, ends.tolerance)
  return [
    {
      ...draftOf(evidence, {
        variance: isRounding ? 'rounding' : 'other',
        match: [...evidence.link.criteria, ...amounts.match],
        ...sumMember(amounts.sum),
      }),
      id: `${idOf(evidence)}-${isRounding ? 'cents' : 'near'}`,
      band: undefined,
      sentence: sentenceOf(evidence, `amounts that differ by ${ends.words}`, undefined),
      figures: [
        relatedFigure(evidence),
        `${ofAll(count, pairs.length)} pairs whose amounts differ do so by ${ends.words}`,
      ],
    },
  ]
}

const text = (units: number): string => decimalText(units, measureScale)
const wordsOf = (bound: number): string => `${text(bound)} at most`
const wordsBetween = (from: string, to: string): string => `${from} to ${to}, the target less the source`

interface Ends {
  readonly tolerance: NonNullable<CriterionInput['tolerance']>
  readonly words: string
}

const endsOf = (bound: number, rareSign: 1 | -1): Ends =>
  rareSign > 0
    ? { tolerance: { from: text(-bound), to: '0' }, words: wordsBetween(text(-bound), '0') }
    : { tolerance: { from: '0', to: text(bound) }, words: wordsBetween('0', text(bound)) }
