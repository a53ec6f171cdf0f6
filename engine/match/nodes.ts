import type { BoundSum } from '../rules/criteria/bound-sum.ts'
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
  const targets = nodesByKey(rule, 'target', run.target)
  const blocks: Block[] = []
  for (const [key, source] of nodesByKey(rule, 'source', run.source)) {
    const target = targets.get(key)
    if (target !== undefined) blocks.push({ source, target })
  }
  return blocks
}

function nodesByKey(rule: BoundRule, side: Side, { ordering, statuses }: SideState): Map<string, Node[]> {
  const takesPart = side === 'source' ? rule.sourceTakesPart : rule.targetTakesPart
  const distinct = rule.compiled.readsId[side]
  const rowsByClass = new Array<number[] | undefined>(statuses.length)
  const nodesByKey = new Map<string, Node[]>()
  for (const row of ordering.rowsInTwinOrder) {
    if (statuses[row] !== status.open || !takesPart(row)) continue
    const twinClass = ordering.twinClass[row] ?? 0
    const known = distinct ? undefined : rowsByClass[twinClass]
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const rows = [row]
    rowsByClass[twinClass] = rows
    const key = blockingKey(rule.criteria, side, row)
    if (key === undefined) continue
    const nodes = nodesByKey.get(key)
    if (nodes === undefined) nodesByKey.set(key, [{ rows }])
    else nodes.push({ rows })
  }
  return nodesByKey
}

/** The nodes whose records have every field that the terms read. */
export const qualified = (block: Block, sum: BoundSum): Block => ({
  source: block.source.filter((node) => sum.sourceUnits(firstRow(node)) !== undefined),
  target: block.target.filter((node) => sum.targetUnits(firstRow(node)) !== undefined),
})

/** The row that stands for a node. */
export function firstRow(node: Node | undefined): number {
  const row = node?.rows[0]
  if (row === undefined) throw new RangeError('A node has rows')
  return row
}
