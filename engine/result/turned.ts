import { at } from '../base/at.ts'
import { total } from '../match/groups/claim-groups.ts'
import { type BoundRule, tableSeenBy } from '../match/state/bound-rule.ts'
import type { LinedRun, Match } from '../match/state/run-state.ts'
import type { Units } from '../record/columns.ts'
import { isOfAmounts } from '../rules/amounts/amount-criteria.ts'
import type { SideFields } from '../rules/criteria/criterion-kind.ts'

/**
 * Whether the target's sign is turned before the difference of a match is accepted. Rule and policy may both turn it,
 * which leaves it as it is. Nettings never turn.
 */
export const isTurned = (run: LinedRun, match: Match): boolean =>
  match.rule.compiled.rule.side === undefined && isTurnedByRule(run, match) !== areSignsApart(match.rule)

/** Whether the policy turns one of two sides, so that equal amounts have different signs in the records. */
const areSignsApart = ({ compiled: { turns } }: BoundRule): boolean => turns.source !== turns.target

/**
 * The sign of the rule's `sum` decides, else the rule's `sign`, else that of its last compared amount criterion:
 * `opposite` always turns, `absolute` turns amounts of different signs.
 */
function isTurnedByRule(run: LinedRun, { rule, source, target }: Match): boolean {
  const { sum, sign } = rule.compiled.rule
  if (sum !== undefined && rule.sum !== undefined)
    return isTurnedBy(sum.sign, total(source, rule.sum.sourceUnits), total(target, rule.sum.targetUnits))
  const [s, t] = [at(source, 0), at(target, 0)]
  const tables = {
    source: tableSeenBy(rule.compiled, 'source', run.source.table),
    target: tableSeenBy(rule.compiled, 'target', run.target.table),
  }
  const unitsOf = ({ sourceField, targetField }: SideFields) =>
    [tables.source.decimal(sourceField).unitsAt(s), tables.target.decimal(targetField).unitsAt(t)] as const
  if (sign !== undefined) {
    const [own, other] = unitsOf({ sourceField: 'amount', targetField: 'amount' })
    return own !== undefined && other !== undefined && isTurnedBy(sign, own, other)
  }
  const index = rule.criteria.findLastIndex(({ criterion, hasValues }) => isOfAmounts(criterion) && hasValues(s, t))
  const [bound, criterion] = [rule.criteria[index], rule.compiled.rule.match?.[index]]
  return bound !== undefined && criterion?.sign !== undefined && isTurnedBy(criterion.sign, ...unitsOf(bound.criterion))
}

/** Whether matches of a rule may turn the target's sign. */
export function mayTurn(bound: BoundRule): boolean {
  const { sum, sign, side, match = [] } = bound.compiled.rule
  if (side === undefined && areSignsApart(bound)) return true
  const signs = [sum?.sign, sign, ...match.map((criterion) => criterion.sign)]
  return signs.some((each) => each !== undefined && each !== 'same')
}

const isTurnedBy = (sign: string, source: Units | undefined, target: Units | undefined): boolean =>
  sign === 'opposite' || (sign === 'absolute' && signOf(source) * signOf(target) < 0)

const signOf = (units: Units = 0): number => (units < 0 ? -1 : Number(units > 0))
