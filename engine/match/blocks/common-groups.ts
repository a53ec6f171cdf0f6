import { int32At, uint32At } from '../../base/at.ts'
import type { BySide, Side } from '../../record/side.ts'
import { noKey } from './key-table.ts'

export interface KeyedRows {
  readonly rows: Uint32Array
  readonly keys: Int32Array
}

/** The rows of both sides by key. Only keys that both sides have make a group; groups ascend by the key's number. */
export interface CommonGroups {
  readonly count: number
  rows(side: Side, group: number): Uint32Array
  size(side: Side, group: number): number
  first(side: Side, group: number): number
}

/** Requires that every key is below `keyCount`. O(rows + keys). */
export function commonGroups(keyed: BySide<KeyedRows>, keyCount: number): CommonGroups {
  const [ofSource, ofTarget] = [countByKey(keyed.source, keyCount), countByKey(keyed.target, keyCount)]
  const groupOfKey = new Int32Array(keyCount).fill(noKey)
  let count = 0
  for (let key = 0; key < keyCount; key++)
    if (uint32At(ofSource, key) > 0 && uint32At(ofTarget, key) > 0) groupOfKey[key] = count++
  const groups = {
    source: rowsByGroup(keyed.source, { groupOfKey, count }),
    target: rowsByGroup(keyed.target, { groupOfKey, count }),
  }
  return {
    count,
    rows(side, group) {
      const { rows, starts } = groups[side]
      return rows.subarray(uint32At(starts, group), uint32At(starts, group + 1))
    },
    size: (side, group) => uint32At(groups[side].starts, group + 1) - uint32At(groups[side].starts, group),
    first: (side, group) => uint32At(groups[side].rows, uint32At(groups[side].starts, group)),
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

interface Groups {
  readonly groupOfKey: Int32Array
  readonly count: number
}

/** The rows of group `g` are `rows[starts[g] .. starts[g + 1])`. */
interface GroupedRows {
  readonly rows: Uint32Array
  readonly starts: Uint32Array
}

function rowsByGroup(keyed: KeyedRows, { groupOfKey, count }: Groups): GroupedRows {
  const groups = keyed.keys.map((key) => int32At(groupOfKey, key))
  const starts = new Uint32Array(count + 1)
  for (let place = 0; place < groups.length; place++) {
    const group = int32At(groups, place)
    if (group !== noKey) starts[group + 1] = uint32At(starts, group + 1) + 1
  }
  for (let group = 1; group <= count; group++) starts[group] = uint32At(starts, group) + uint32At(starts, group - 1)
  const next = starts.slice()
  const rows = new Uint32Array(uint32At(starts, count))
  for (let place = 0; place < groups.length; place++) {
    const group = int32At(groups, place)
    if (group === noKey) continue
    const free = uint32At(next, group)
    rows[free] = uint32At(keyed.rows, place)
    next[group] = free + 1
  }
  return { rows, starts }
}
