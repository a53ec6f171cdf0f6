import type { Deviation } from '../rules/criteria/deviation.ts'
import type { Break } from './break.ts'
import type { BreakCause } from './causes.ts'
import { hintOf } from './hint.ts'
import type { BreakHint, BreakReason, CandidateLine, FailedRule, PartOf } from './line.ts'
import type { NearMiss } from './pair-joins.ts'

/** Why a pair is a near miss, as JSON. */
export interface Failure {
  readonly failed: FailedRule
  readonly hint?: BreakHint
}

/**
 * The rule and criterion that a near miss fails, and either the members that the criterion would need or why it could
 * not compare.
 */
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

export const mismatchDeviation = ({ failed, source, target }: NearMiss): Deviation => failed.deviation(source, target)

export interface SaidOfOpen {
  readonly reason: BreakReason
  readonly failure?: Failure | undefined
  readonly deviation?: Deviation | undefined
  readonly taken: readonly CandidateLine[]
  readonly partOf?: PartOf | undefined
  readonly total?: string | undefined
  readonly cause?: BreakCause | undefined
}

/** The members of the line, without its records and candidates. */
export const openLine = ({ reason, failure, deviation, total, taken, partOf, cause }: SaidOfOpen): Break['line'] => ({
  kind: 'break',
  reason,
  ...failure,
  ...deviation,
  ...(total !== undefined && { total }),
  ...(taken.length > 0 && { taken }),
  ...(partOf && { partOf }),
  ...(cause && { cause }),
})
