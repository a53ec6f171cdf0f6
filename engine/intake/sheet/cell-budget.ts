import type { Fault } from '../rows/intake-limits.ts'
import type { SheetCell } from './sheet.ts'

/** Counts what the cells of a workbook come to: one text may stand in a million cells, and one cell be repeated as often. */
export interface CellBudget {
  /** Counts a cell that holds something; false when it is one too many. */
  use(cell: SheetCell): boolean
  /** Counts the places of a row, and what its cells cost where they are not counted yet; false when it is too much. */
  useRow(width: number, cost?: number): boolean
}

/** Characters of all cells, and for each place of a cell as many more as it takes, whether it holds something or not. */
const characterCountMax = 96 * 1024 * 1024
const characterCountOfCell = 16
const characterCountOfPlace = 8

/** Characters of one cell: twice what programs allow. Whoever collects a longer text need not go on. */
export const cellLengthMax = 65_536

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
    useRow(width, cost = 0) {
      left -= characterCountOfPlace * width + cost
      return left >= 0
    },
  }
}

export const cellBudgetFault: Fault = {
  code: 'dataset_too_large',
  detail: `Got a sheet whose cells hold more than ${characterCountMax / 1024 / 1024} million characters in all, or ${cellLengthMax} in one, wanted less: export as CSV, which may be larger`,
}
