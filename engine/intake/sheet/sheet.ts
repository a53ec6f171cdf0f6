import type { Backlog } from '../rows/backlog.ts'
import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'

export interface Workbook {
  readonly sheets: readonly Sheet[]
}

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  hasData(): Steps<boolean | Fault>
  read(taker: RowTaker): Steps<Fault | undefined>
}

export interface RowTaker {
  take(row: SheetRow): boolean
  readonly backlog: Backlog
}

export interface SheetRow {
  /** The number of the row, from 1, as programs show it. */
  readonly number: number
  /** Indexed by column; undefined for an empty cell. */
  readonly cells: readonly (SheetCell | undefined)[]
  readonly merges: readonly Merge[]
}

/** Merged cells: the first has the value. Columns count from 0; both ends are included. */
export interface Merge {
  readonly left: number
  readonly right: number
  readonly bottom: number
}

/** Dates are text, `2026-03-31` or `2026-03-31 17:00:00`. */
export type SheetCell = string | boolean | SheetNumber | BadCell

interface SheetNumber {
  /** A decimal. */
  readonly number: string
  /** The number as text, with the leading zeros that its format shows. */
  readonly shown: string
}

/** A cell with an error or without a usable value. */
interface BadCell {
  /** The texts for a fault: `Got the error #N/A, wanted a value`. */
  readonly got: string
  readonly wanted: string
}

/** The trimmed text, as for column names; empty if the cell has no value. */
export function textOfCell(cell: SheetCell | undefined): string {
  if (typeof cell === 'object') return 'number' in cell ? cell.shown : ''
  return cell === undefined ? '' : String(cell).trim()
}

/** The size of a sheet that spreadsheet programs allow. */
export const sheetLimits = { rowCount: 1_048_576, columnCount: 16_384 } as const

export const badCells = {
  error: (error: string): BadCell => ({ got: `the error ${error.slice(0, 20)}`, wanted: 'a value' }),
  uncalculated: {
    got: 'a formula that has no value yet',
    wanted: 'its value: open the workbook in a spreadsheet program and save it there',
  },
  unreadable: (kind: string, text: string): BadCell => ({
    got: `${JSON.stringify(text.slice(0, 40))} in a cell of the kind ${kind}`,
    wanted: 'a workbook as spreadsheet programs save it',
  }),
} as const

/** The letters of a column: `A` for 0, `Z` for 25, `AA` for 26. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/** The position of the cell `A1`, from 0; undefined for any other text, and beyond the bounds of a sheet. */
export function cellPlace(reference: string): { readonly column: number; readonly row: number } | undefined {
  const parts = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(reference)
  const [, letters, digits] = parts ?? []
  if (letters === undefined || digits === undefined) return undefined
  let column = 0
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 64
  const row = Number(digits)
  return column > sheetLimits.columnCount || row > sheetLimits.rowCount ? undefined : { column: column - 1, row }
}
