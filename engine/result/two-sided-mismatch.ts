import { holdsOnIdentity } from '../match/blocks/identity.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { BreakReason } from './line.ts'
import type { NearMiss } from './pair-joins.ts'

/**
 * The reason of a break of two records that miss only each other. Undefined where a value is absent or the failed
 * criterion has no mismatch reason, where the criteria that hold do not identify the records, and where the rule
 * compares sums and the two amounts differ.
 */
export function mismatchOf({ rule, failed, source, target }: NearMiss): BreakReason | undefined {
  if (!failed.hasValues(source, target) || !sumsAgree(rule, source, target)) return undefined
  const held = rule.criteria.filter((each) => each !== failed)
  return holdsOnIdentity(held, source, target) ? failed.criterion.kind.mismatch(failed.criterion) : undefined
}

function sumsAgree({ compiled, sum }: BoundRule, source: number, target: number): boolean {
  if (compiled.rule.cardinality === '1:1' || sum === undefined) return true
  const [own, other] = [sum.sourceUnits(source), sum.targetUnits(target)]
  return own !== undefined && other !== undefined && sum.holds(own, other)
}
