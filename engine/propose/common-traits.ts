import type { AmountRelation } from './amount-relation.ts'
import { amountTraits } from './amount-traits.ts'
import type { LagBand } from './lag-band.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import type { LinkEvidence } from './link-evidence.ts'
import { sureFractionMin } from './weigh-draft.ts'

/** How the amounts and days of records relate that belong together. */
export interface Traits {
  readonly relation: AmountRelation
  /** Undefined where records have no dates. */
  readonly band: LagBand | undefined
  readonly pairs: readonly Pair[]
}

/** The traits of the pairs of the best link, or else of records that have only their amount in common. */
export function commonTraits(sides: LearningSides, evidence: readonly LinkEvidence[]): Traits | undefined {
  const ofAmounts = amountTraits(sides)
  const related = evidence.flatMap(({ relation, band, pairs, isUnique, rightFraction }) =>
    relation === undefined || relation.equalCount < 3
      ? []
      : [{ relation, band, pairs, isSure: isUnique && rightFraction >= sureFractionMin }],
  )
  const dated = related.filter(({ band }) => band !== undefined)
  // Pairs of a repeated key are the last choice: where it is a name, they have equal names.
  const sure = dated.find(({ isSure }) => isSure)
  const isEnough = sure !== undefined && sure.pairs.length >= 0.5 * (ofAmounts?.pairs.length ?? 0)
  return (isEnough ? sure : ofAmounts) ?? dated[0] ?? related[0]
}
