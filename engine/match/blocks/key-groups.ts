import { byteAt, int32At, uint32At } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { type RunState, type SideState, status } from '../state/run-state.ts'
import type { Block, Node } from './blocks.ts'
import { type CommonGroups, commonGroups } from './common-groups.ts'
import { keyRows } from './key-table.ts'

export interface KeyGroups extends CommonGroups {
  block(group: number): Block
}

/**
 * Groups the open records that take part in a rule by their blocking key. Keys that only one side has are left out.
 * Rows of a group ascend, rows of a block are in twin order. O(open records).
 */
export function groupByKey(rule: BoundRule, run: RunState): KeyGroups {
  const { keyCount, ...keyed } = keyRows(rule, { source: openRowsOf(run.source), target: openRowsOf(run.target) })
  const groups = commonGroups(keyed, keyCount)
  const nodesOf = nodeMaker(rule, run)
  return {
    ...groups,
    block: (group) => ({
      source: nodesOf('source', groups.rows('source', group)),
      target: nodesOf('target', groups.rows('target', group)),
    }),
  }
}

export function blocksOf(rule: BoundRule, run: RunState): Block[] {
  const groups = groupByKey(rule, run)
  return Array.from({ length: groups.count }, (_, group) => groups.block(group))
}

function nodeMaker(
  { compiled: { readsId } }: BoundRule,
  run: BySide<SideState>,
): (side: Side, rows: Uint32Array) => Node[] {
  return (side, rows) => {
    const { twinsAmong, twinRank } = run[side].ordering
    const inTwinOrder = rows.length === 1 ? rows : rows.toSorted((a, b) => int32At(twinRank, a) - int32At(twinRank, b))
    const lists = readsId[side] ? Array.from(inTwinOrder, (row) => [row]) : twinsAmong(inTwinOrder)
    return lists.map((ofNode) => ({ rows: ofNode }))
  }
}

/**
 * The open rows of a side, ascending. A closed row never opens again, so each call reads only the rows that the last
 * call returned.
 */
function openRowsOf({ statuses }: SideState): Uint32Array {
  const before = knownOpenRows.get(statuses) ?? indicesUpTo(statuses.length)
  const open = new Uint32Array(before.length)
  let count = 0
  for (let place = 0; place < before.length; place++) {
    const row = uint32At(before, place)
    if (byteAt(statuses, row) === status.open) open[count++] = row
  }
  const left = count === before.length ? before : open.slice(0, count)
  knownOpenRows.set(statuses, left)
  return left
}

const knownOpenRows = new WeakMap<Uint8Array, Uint32Array>()
