import { utf8 } from '@tallystick/engine/base'
import { paddedAmount } from '../base/amount.ts'
import type { Column, Row, Sheet } from '../workbook/sheet.ts'
import { formatCsvRow } from './csv-row.ts'

/** About how many characters are written together. */
const partLength = 64 * 1024

/** How numbers are written, and what stands between two cells. */
export interface CsvNotation {
  readonly separator: ',' | ';'
  readonly decimalSign: '.' | ','
}

/** As RFC 4180 and programs expect it. */
export const plainNotation: CsvNotation = { separator: ',', decimalSign: '.' }

/**
 * A sheet as CSV (RFC 4180) in UTF-8 with a row of titles. Amounts have the digits of their currency. Cells that a
 * spreadsheet would run as a formula get an apostrophe.
 */
export async function* writeCsv(
  { columns, rows }: Pick<Sheet, 'columns' | 'rows'>,
  { separator, decimalSign } = plainNotation,
): AsyncGenerator<Uint8Array> {
  const formats = columns.map((column) => formatOf(columns, column, decimalSign))
  const rowOf = (cells: readonly (string | undefined)[]): string => formatCsvRow(cells, separator)
  let text = rowOf(columns.map(({ title }) => title))
  for await (const row of rows) {
    text += rowOf(row.map((value, index) => (value === null ? undefined : formats[index]?.(value, row))))
    if (text.length < partLength) continue
    yield utf8(text)
    text = ''
  }
  yield utf8(text)
}

function formatOf(
  columns: readonly Column[],
  { kind, currencyIn }: Column,
  decimalSign: CsvNotation['decimalSign'],
): (value: string, row: Row) => string {
  const position = columns.findIndex(({ title }) => title === currencyIn)
  if (kind !== 'amount') return (value) => value
  return (value, row) =>
    decimal.test(value) ? paddedAmount(value, row[position] ?? undefined).replace('.', decimalSign) : value
}

const decimal = /^-?\d+(\.\d+)?$/
