import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState, SideState } from '../match/state/run-state.ts'
import { runSeenBy } from '../match/state/seen-run.ts'
import type { BySide } from '../record/side.ts'
import { deviations } from './compared.ts'
import type { CandidateLine } from './line.ts'
import { idOf } from './record-ids.ts'

/** Two compared records: a row in the rule's place of the source and one in its place of the target. */
export interface ComparedPair {
  readonly rule: BoundRule
  readonly source: number
  readonly target: number
}

export const pairLine = (run: RunState, pair: ComparedPair): CandidateLine =>
  pairLineSeen(runSeenBy(run, pair.rule), pair)

/** Like `pairLine`, but `run` is the run as the rule sees it, see `runSeenBy`. */
export function pairLineSeen(
  seen: BySide<Pick<SideState, 'table'>>,
  { rule, source, target }: ComparedPair,
): CandidateLine {
  const { side } = rule.compiled.rule
  return {
    source: idOf(seen, 'source', source),
    target: idOf(seen, 'target', target),
    ...(side !== undefined && { side }),
    ...deviations(rule, source, target),
  }
}
