import { at } from '../../base/at.ts'
import type { BySide } from '../../record/side.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { Rows } from '../state/run-state.ts'

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

/** The nodes of a block whose records have every field that the terms of the rule's sum read. */
export const qualifyingNodes = (block: Block, sum: BoundSum): Block => ({
  source: block.source.filter((node) => sum.sourceUnits(firstRow(node)) !== undefined),
  target: block.target.filter((node) => sum.targetUnits(firstRow(node)) !== undefined),
})

/** The rows of all nodes, side by side. */
export const rowsOfBlock = ({ source, target }: BySide<readonly Node[]>): Rows => ({
  source: source.flatMap(({ rows }) => rows),
  target: target.flatMap(({ rows }) => rows),
})

/** The records of both sides. */
export const countRecords = ({ source, target }: BySide<readonly Node[]>): number =>
  [...source, ...target].reduce((count, { rows }) => count + rows.length, 0)

/** The row that stands for all rows of a node. Throws a `RangeError` where there is no node. */
export function firstRow(node: Node | undefined): number {
  if (node === undefined) throw new RangeError('Got no node, wanted one of the block')
  return at(node.rows, 0)
}

/** The rows that stand for the nodes, by position: loops over pairs read 4 bytes, and not two objects, for each. */
export const firstRowsOf = (nodes: readonly Node[]): Uint32Array => Uint32Array.from(nodes, firstRow)
