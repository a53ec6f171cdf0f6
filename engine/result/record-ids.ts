import { at } from '../base/at.ts'
import { idRank } from '../match/blocks/id-order.ts'
import type { RunState, SideState } from '../match/state/run-state.ts'
import { recordId } from '../record/id-column.ts'
import type { BySide, Side } from '../record/side.ts'

export const idOf = (run: BySide<Pick<SideState, 'table'>>, side: Side, row: number): string =>
  recordId(run[side].table, row)

export const idsOf = (run: BySide<Pick<SideState, 'table'>>, side: Side, rows: readonly number[]): string[] =>
  rows.map((row) => idOf(run, side, row))

/** Rows of both sides, ascending by id. */
export type SideRows = BySide<readonly number[]>

export interface PlacedLine<Line> extends SideRows {
  readonly line: Line
}

/** The order of lines in a result: by source ids, then target ids. Lines without source records come last. */
export const inLineOrder =
  <Named>(compare: (side: Side, left: Named, right: Named) => number) =>
  (left: BySide<readonly Named[]>, right: BySide<readonly Named[]>): number => {
    const compareLists = (side: Side): number => {
      const [own, other] = [left[side], right[side]]
      if (own.length === 0 || other.length === 0) return Number(own.length === 0) - Number(other.length === 0)
      for (let index = 0; index < Math.min(own.length, other.length); index++) {
        const order = compare(side, at(own, index), at(other, index))
        if (order !== 0) return order
      }
      return own.length - other.length
    }
    return compareLists('source') || compareLists('target')
  }

export const byIds = (run: RunState) =>
  inLineOrder<number>((side, left, right) => idRank(run[side], left) - idRank(run[side], right))
