import { at } from '../../base/at.ts'
import type { BySide } from '../../record/side.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { Rows } from '../state/run-state.ts'

/** Twins of one side: records that no rule of the run can tell apart. */
export interface Node {
  /** At least one row. Twins are paired in this order. */
  readonly rows: readonly number[]
}

export interface Block {
  readonly source: Node[]
  readonly target: Node[]
}

export const qualifyingNodes = (block: Block, sum: BoundSum): Block => ({
  source: block.source.filter((node) => sum.sourceUnits(firstRow(node)) !== undefined),
  target: block.target.filter((node) => sum.targetUnits(firstRow(node)) !== undefined),
})

export const rowsOfBlock = ({ source, target }: BySide<readonly Node[]>): Rows => ({
  source: source.flatMap(({ rows }) => rows),
  target: target.flatMap(({ rows }) => rows),
})

export const countRecords = ({ source, target }: BySide<readonly Node[]>): number =>
  [...source, ...target].reduce((count, { rows }) => count + rows.length, 0)

export function firstRow(node: Node | undefined): number {
  if (node === undefined) throw new RangeError('Got no node, wanted one of the block')
  return at(node.rows, 0)
}

/**
 * The first row of each node. Loops over pairs read this array instead of the nodes: 4 bytes a node, not two objects.
 */
export const firstRowsOf = (nodes: readonly Node[]): Uint32Array => Uint32Array.from(nodes, firstRow)
