import type { Fault } from '../intake-limits.ts'
import type { SheetCell } from './sheet.ts'

/** Counts what the cells of a workbook come to: one text may stand in a million cells, and one cell be repeated as often. */
export interface CellBudget {
  /** Counts a cell that holds something; false when it is one too many. */
  use(cell: SheetCell): boolean
  /** Counts what a row costs beside its cells: its places, those that hold nothing included; false when it is too much. */
  useRow(cost: number): boolean
}

/** Characters of all cells, for each cell that holds something as many more as it takes, and one for its place. */
const characterCountMax = 96 * 1024 * 1024
const characterCountOfCell = 16

/** Characters of one cell: twice what programs allow. */
const cellLengthMax = 65_536

/** What a cell counts. */
export const costOf = (cell: SheetCell): number => characterCountOfCell + (typeof cell === 'string' ? cell.length : 0)

/** A budget that nothing has used yet. */
export function createCellBudget(): CellBudget {
  let left = characterCountMax
  return {
    use(cell) {
      left -= costOf(cell)
      return left >= 0 && (typeof cell !== 'string' || cell.length <= cellLengthMax)
    },
    useRow(cost) {
      left -= cost
      return left >= 0
    },
  }
}

export const cellBudgetFault: Fault = {
  code: 'dataset_too_large',
  detail: `Got a sheet whose cells hold more than ${characterCountMax / 1024 / 1024} million characters in all, or ${cellLengthMax} in one, wanted less: export as CSV, which may be larger`,
}
