import type { BoundRule } from '../match/state/bound-rule.ts'
import type { RunState, SideState } from '../match/state/run-state.ts'
import { runSeenBy } from '../match/state/seen-run.ts'
import type { BySide } from '../record/side.ts'
import { deviations } from './compared.ts'
import type { CandidateLine } from './line.ts'
import { idOf } from './record-ids.ts'

/** Two records that a rule compared, as rows in its two places. */
export interface ComparedPair {
  readonly rule: BoundRule
  readonly source: number
  readonly target: number
}

/** The two records of a pair, and how far they are apart under its rule. */
export const pairLine = (run: RunState, pair: ComparedPair): CandidateLine =>
  pairLineSeen(runSeenBy(run, pair.rule), pair)

/** The same of records by their places in the rule. */
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
