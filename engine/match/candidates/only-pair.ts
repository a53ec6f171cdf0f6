import { isKey } from '../../rules/criteria/criterion-kind.ts'
import type { KeyGroups } from '../blocks/key-groups.ts'
import { apartTest } from '../state/apart.ts'
import { type BoundRule, isCostly, onlyPairTest } from '../state/bound-rule.ts'
import { stepCountMaxOf } from '../state/limits.ts'
import type { RunState } from '../state/run-state.ts'
import { sliceStepCountUsual } from '../state/work.ts'

/** Groups of up to this many pairs of records are tested pair by pair before a block is made of them. */
const pairCountMax = 16

interface OnlyPair {
  /**
   * How many pairs of a group meet the rule's criteria. 2 stands for more, which have to be weighed against one another,
   * and for a group that is not tested here. A single one is in `source` and `target`: its records have no twin in the
   * group, since the twin would meet the criteria, too.
   */
  count(group: number): number
  source: number
  target: number
  /** The most steps of a call of `count`. */
  readonly stepCount: number
}

/** Tests no group that might exceed a limit of a block, or whose steps are to be counted exactly. */
export function onlyPairOf(run: RunState, rule: BoundRule, groups: KeyGroups): OnlyPair {
  const { work } = run
  const { criteria } = rule
  const isApart = apartTest(run, rule)
  const stepCount = pairCountMax * (1 + mostStepsOfTexts(criteria))
  const stepCountMax = Math.min(stepCountMaxOf(work.limits, 2), sliceStepCountUsual)
  const isCounted = work.isLimited && criteria.some(isCostly)
  if (stepCount > stepCountMax || isCounted || work.limits.candidateCountMax < 1)
    return { source: 0, target: 0, stepCount: 0, count: () => 2 }
  const holds = onlyPairTest(criteria)
  const areAllKeys = criteria.every(({ criterion }) => isKey(criterion))
  const only = {
    source: 0,
    target: 0,
    stepCount,
    count(group: number): number {
      const [sourceCount, targetCount] = [groups.size('source', group), groups.size('target', group)]
      if (sourceCount * targetCount > pairCountMax) return 2
      let count = 0
      for (let pair = 0; pair < sourceCount * targetCount && count < 2; pair++) {
        const source = groups.row('source', group, Math.floor(pair / targetCount))
        const target = groups.row('target', group, pair % targetCount)
        if (!holds(source, target) || isApart?.(source, target)) continue
        count += 1
        only.source = source
        only.target = target
      }
      if (!areAllKeys) work.spend(sourceCount * targetCount)
      return count
    },
  }
  return only
}

/** Infinite where only reading all texts would tell. */
function mostStepsOfTexts(criteria: BoundRule['criteria']): number {
  return criteria.reduce((sum, { textWork, unitsMost }) => {
    if (textWork === undefined) return sum
    const most = unitsMost?.()
    return most === undefined ? Number.POSITIVE_INFINITY : sum + textWork.stepsOfPair(most.source, most.target)
  }, 0)
}
