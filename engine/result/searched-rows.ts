import { rowsById } from '../match/blocks/id-order.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'

/** The open rows of a side that search for near misses, the first by id, and the other open rows. O(n log n). */
export function searchedRows(run: RunState, side: Side, open: readonly number[]): SearchedRows {
  const { explainedCountMax } = run.work.limits
  if (open.length <= explainedCountMax) return { searched: open, others: [] }
  const sorted = rowsById(run[side], open)
  return { searched: sorted.slice(0, explainedCountMax), others: sorted.slice(explainedCountMax) }
}

interface SearchedRows {
  readonly searched: readonly number[]
  readonly others: readonly number[]
}
