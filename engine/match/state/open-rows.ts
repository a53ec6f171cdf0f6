import { byteAt } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import { type SideState, status } from './run-state.ts'

/**
 * The open rows of a side, ascending. A row that is open no longer is so for good, so that each call looks at the rows of
 * the call before only. O(rows that were open then); 4 bytes for each.
 */
export function openRowsOf({ statuses }: SideState): Uint32Array {
  const before = knownOpenRows.get(statuses) ?? indicesUpTo(statuses.length)
  const open = new Uint32Array(before.length)
  let count = 0
  for (const row of before) if (byteAt(statuses, row) === status.open) open[count++] = row
  const left = count === before.length ? before : open.slice(0, count)
  knownOpenRows.set(statuses, left)
  return left
}

const knownOpenRows = new WeakMap<Uint8Array, Uint32Array>()
