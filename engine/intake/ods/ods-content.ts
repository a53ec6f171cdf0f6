import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import type { CellBudget } from '../sheet/cell-budget.ts'
import { readPart } from '../sheet/read-part.ts'
import type { RowTaker } from '../sheet/sheet.ts'
import type { XmlElement } from '../xml/xml-reader.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import { type OdsCell, odsCellOf, readOdsCell } from './ods-cell.ts'
import { createOdsRows } from './ods-rows.ts'
import { createParagraphText } from './ods-text.ts'

interface TableTaker extends RowTaker {
  open(name: string, isHidden: boolean): boolean
  isDone(): boolean
}

/** Reads the content of a spreadsheet (OpenDocument 1.3 part 3 §9.1). */
export function* readOdsContent(file: ZipFile, budget: CellBudget, taker: TableTaker): Steps<Fault | undefined> {
  const rows = createOdsRows(budget, taker)
  const text = createParagraphText()
  const hiddenStyles = new Set<string>()
  let style = ''
  /** Tables may stand inside the cells of tables. */
  let depth = 0
  let cell: OdsCell | undefined

  const xml = {
    open(name: string, element: XmlElement): void {
      const { attribute } = element
      if (cell !== undefined) text.open(name, element)
      if (name === 'table') {
        depth += 1
        if (depth === 1)
          rows.openTable(taker.open(attribute('name') ?? '', hiddenStyles.has(attribute('style-name') ?? '')))
      } else if (depth === 0) {
        if (name === 'style') style = attribute('name') ?? ''
        if (name === 'table-properties' && attribute('display') === 'false' && hiddenStyles.size < styleCountMax)
          hiddenStyles.add(style)
      } else if (depth === 1 && cell === undefined && rows.isWanted()) {
        if (name === 'table-row') rows.openRow(attribute('number-rows-repeated'))
        else if (isCell(name)) {
          cell = odsCellOf(element)
          rows.openCell(element)
        }
      }
    },
    text(more: string): void {
      if (cell !== undefined) text.text(more)
    },
    close(name: string): void {
      if (name === 'table') depth -= 1
      else if (depth === 1 && name === 'table-row' && rows.isWanted()) rows.closeRow()
      if (cell === undefined) return
      if (depth === 1 && isCell(name)) {
        rows.put(readOdsCell(cell, text.take()))
        cell = undefined
      } else text.close()
    },
    isDone: () => rows.fault() !== undefined || (taker.isDone() && (depth === 0 || !rows.isWanted())),
  }
  return (yield* readPart(file, xml, taker.backlog)) ?? rows.fault()
}

/** Programs write one style for each table. */
const styleCountMax = 10_000

const isCell = (name: string): boolean => name === 'table-cell' || name === 'covered-table-cell'
