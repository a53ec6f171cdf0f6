import { at } from '../base/at.ts'
import { idRank } from '../match/blocks/id-order.ts'
import type { RunState, SideState } from '../match/state/run-state.ts'
import { recordId } from '../record/id-column.ts'
import type { BySide, Side } from '../record/side.ts'

export const idOf = (run: BySide<Pick<SideState, 'table'>>, side: Side, row: number): string =>
  recordId(run[side].table, row)

export const idsOf = (run: RunState, side: Side, rows: readonly number[]): string[] =>
  rows.map((row) => idOf(run, side, row))

/** Rows of both sides, ascending by id. */
export interface SideRows {
  readonly source: readonly number[]
  readonly target: readonly number[]
}

export interface PlacedLine<Line> extends SideRows {
  readonly line: Line
}

/** The order of lines in a result: by source ids, then target ids. Lines without source records come last. */
export const byIds =
  (run: RunState) =>
  (left: SideRows, right: SideRows): number =>
    compareRows(run.source, left.source, right.source) || compareRows(run.target, left.target, right.target)

function compareRows(side: SideState, left: readonly number[], right: readonly number[]): number {
  if (left.length === 0 || right.length === 0) return Number(left.length === 0) - Number(right.length === 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = idRank(side, at(left, index)) - idRank(side, at(right, index))
    if (order !== 0) return order
  }
  return left.length - right.length
}
