import { claimByRule } from '../match/claim.ts'
import { forkRunState, type RunState } from '../match/run-state.ts'

/** A run that was carried to its end, and for each rule asked for the end that it would have come to without it. */
export interface LeftOut {
  readonly run: RunState
  /** By the rule's id; without those that took no record, since nothing would be otherwise for any other rule. */
  readonly without: ReadonlyMap<string, RunState>
}

/**
 * Carries `run`, which stands before its first rule, to the end of the waterfall, and beside it once more for each rule
 * of `ruleIds`, that rule passed over: up to it both are the same, so only what follows is done again. Changes `run`.
 */
export function leaveOut(run: RunState, ruleIds: ReadonlySet<string>): LeftOut {
  const without = new Map<string, RunState>()
  for (const [position, bound] of run.rules.entries()) {
    const { id } = bound.compiled.rule
    const fork = ruleIds.has(id) ? { ...forkRunState(run), rules: run.rules.toSpliced(position, 1) } : undefined
    claimByRule(run, bound)
    if (fork === undefined || areRecordsLike(run, fork)) continue
    for (const next of fork.rules.slice(position)) claimByRule(fork, next)
    without.set(id, fork)
  }
  return { run, without }
}

/** Whether every record stands in both as in the other. */
const areRecordsLike = (run: RunState, other: RunState): boolean =>
  (['source', 'target'] as const).every((side) =>
    run[side].statuses.every((state, row) => state === other[side].statuses[row]),
  )
