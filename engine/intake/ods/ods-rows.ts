import type { Fault } from '../intake-limits.ts'
import { type CellBudget, cellBudgetFault, costOf } from '../sheet/cell-budget.ts'
import { type Merge, type SheetCell, type SheetRow, sheetLimits } from '../sheet/sheet.ts'
import type { XmlElement } from '../xml/xml-reader.ts'
import { zipFault } from '../zip/zip-limits.ts'

/** Puts the cells of tables in their places. A cell and a row may stand for many that are alike. */
export interface OdsRows {
  openTable(isWanted: boolean): void
  openRow(repeated: string | undefined): void
  openCell(element: XmlElement): void
  put(cell: SheetCell | undefined): void
  closeRow(): void
  /** Whether rows of the table that was opened last are wanted. */
  isWanted(): boolean
  fault(): Fault | undefined
}

/** Columns that merged cells cover, and the rows that headers are in: as many are kept. */
const mergeWidthMax = 100_000
const mergeRowMax = 1_000

/** Rows without a table yet. `take` says whether more of the table's are wanted. */
export function createOdsRows(budget: CellBudget, take: (row: SheetRow) => boolean): OdsRows {
  let [number, rowCount, column, cellCount, rowCost, mergeWidth] = [1, 1, 0, 1, 0, 0]
  let cells: (SheetCell | undefined)[] = []
  let merges: Merge[] = []
  let isWanted = false
  let fault: Fault | undefined
  const refuse = (found: Fault): void => {
    fault ??= found
    isWanted = false
  }
  const countOf = (repeated: string | undefined): number => {
    const count = Number(repeated ?? '1')
    if (Number.isInteger(count) && count >= 1) return count
    refuse(zipFault(`Got cells that are repeated ${JSON.stringify(repeated)} times, wanted a number`))
    return 1
  }
  const addMerge = ({ attribute }: XmlElement): void => {
    const width = countOf(attribute('number-columns-spanned'))
    const height = countOf(attribute('number-rows-spanned'))
    const right = Math.min(column + width, sheetLimits.columnCount) - 1
    mergeWidth += right - column + 1
    if (number <= mergeRowMax && mergeWidth <= mergeWidthMax)
      merges.push({ left: column, right, bottom: number + height - 1 })
  }
  return {
    openTable(isWantedNow) {
      number = 1
      isWanted = isWantedNow && fault === undefined
    },
    openRow(repeated) {
      rowCount = countOf(repeated)
      column = 0
      rowCost = 0
      cells = []
      merges = []
    },
    openCell(element) {
      cellCount = countOf(element.attribute('number-columns-repeated'))
      const isMerged = ['number-columns-spanned', 'number-rows-spanned'].some(
        (name) => (element.attribute(name) ?? '1') !== '1',
      )
      if (isMerged) addMerge(element)
    },
    put(cell) {
      const end = column + cellCount
      const isBlank = cell === undefined || (typeof cell === 'string' && cell.trim() === '')
      if (!isBlank && end > sheetLimits.columnCount) refuse(beyond('columns', sheetLimits.columnCount))
      // Without holes, in which a list would be slow.
      while (!isBlank && cells.length < column && isWanted) cells.push(undefined)
      for (; !isBlank && column < end && isWanted; column++) {
        if (!budget.use(cell)) return refuse(cellBudgetFault)
        cells[column] = cell
        rowCost += costOf(cell)
      }
      column = end
    },
    closeRow() {
      const end = number + rowCount
      if (cells.length > 0 && end - 1 > sheetLimits.rowCount) refuse(beyond('rows', sheetLimits.rowCount))
      for (; cells.length > 0 && number < end && isWanted; number++) {
        // The cells of the first of them are counted.
        const isFirst = number === end - rowCount
        if (!budget.useRow(cells.length, isFirst ? 0 : rowCost)) return refuse(cellBudgetFault)
        isWanted = take({ number, cells, merges }) && isWanted
      }
      number = end
    },
    isWanted: () => isWanted,
    fault: () => fault,
  }
}

const beyond = (what: string, count: number): Fault =>
  zipFault(`Got a sheet of more than ${count} ${what}, wanted at most that`)
