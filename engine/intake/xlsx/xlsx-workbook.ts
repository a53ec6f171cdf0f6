import { createBacklog } from '../rows/backlog.ts'
import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { createCellBudget } from '../sheet/cell-budget.ts'
import { cellPlace, type Merge, type Sheet, type SheetRow, type Workbook } from '../sheet/sheet.ts'
import type { ZipFile } from '../zip/zip-archive.ts'
import type { CellReading } from './xlsx-cell.ts'
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

/** Merged cells matter only in headers, which are among the first rows. */
const rowMax = 1_000
const widthMax = 100_000

const mergePattern = /<(?:\w+:)?mergeCell\s[^>]*?\bref=["']([A-Z]+\d+):([A-Z]+\d+)["'][^>]*>/g
const tagLengthMax = 200

/**
 * The merges by their first row. The file lists them behind all rows, but the header needs them, so the text of the
 * file is searched ahead.
 */
function* findMerges(file: ZipFile): Steps<ReadonlyMap<number, readonly Merge[]> | Fault> {
  const merges = new Map<number, Merge[]>()
  const decoder = new TextDecoder('utf-8')
  let width = 0
  let tail = ''
  const fault = yield* file.unpack((part) => {
    const text = tail + decoder.decode(part, { stream: true })
    const open = text.lastIndexOf('<')
    tail = open < 0 ? '' : text.slice(open).slice(0, tagLengthMax)
    const searched = text.includes('mergeCell') ? (open < 0 ? text : text.slice(0, open)) : ''
    for (const [, from = '', to = ''] of searched.matchAll(mergePattern)) {
      const [first, last] = [cellPlace(from), cellPlace(to)]
      if (first === undefined || last === undefined || first.row > rowMax) continue
      const merge = { left: first.column, right: last.column, bottom: last.row }
      const inRow = merges.get(first.row)
      if (inRow === undefined) merges.set(first.row, [merge])
      else inRow.push(merge)
      width += merge.right - merge.left + 1
      if (width > widthMax) return false
    }
    return true
  })
  return fault ?? merges
}
