import { at, byteAt, int32At } from '../../base/at.ts'
import type { SkipCondition } from '../mapping/skip-condition.ts'
import { type Cells, isBlankCell } from '../rows/cells.ts'
import type { Column, Row } from '../rows/row.ts'

export interface FoundCondition {
  readonly condition: SkipCondition
  readonly column: Column | undefined
}

export interface RowSkip {
  skips(row: Row): boolean
  /** A quick test: false only if the row is certainly not skipped. */
  maySkip(cells: Cells): boolean
}

export function createRowSkip(conditions: readonly FoundCondition[], columns: readonly Column[]): RowSkip {
  return {
    skips: (row) => conditions.some((each) => fits(each, row, columns)),
    maySkip(cells) {
      for (let index = 0; index < conditions.length; index++)
        if (mayFit(at(conditions, index), cells, columns)) return true
      return false
    },
  }
}

function fits({ condition, column }: FoundCondition, row: Row, columns: readonly Column[]): boolean {
  if (condition.repeatedHeader) return isRepeatedHeader(row, columns)
  const text = (column === undefined ? firstText(row, columns) : textIn(row, column)).toLowerCase()
  if (condition.blank) return text === ''
  const { starts, equals } = condition
  return starts === undefined ? text === plain(equals) && text !== '' : text !== '' && text.startsWith(plain(starts))
}

const plain = (text: string | undefined): string => (text ?? '').trim().toLowerCase()

/** The trimmed cell; empty for a blank cell. */
export function textIn(row: Row, column: Column): string {
  const cell = row.cell(column)
  return cell === undefined || cell === null || typeof cell === 'object' ? '' : String(cell).trim()
}

export function textsIn(row: Row, columns: readonly Column[]): readonly string[] {
  const isBounded = row.width < columns.length + wideCellCountMax
  const length = isBounded ? row.width : columns.length
  return Array.from({ length }, (_, index) => textIn(row, columns[index] ?? { name: '', index }))
}

const wideCellCountMax = 50

const firstText = (row: Row, columns: readonly Column[]): string =>
  textsIn(row, columns).find((text) => text !== '') ?? ''

export function isRepeatedHeader(row: Row, columns: readonly Column[]): boolean {
  if (columns.length === 0 || row.width > columns.length + wideCellCountMax) return false
  return columns.every((column) => isNamedBy(column, textIn(row, column)))
}

/**
 * Whether `text` is the header cell after which the column is named. A blank header cell has the position as its name,
 * a repeated one a suffix.
 */
const isNamedBy = ({ name, index }: Column, text: string): boolean =>
  text === '' ? name === String(index + 1) : name === text || name.startsWith(`${text}#`)

function mayFit({ condition, column }: FoundCondition, cells: Cells, columns: readonly Column[]): boolean {
  if (condition.repeatedHeader) return columns.every((each) => mayBegin(cells, each, each.name))
  const found = column ?? columns.find(({ index }) => !isBlankCell(cells, index))
  if (found === undefined) return false
  if (condition.blank) return isBlankCell(cells, found.index)
  return mayBegin(cells, found, plain(condition.starts ?? condition.equals))
}

const [firstBeyondAscii, caseBit] = [0x80, 0x20]

/**
 * A quick test whether a cell may begin with `text`, in upper or lower case. True for any cell that does not begin in
 * ASCII.
 */
function mayBegin(cells: Cells, { index }: Column, text: string): boolean {
  if (isBlankCell(cells, index)) return text === '' || text === String(index + 1)
  const byte = byteAt(cells.bytes, int32At(cells.starts, index))
  const first = text.charCodeAt(0)
  return byte >= firstBeyondAscii || first >= firstBeyondAscii || (byte | caseBit) === (first | caseBit)
}
