import type { Fault } from '../rows/intake-limits.ts'
import type { SheetCell } from './sheet.ts'

/** Bounds the memory of cells: one text may be in a million cells, and one cell repeated a million times. */
export interface CellBudget {
  use(cell: SheetCell): boolean
  /** Counts the cells of a row, and `cost` for cells that `use` has not counted. False if the budget is used up. */
  useRow(width: number, cost?: number): boolean
}

const characterCountMax = 96 * 1024 * 1024
const characterCountOfCell = 16
const characterCountOfPlace = 8

/** The most characters of a cell: twice what programs allow. Readers may stop collecting a longer text. */
export const cellLengthMax = 65_536

export const costOf = (cell: SheetCell): number => characterCountOfCell + (typeof cell === 'string' ? cell.length : 0)

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
