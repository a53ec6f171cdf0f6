import { at, numberAt } from '../base/at.ts'
import type { Side } from '../record/side.ts'
import type { BoundSum } from '../rules/criteria/bound-sum.ts'
import { type BoundRule, blockingKey } from './bound-rule.ts'
import { type RunState, type SideState, status } from './run-state.ts'

/** The twins of one side as a single node of the candidate graph: records that no rule of the run can tell apart. */
export interface Node {
  /** At least one row, in the order in which twins pair off. Every criterion reads the same of each row. */
  readonly rows: readonly number[]
}

/** The nodes of both sides that share a blocking key. */
export interface Block {
  readonly source: Node[]
  readonly target: Node[]
}

/** The blocks of a rule over the records that are open now; only blocks with nodes on both sides. O(records). */
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
  const readsId = rule.compiled.readsId[side]
  const rowsByClass = new Array<number[] | undefined>(statuses.length)
  const byKey = new Map<string, Node[]>()
  for (const row of ordering.rowsInTwinOrder) {
    if (numberAt(statuses, row) !== status.open || !takesPart(row)) continue
    const twinClass = numberAt(ordering.twinClass, row)
    // A rule that reads the id tells twins apart, so that each record is a node of its own.
    const known = readsId ? undefined : rowsByClass[twinClass]
    if (known !== undefined) {
      known.push(row)
      continue
    }
    const rows = [row]
    rowsByClass[twinClass] = rows
    const key = blockingKey(rule.criteria, side, row)
    if (key === undefined) continue
    const nodes = byKey.get(key)
    if (nodes === undefined) byKey.set(key, [{ rows }])
    else nodes.push({ rows })
  }
  return byKey
}

/** The nodes of a block whose records have every field that the terms of the rule's sum read. */
export const qualifyingNodes = (block: Block, sum: BoundSum): Block => ({
  source: block.source.filter((node) => sum.sourceUnits(firstRow(node)) !== undefined),
  target: block.target.filter((node) => sum.targetUnits(firstRow(node)) !== undefined),
})

/** The row that stands for all rows of a node. Throws a `RangeError` where there is no node. */
export function firstRow(node: Node | undefined): number {
  if (node === undefined) throw new RangeError('Got no node, wanted one of the block')
  return at(node.rows, 0)
}

/** The rows that stand for the nodes, by position: loops over pairs read 4 bytes, and not two objects, for each. */
export const firstRowsOf = (nodes: readonly Node[]): Uint32Array => Uint32Array.from(nodes, firstRow)
