import { type BoundRule, blockingKey, type Side } from './bound-rule.ts'
import { type RunState, type SideState, status } from './run-state.ts'

/** Twins are one node: rows that no rule can tell apart, in the order in which they pair off. */
export interface Node {
  /** The first row stands for all: every criterion reads the same of each. */
  readonly rows: readonly number[]
}

/** The nodes of both sides that share a blocking key. */
export interface Block {
  readonly source: Node[]
  readonly target: Node[]
}

/** The blocks of a rule over the records that are open now; only those with nodes on both sides. O(records). */
export function blocksOf(rule: BoundRule, run: RunState): Block[] {
  const blocks = new Map<string, Block>()
  for (const side of ['source', 'target'] as const) {
    for (const [key, nodes] of nodesByKey(rule, side, run[side])) {
      const block = blocks.get(key)
      if (side === 'source') blocks.set(key, { source: nodes, target: [] })
      else if (block !== undefined) blocks.set(key, { ...block, target: nodes })
    }
  }
  return [...blocks.values()].filter((block) => block.target.length > 0)
}

function nodesByKey(rule: BoundRule, side: Side, { ordering, statuses }: SideState): Map<string, Node[]> {
  const takesPart = side === 'source' ? rule.sourceTakesPart : rule.targetTakesPart
  const distinct = rule.compiled.readsId[side]
  const rowsByClass = new Map<number, number[]>()
  const nodesByKey = new Map<string, Node[]>()
  for (const row of ordering.rowsInTwinOrder) {
    if (statuses[row] !== status.open || !takesPart(row)) continue
    const known = distinct ? undefined : rowsByClass.get(ordering.twinClass[row] ?? -1)
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const rows = [row]
    rowsByClass.set(ordering.twinClass[row] ?? -1, rows)
    const key = blockingKey(rule.criteria, side, row)
    if (key === undefined) continue
    const nodes = nodesByKey.get(key)
    if (nodes === undefined) nodesByKey.set(key, [{ rows }])
    else nodes.push({ rows })
  }
  return nodesByKey
}

/** The row that stands for a node. */
export function firstRow(node: Node | undefined): number {
  const row = node?.rows[0]
  if (row === undefined) throw new RangeError('A node has rows')
  return row
}
