import { type RunState, rewindRunState } from '../match/run-state.ts'
import { claimByRule } from '../match/waterfall.ts'

/**
 * What a run that has ended would have come to without each rule of `ruleIds`, by the rule's id: up to it both are the
 * same, so only what follows is done again. Rules that took no record are not in it, since nothing would be otherwise
 * for any other rule.
 */
export function leaveOut(run: RunState, ruleIds: ReadonlySet<string>): ReadonlyMap<string, RunState> {
  const without = new Map<string, RunState>()
  for (const [position, { compiled }] of run.rules.entries()) {
    const { id } = compiled.rule
    if (!ruleIds.has(id)) continue
    const before = rewindRunState(run, position)
    if (areRecordsLike(before, rewindRunState(run, position + 1))) continue
    const other = { ...before, rules: run.rules.toSpliced(position, 1) }
    for (const next of other.rules.slice(position)) claimByRule(other, next)
    without.set(id, other)
  }
  return without
}

/** Whether every record stands in both as in the other. */
const areRecordsLike = (run: RunState, other: RunState): boolean =>
  (['source', 'target'] as const).every((side) =>
    run[side].statuses.every((state, row) => state === other[side].statuses[row]),
  )
