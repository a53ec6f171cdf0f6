import type { SkipCondition } from '../mapping/skip-condition.ts'
import { ofFirstFilled, type Watch } from '../rows/beginnings.ts'
import type { Column, Row } from '../rows/row.ts'
import type { UsualPlan } from '../rows/usual-plan.ts'

export interface FoundCondition {
  readonly condition: SkipCondition
  readonly column: Column | undefined
}

export interface RowSkip {
  skips(row: Row): boolean
  /** Says which texts make a row unusual: those of rows that may be skipped. */
  declare(plan: UsualPlan): void
}

export function createRowSkip(conditions: readonly FoundCondition[], columns: readonly Column[]): RowSkip {
  return {
    skips: (row) => conditions.some((each) => fits(each, row, columns)),
    declare(plan) {
      for (const condition of conditions) for (const watch of watchesOf(condition, columns)) plan.watch(watch)
    },
  }
}

function fits({ condition, column }: FoundCondition, row: Row, columns: readonly Column[]): boolean {
  if (condition.repeatedHeader) return isRepeatedHeader(row, columns)
  return fitsText(condition, column === undefined ? firstText(row, columns) : textIn(row, column))
}

function fitsText({ blank, starts, equals }: SkipCondition, cell: string): boolean {
  const text = cell.toLowerCase()
  if (blank) return text === ''
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

function watchesOf({ condition, column }: FoundCondition, columns: readonly Column[]): readonly Watch[] {
  const usual = { byteCountMax: 0x7fffffff, hasDigits: true }
  if (condition.repeatedHeader) {
    // A row that repeats the header does so in its first cell.
    const [first] = columns
    if (first === undefined) return []
    const answer = (text: string) => Number(isNamedBy(first, text))
    return [{ ...usual, cell: first.index, isBlankUnusual: isNamedBy(first, ''), beginnings: undefined, answer }]
  }
  const cell = column?.index ?? ofFirstFilled
  const answer = (text: string) => Number(fitsText(condition, text))
  if (condition.blank)
    return column === undefined ? [] : [{ ...usual, cell, isBlankUnusual: true, beginnings: [], answer }]
  return [{ ...usual, cell, beginnings: [plain(condition.starts ?? condition.equals)], answer }]
}
