import { rowsById } from '../match/blocks/id-order.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'

/** The open rows of a side of which near misses are looked for, the first by id, and the others. O(n log n). */
export function explainedRows(run: RunState, side: Side, open: readonly number[]): ExplainedRows {
  const { explainedCountMax } = run.work.limits
  if (open.length <= explainedCountMax) return { explained: open, beyond: [] }
  const sorted = rowsById(run[side], open)
  return { explained: sorted.slice(0, explainedCountMax), beyond: sorted.slice(explainedCountMax) }
}

interface ExplainedRows {
  readonly explained: readonly number[]
  readonly beyond: readonly number[]
}
