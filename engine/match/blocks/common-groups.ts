import { int32At, uint32At } from '../../base/at.ts'
import type { BySide, Side } from '../../record/side.ts'
import { type KeyedRows, noKey } from './key-table.ts'

/** The rows of both sides by key. Only keys that both sides have make a group; groups ascend by the key's number. */
export interface CommonGroups {
  readonly count: number
  rows(side: Side, group: number): Uint32Array
  size(side: Side, group: number): number
  row(side: Side, group: number, index: number): number
}

/** Requires that every key is below `keyCount`. O(rows + keys). */
export function commonGroups(keyed: BySide<KeyedRows>, keyCount: number): CommonGroups {
  const counts = { source: countByKey(keyed.source, keyCount), target: countByKey(keyed.target, keyCount) }
  /** The rows of group `g` are `rows[starts[g] .. starts[g + 1])`. */
  const starts = { source: new Uint32Array(keyCount + 1), target: new Uint32Array(keyCount + 1) }
  const groupOfKey = new Int32Array(keyCount).fill(noKey)
  let count = 0
  for (let key = 0; key < keyCount; key++) {
    const [ofSource, ofTarget] = [uint32At(counts.source, key), uint32At(counts.target, key)]
    if (ofSource === 0 || ofTarget === 0) continue
    groupOfKey[key] = count
    starts.source[count + 1] = uint32At(starts.source, count) + ofSource
    starts.target[count + 1] = uint32At(starts.target, count) + ofTarget
    count += 1
  }
  const rows = {
    source: rowsByGroup(keyed.source, groupOfKey, starts.source.slice(0, count + 1)),
    target: rowsByGroup(keyed.target, groupOfKey, starts.target.slice(0, count + 1)),
  }
  return {
    count,
    rows: (side, group) => rows[side].subarray(uint32At(starts[side], group), uint32At(starts[side], group + 1)),
    size: (side, group) => uint32At(starts[side], group + 1) - uint32At(starts[side], group),
    row: (side, group, index) => uint32At(rows[side], uint32At(starts[side], group) + index),
  }
}

function countByKey({ keys }: KeyedRows, keyCount: number): Uint32Array {
  const counts = new Uint32Array(keyCount)
  for (let place = 0; place < keys.length; place++) {
    const key = int32At(keys, place)
    counts[key] = uint32At(counts, key) + 1
  }
  return counts
}

/** `next` has the start of each group, and is changed. */
function rowsByGroup(keyed: KeyedRows, groupOfKey: Int32Array, next: Uint32Array): Uint32Array {
  const rows = new Uint32Array(uint32At(next, next.length - 1))
  for (let place = 0; place < keyed.rows.length; place++) {
    const group = int32At(groupOfKey, int32At(keyed.keys, place))
    if (group === noKey) continue
    const free = uint32At(next, group)
    rows[free] = uint32At(keyed.rows, place)
    next[group] = free + 1
  }
  return rows
}
