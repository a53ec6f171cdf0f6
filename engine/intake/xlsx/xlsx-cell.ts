import { badCells, type SheetCell } from '../sheet/sheet.ts'
import { dateOfIso, dateOfSerial } from '../sheet/sheet-date.ts'
import { readSheetNumber } from '../sheet/sheet-number.ts'
import { type CellStyle, generalStyle } from './xlsx-styles.ts'
import { unescapeText } from './xlsx-text.ts'

interface XlsxCell {
  /** `s`, `str`, `inlineStr`, `b`, `e`, `d`, or `n` for a number (ECMA-376 part 1 §18.18.11). */
  readonly type: string
  readonly style: number
  readonly value: string
  readonly inline: string
  readonly isFormula: boolean
}

export interface CellReading {
  readonly strings: readonly string[]
  readonly styles: readonly CellStyle[]
  readonly is1904: boolean
  readonly isUncalculated: boolean
}

export function readXlsxCell(cell: XlsxCell, reading: CellReading): SheetCell | undefined {
  const { type, value, isFormula } = cell
  // Only a formula with a text may have an empty value; for any other, the value is missing.
  if (isFormula && (reading.isUncalculated || (value === '' && type !== 'str'))) return badCells.uncalculated
  if (type === 'inlineStr') return cell.inline === '' ? undefined : cell.inline
  if (value === '') return undefined
  const unreadable = badCells.unreadable(type, value)
  switch (type) {
    case 'str':
      return unescapeText(value)
    case 's':
      return /^\d{1,9}$/.test(value) ? (reading.strings[Number(value)] ?? unreadable) : unreadable
    case 'b':
      return value === '1' || value === 'true'
    case 'e':
      return badCells.error(value)
    case 'd':
      return dateOfIso(value) ?? unreadable
    default:
      return numberOf(cell, reading) ?? unreadable
  }
}

function numberOf({ value, style }: XlsxCell, { styles, is1904 }: CellReading): SheetCell | undefined {
  const number = readSheetNumber(value)
  if (number === undefined) return undefined
  const { kind, zeros } = styles[style] ?? generalStyle
  const date = kind === 'number' ? undefined : dateOfSerial(Number(value), kind, is1904)
  const shown = /^\d+$/.test(number) ? number.padStart(zeros, '0') : number
  return date ?? { number, shown }
}
