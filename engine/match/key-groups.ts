import { int32At } from '../base/at.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Block, Node } from './blocks.ts'
import { type BoundRule, takesPartOf } from './bound-rule.ts'
import { type CommonGroups, commonGroups, type KeyedRows } from './common-groups.ts'
import { createKeyTable, noKey } from './key-table.ts'
import { type RunState, type SideState, status } from './run-state.ts'

/** The open records of both sides by blocking key: only keys that both sides have. */
export interface KeyGroups extends CommonGroups {
  /** The records of a group as nodes: the twins of each side together. O(records of the group). */
  block(group: number): Block
}

/**
 * Groups the records that are open now and take part in a rule by its blocking key. Groups come in the order of their
 * first source records, and records in the order in which twins pair off. O(records) time; 12 bytes a record.
 */
export function groupByKey(rule: BoundRule, run: RunState): KeyGroups {
  const keys = createKeyTable(rule.criteria, run.source.statuses.length)
  const source = keyOpenRows(rule, 'source', { state: run.source, keyOf: keys.source.put })
  const target = keyOpenRows(rule, 'target', { state: run.target, keyOf: keys.target.find })
  const groups = commonGroups({ source, target }, keys.count())
  const nodesOf = nodeMaker(rule, run)
  return {
    ...groups,
    block: (group) => ({
      source: nodesOf('source', groups.rows('source', group)),
      target: nodesOf('target', groups.rows('target', group)),
    }),
  }
}

/** The blocks of a rule over the records that are open now; only blocks with nodes on both sides. O(records). */
export function blocksOf(rule: BoundRule, run: RunState): Block[] {
  const groups = groupByKey(rule, run)
  return Array.from({ length: groups.count }, (_, group) => groups.block(group))
}

interface OpenRows {
  readonly state: SideState
  readonly keyOf: (row: number) => number
}

/** The open rows that take part and have a key, in the order in which twins pair off. */
function keyOpenRows(rule: BoundRule, side: Side, { state: { ordering, statuses }, keyOf }: OpenRows): KeyedRows {
  const takesPart = takesPartOf(rule, side)
  const rows = new Uint32Array(statuses.length)
  const keys = new Int32Array(statuses.length)
  let count = 0
  for (const row of ordering.rowsInTwinOrder) {
    if (statuses[row] !== status.open || !takesPart(row)) continue
    const key = keyOf(row)
    if (key === noKey) continue
    rows[count] = row
    keys[count] = key
    count += 1
  }
  return { rows: rows.subarray(0, count), keys: keys.subarray(0, count) }
}

/** A function that puts rows of one key together where no rule can tell them apart. */
function nodeMaker(
  { compiled: { readsId } }: BoundRule,
  run: BySide<SideState>,
): (side: Side, rows: Uint32Array) => Node[] {
  return (side, rows) => {
    // A rule that reads the id tells twins apart, so that each record is a node of its own.
    if (readsId[side]) return Array.from(rows, (row) => ({ rows: [row] }))
    const { twinClass } = run[side].ordering
    const rowsByClass = new Map<number, number[]>()
    for (const row of rows) {
      const known = rowsByClass.get(int32At(twinClass, row))
      if (known === undefined) rowsByClass.set(int32At(twinClass, row), [row])
      else known.push(row)
    }
    return [...rowsByClass.values()].map((ofNode) => ({ rows: ofNode }))
  }
}
