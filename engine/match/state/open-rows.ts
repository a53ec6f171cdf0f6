import { byteAt } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import { type SideState, status } from './run-state.ts'

/**
 * The open rows of a side, ascending. Rows never open again, so that each call reads only the rows of the call before.
 * O(rows that were open then); 4 bytes for each.
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
