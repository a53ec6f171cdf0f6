import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { type CellBudget, cellBudgetFault } from '../sheet/cell-budget.ts'
import { readPart } from '../sheet/read-part.ts'
import { cellPlace, type Merge, type RowTaker, type SheetCell, sheetLimits } from '../sheet/sheet.ts'
import type { XmlElement } from '../xml/xml-reader.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import { zipFault } from '../zip/zip-limits.ts'
import { type CellReading, readXlsxCell } from './xlsx-cell.ts'
import { createRunText } from './xlsx-text.ts'

interface SheetReading extends CellReading {
  readonly merges: ReadonlyMap<number, readonly Merge[]>
  readonly budget: CellBudget
}

/** Reads the rows of a worksheet that are not empty (ECMA-376 part 1 §18.3.1.73). */
export function* readXlsxSheet(
  file: ZipFile,
  reading: SheetReading,
  { take, backlog }: RowTaker,
): Steps<Fault | undefined> {
  const grid = createGrid(reading, take)
  const inline = createRunText()
  let cell: { type: string; style: number; value: string; isFormula: boolean } | undefined
  let isValue = false
  let isData = false

  const open = (name: string, element: XmlElement): void => {
    if (name === 'sheetData') isData = true
    if (!isData) return
    if (name === 'row') grid.openRow(element.attribute('r'))
    else if (name === 'c') {
      grid.openCell(element.attribute('r'))
      const style = Number(element.attribute('s') ?? '0')
      cell = { type: element.attribute('t') ?? 'n', style, value: '', isFormula: false }
      inline.take()
    } else if (cell !== undefined) {
      isValue = name === 'v'
      if (name === 'f') cell.isFormula = true
      inline.open(name)
    }
  }
  const xml = {
    open,
    text(text: string): void {
      if (cell === undefined) return
      if (isValue) cell.value += text
      else inline.text(text)
    },
    close(name: string): void {
      if (name === 'sheetData') isData = false
      if (!isData) return
      if (name === 'row') grid.closeRow()
      else if (name === 'c' && cell !== undefined) {
        const isInline = cell.type === 'inlineStr'
        grid.put(readXlsxCell({ ...cell, inline: isInline ? inline.take() : '' }, reading))
        cell = undefined
      } else {
        isValue = false
        inline.close(name)
      }
    },
    isDone: grid.isDone,
  }
  return (yield* readPart(file, xml, backlog)) ?? grid.fault()
}

/** Puts cells in their places. A row or a cell without a reference follows the one before. */
function createGrid({ merges, budget }: SheetReading, take: RowTaker['take']) {
  let number = 0
  let column = -1
  let cells: (SheetCell | undefined)[] = []
  let isDone = false
  let fault: Fault | undefined
  const refuse = (found: Fault): void => {
    fault ??= found
    isDone = true
  }
  const misplaced = (what: string): void =>
    refuse(zipFault(`Got ${what} out of order or of no sheet, wanted a workbook as spreadsheet programs save it`))
  return {
    openRow(reference: string | undefined) {
      const next = reference === undefined ? number + 1 : Number(reference)
      if (!Number.isInteger(next) || next <= number || next > sheetLimits.rowCount) return misplaced(`row ${next}`)
      number = next
      column = -1
      cells = []
    },
    openCell(reference: string | undefined) {
      const place = reference === undefined ? { column: column + 1, row: number } : cellPlace(reference)
      const isFree = place !== undefined && place.row === number && cells[place.column] === undefined
      if (!isFree || place.column >= sheetLimits.columnCount) return misplaced(`the cell ${reference ?? column + 1}`)
      column = place.column
    },
    put(cell: SheetCell | undefined) {
      if (cell === undefined || isDone) return
      if (!budget.use(cell)) return refuse(cellBudgetFault)
      // Fills holes, which would make a list slow.
      while (cells.length < column) cells.push(undefined)
      cells[column] = cell
    },
    closeRow() {
      if (isDone || cells.length === 0) return
      if (!budget.useRow(cells.length)) return refuse(cellBudgetFault)
      isDone = !take({ number, cells, merges: merges.get(number) ?? [] })
    },
    isDone: () => isDone,
    fault: () => fault,
  }
}
