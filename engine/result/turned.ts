import { at } from '../base/at.ts'
import { total } from '../match/groups/claim-groups.ts'
import type { Match, RunState } from '../match/run-state.ts'
import type { Units } from '../record/columns.ts'

/**
 * Whether the target's sign is turned before the difference of a match is accepted: the last amount that its rule
 * compares has an opposite sign, or the sign does not count and the two amounts differ in it. Records of one side that
 * are netted cancel each other out as they are.
 */
export function isTurned(run: RunState, { rule, source, target }: Match): boolean {
  const { sum, side } = rule.compiled.rule
  if (side !== undefined) return false
  if (sum !== undefined && rule.sum !== undefined)
    return isTurnedBy(sum.sign, total(source, rule.sum.sourceUnits), total(target, rule.sum.targetUnits))
  const [s, t] = [at(source, 0), at(target, 0)]
  const index = rule.criteria.findLastIndex(
    ({ criterion, hasValues }) => criterion.kind.type === 'decimal' && hasValues(s, t),
  )
  const [bound, criterion] = [rule.criteria[index], rule.compiled.rule.match?.[index]]
  if (bound === undefined || criterion?.sign === undefined) return false
  const { sourceField, targetField } = bound.criterion
  return isTurnedBy(
    criterion.sign,
    run.source.table.decimal(sourceField).unitsAt(s),
    run.target.table.decimal(targetField).unitsAt(t),
  )
}

const isTurnedBy = (sign: string, source: Units | undefined, target: Units | undefined): boolean =>
  sign === 'opposite' || (sign === 'absolute' && signOf(source) * signOf(target) < 0)

const signOf = (units: Units = 0): number => (units < 0 ? -1 : Number(units > 0))
