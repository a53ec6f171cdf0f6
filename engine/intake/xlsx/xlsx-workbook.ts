import { createBacklog } from '../rows/backlog.ts'
import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { createCellBudget } from '../sheet/cell-budget.ts'
import type { Sheet, SheetRow, Workbook } from '../sheet/sheet.ts'
import type { CellReading } from './xlsx-cell.ts'
import { findMerges } from './xlsx-merges.ts'
import { type FindPart, type NamedPart, readPackage } from './xlsx-package.ts'
import { readXlsxSheet } from './xlsx-sheet.ts'
import { readStyles } from './xlsx-styles.ts'
import { readStrings } from './xlsx-text.ts'

/** Opens a workbook (ECMA-376, SpreadsheetML) by the path of its main part. Holds its shared texts. */
export function* openXlsx(main: string, find: FindPart): Steps<Workbook | Fault> {
  const opened = yield* readPackage(main, find)
  if ('detail' in opened) return opened
  const { is1904, isUncalculated } = opened
  const strings = yield* readStrings(opened.strings)
  const styles = yield* readStyles(opened.styles)
  if ('detail' in strings) return strings
  if ('detail' in styles) return styles
  return { sheets: opened.sheets.map((part) => sheetOf(part, { strings, styles, is1904, isUncalculated })) }
}

function sheetOf({ name, isHidden, file }: NamedPart, reading: CellReading): Sheet {
  return {
    name,
    isHidden,
    *hasData() {
      let hasData = false
      const own = { ...reading, merges: new Map(), budget: createCellBudget() }
      const take = (row: SheetRow): boolean => {
        hasData = holdsSomething(row)
        return !hasData
      }
      return (yield* readXlsxSheet(file, own, { take, backlog: createBacklog(() => false) })) ?? hasData
    },
    *read(taker) {
      const merges = yield* findMerges(file)
      if ('detail' in merges) return merges
      return yield* readXlsxSheet(file, { ...reading, merges, budget: createCellBudget() }, taker)
    },
  }
}

const holdsSomething = ({ cells }: SheetRow): boolean =>
  cells.some((cell) => cell !== undefined && (typeof cell !== 'string' || cell.trim() !== ''))
