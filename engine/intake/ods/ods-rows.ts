import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { type CellBudget, cellBudgetFault, costOf } from '../sheet/cell-budget.ts'
import { type Merge, type RowTaker, type SheetCell, sheetLimits } from '../sheet/sheet.ts'
import type { XmlElement } from '../xml/xml-reader.ts'
import { zipFault } from '../zip/zip-limits.ts'

/** Puts the cells of tables in their places. A cell and a row may stand for many equal ones. */
interface OdsRows {
  openTable(isWanted: boolean): void
  openRow(repeated: string | undefined): void
  openCell(element: XmlElement): void
  put(cell: SheetCell | undefined): void
  closeRow(): void
  isWanted(): boolean
  fault(): Fault | undefined
}

/** Merges below this row, or beyond this many merged columns in all, are not kept: only headers need them. */
const mergeWidthMax = 100_000
const mergeRowMax = 1_000

export function createOdsRows(budget: CellBudget, { take, backlog }: RowTaker): OdsRows {
  let [number, rowCount, column, cellCount, rowCost, isWanted] = [1, 1, 0, 1, 0, false]
  let cells: (SheetCell | undefined)[] = []
  const merges = createMerges()
  let fault: Fault | undefined
  const refuse = (found: Fault): void => {
    fault ??= found
    isWanted = false
  }
  const countOf = (repeated: string | undefined): number => {
    const count = countIn(repeated)
    if (count === undefined) refuse(badCount)
    return count ?? 1
  }
  const rowsUpTo = function* (end: number): Steps<void> {
    for (let cost = 0; number < end && isWanted; number++, cost = rowCost) {
      // `put` has counted the cells of the first of these rows.
      if (!budget.useRow(cells.length, cost)) return refuse(cellBudgetFault)
      isWanted = take({ number, cells, merges: merges.list() }) && isWanted
      yield
    }
  }
  return {
    openTable(isWantedNow) {
      number = 1
      isWanted = isWantedNow && fault === undefined
    },
    openRow(repeated) {
      rowCount = countOf(repeated)
      ;[column, rowCost, cells] = [0, 0, []]
      merges.clear()
    },
    openCell(element) {
      cellCount = countOf(element.attribute('number-columns-repeated'))
      merges.add(element, { column, number })
    },
    put(cell) {
      const end = column + cellCount
      const isBlank = cell === undefined || (typeof cell === 'string' && cell.trim() === '')
      if (!isBlank && end > sheetLimits.columnCount) refuse(beyond('columns', sheetLimits.columnCount))
      // Fills holes, which would make a list slow.
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
      if (cells.length > 0) backlog.add(rowsUpTo(end))
      else number = end
    },
    isWanted: () => isWanted,
    fault: () => fault,
  }
}

function countIn(repeated: string | undefined): number | undefined {
  const count = Number(repeated ?? '1')
  return Number.isInteger(count) && count >= 1 ? count : undefined
}

function createMerges() {
  let width = 0
  let merges: Merge[] = []
  return {
    clear(): void {
      merges = []
    },
    add({ attribute }: XmlElement, { column: left, number }: { column: number; number: number }): void {
      const columns = countIn(attribute('number-columns-spanned')) ?? 1
      const rows = countIn(attribute('number-rows-spanned')) ?? 1
      if (columns === 1 && rows === 1) return
      const right = Math.min(left + columns, sheetLimits.columnCount) - 1
      width += right - left + 1
      if (number <= mergeRowMax && width <= mergeWidthMax) merges.push({ left, right, bottom: number + rows - 1 })
    },
    list: (): readonly Merge[] => merges,
  }
}

const badCount = zipFault('Got cells that are repeated by no number, wanted a workbook as spreadsheet programs save it')

const beyond = (what: string, count: number): Fault =>
  zipFault(`Got a sheet of more than ${count} ${what}, wanted at most that`)
