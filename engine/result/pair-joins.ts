import { type BoundRule, isCostly } from '../match/state/bound-rule.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { mayIdentify } from '../rules/criteria/bound-identity.ts'
import { hasBlockingKey } from '../rules/criteria/criterion-kind.ts'

/** A pair that meets every criterion of a rule but one. */
export interface NearMiss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
  readonly source: number
  readonly target: number
}

export interface PairJoin {
  readonly rule: BoundRule
  /** The criterion that the pairs fail; undefined for a search for pairs that meet all criteria. */
  readonly failed?: BoundCriterion
  /** The most steps of comparing texts for all searching records together. */
  readonly stepCountMax: number
}

/** The criteria that the pairs of a join meet. */
export const criteriaMet = ({ rule, failed }: Pick<PairJoin, 'rule' | 'failed'>): readonly BoundCriterion[] =>
  rule.criteria.filter((each) => each !== failed)

export interface NearMissJoin extends PairJoin {
  readonly failed: BoundCriterion
}

/** A join is one search for pairs. Joins that compare texts share the steps equally. */
interface PairJoins {
  /**
   * For each criterion of each rule, a join for the pairs that fail it, if the rule's other criteria have a blocking
   * key. By rule, then by criterion.
   */
  readonly nearMisses: readonly NearMissJoin[]
  /** For rules by which records can share an identity: a record that is taken without one is a stranger. */
  readonly full: readonly PairJoin[]
}

export function pairJoins(rules: readonly BoundRule[], textStepCountMax: number): PairJoins {
  const joins = rules.flatMap((rule) =>
    rule.criteria
      .filter((failed) =>
        hasBlockingKey(rule.criteria.filter((each) => each !== failed).map(({ criterion }) => criterion)),
      )
      .map((failed) => ({ rule, failed })),
  )
  const full = rules.filter(({ criteria }) => criteria.some(({ criterion }) => mayIdentify(criterion)))
  const costly = [...joins, ...full.map((rule) => ({ rule }))].filter(({ rule }) => rule.criteria.some(isCostly))
  const stepCountMax = Math.floor(textStepCountMax / Math.max(1, costly.length))
  return {
    nearMisses: joins.map((join) => ({ ...join, stepCountMax })),
    full: full.map((rule) => ({ rule, stepCountMax })),
  }
}
