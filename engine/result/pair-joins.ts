import { type BoundRule, isCostly } from '../match/state/bound-rule.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { hasBlockingKey } from '../rules/criteria/criterion-kind.ts'

/** Which pairs the searches look for that explain open records. */

/** Pairs that satisfy every criterion of a rule but one: why an open record did not match. */
export interface NearMiss {
  readonly rule: BoundRule
  readonly failed: BoundCriterion
  readonly source: number
  readonly target: number
}

/** The pairs that one search looks for. */
export interface PairJoin {
  readonly rule: BoundRule
  /** The criterion that the pairs fail; without one they satisfy all. */
  readonly failed?: BoundCriterion
  /** Steps that all looking records together may take to compare texts. */
  readonly stepCountMax: number
}

export interface NearMissJoin extends PairJoin {
  readonly failed: BoundCriterion
}

/** The searches that explain open records; they share the steps of comparing texts equally. */
export interface PairJoins {
  /** Every (rule, left-out criterion) that still has a blocking key, rules in order, then criteria in order. */
  readonly nearMisses: readonly NearMissJoin[]
  /** One for each rule. */
  readonly full: readonly PairJoin[]
}

/** The searches for some rules. `textStepCountMax` are the steps of comparing texts that all of them share. */
export function pairJoins(rules: readonly BoundRule[], textStepCountMax: number): PairJoins {
  const joins = rules.flatMap((rule) =>
    rule.criteria
      .filter((failed) =>
        hasBlockingKey(rule.criteria.filter((each) => each !== failed).map(({ criterion }) => criterion)),
      )
      .map((failed) => ({ rule, failed })),
  )
  const costly = [...joins, ...rules.map((rule) => ({ rule }))].filter(({ rule }) => rule.criteria.some(isCostly))
  const stepCountMax = Math.floor(textStepCountMax / Math.max(1, costly.length))
  return {
    nearMisses: joins.map((join) => ({ ...join, stepCountMax })),
    full: rules.map((rule) => ({ rule, stepCountMax })),
  }
}
