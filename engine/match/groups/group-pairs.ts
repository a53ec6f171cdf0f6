import { at } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import { type Block, countRecords, firstRow } from '../blocks/blocks.ts'
import { windowOf } from '../paths/window.ts'
import { type BoundRule, pairTest } from '../state/bound-rule.ts'
import { stepCountMaxOf, type WorkNeeded } from '../state/limits.ts'
import type { RunState } from '../state/run-state.ts'

/**
 * Whether all pairs of two groups meet the criteria of a rule, or what it would take too much of to know. If all
 * criteria are keys, the first pair stands for all; a window without some pair decides without testing any. Changes the
 * account of `run`.
 */
export function* everyPairHolds(run: RunState, rule: BoundRule, block: Block): Slices<boolean | WorkNeeded> {
  const [firstSource, firstTarget] = [at(block.source, 0), at(block.target, 0)]
  const holds = pairTest(rule.criteria, { source: firstRow(firstSource), target: firstRow(firstTarget) })
  if (rule.criteria.every(({ criterion }) => isKey(criterion)))
    return holds(firstRow(firstSource), firstRow(firstTarget))
  const pairCount = block.source.length * block.target.length
  const windows = rule.criteria.filter(({ criterion }) => criterion.blocking === 'window')
  if (windows.some((bound) => windowOf(bound, block).pairCount < pairCount)) return false
  const limit = stepCountMaxOf(run.work.limits, countRecords(block))
  if (pairCount > limit)
    return { needed: pairCount, limit, by: windows.map(({ criterion }) => criterion.name).join(', ') || 'pairs' }
  run.work.spend(pairCount)
  for (const source of block.source) {
    if (!block.target.every((target) => holds(firstRow(source), firstRow(target)))) return false
    if (run.work.endsSlice(block.target.length)) yield
  }
  return true
}
