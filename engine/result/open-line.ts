import type { Deviation } from '../rules/criteria/deviation.ts'
import type { Break } from './break.ts'
import { hintOf } from './hint.ts'
import type { BreakHint, BreakReason, CandidateLine, FailedRule } from './line.ts'
import type { NearMiss } from './pair-joins.ts'

/** What the line of an open record says. */

/** Why a pair is a near miss. JSON. */
export interface Failure {
  readonly failed: FailedRule
  readonly hint?: BreakHint
}

/** The rule and criterion that a near miss fails, why it cannot be compared where it cannot, and what it would need. */
export function failureOf(miss: NearMiss): Failure {
  const { rule, failed, source, target } = miss
  const hint = hintOf(failed, miss)
  const code = failed.failure?.(source, target)
  const needs = code === undefined ? failed.needs(source, target) : undefined
  return {
    failed: {
      field: failed.criterion.name,
      rule: rule.compiled.rule.id,
      ...(code !== undefined && { code }),
      ...(needs && { needs }),
    },
    ...(hint && { hint }),
  }
}

/** How far the two records of a mismatch are apart by the criterion that they miss. */
export const mismatchDeviation = ({ failed, source, target }: NearMiss): Deviation => failed.deviation(source, target)

/** What is said of an open record, or of two that only miss each other. */
export interface SaidOfOpen {
  readonly reason: BreakReason
  /** Of the nearest near miss. */
  readonly failure?: Failure | undefined
  /** Of a mismatch of two records. */
  readonly deviation?: Deviation | undefined
  readonly taken: readonly CandidateLine[]
}

/** The line of a break of open records, but for its records and candidates. */
export const openLine = ({ reason, failure, deviation, taken }: SaidOfOpen): Break['line'] => ({
  kind: 'break',
  reason,
  ...failure,
  ...deviation,
  ...(taken.length > 0 && { taken }),
})
