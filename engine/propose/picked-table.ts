import { int32At, uint32At } from '../base/at.ts'
import { absentDay, type DateColumn } from '../record/columns.ts'
import { createDecimalColumn } from '../record/decimal-column.ts'
import { remember } from '../record/extended-table.ts'
import type { Table } from '../record/table.ts'
import { createTextColumnBuilder } from '../record/text-column.ts'

/** Tables made from another table. Each column is made at its first use, in O(rows). */

export function pickRows(table: Table, rows: Uint32Array): Table {
  const lineByteCounts = Uint32Array.from(rows, (row) => uint32At(table.lineByteCounts, row))
  return {
    rowCount: rows.length,
    recordCount: rows.length,
    lineByteCounts,
    lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0),
    attributePaths: table.attributePaths,
    text: remember((field) => pickTexts(table, field, rows)),
    decimal: remember((field) => {
      const column = table.decimal(field)
      return createDecimalColumn(Array.from(rows, (row) => column.textAt(row)))
    }),
    date: remember((field) => {
      const column = table.date(field)
      return Int32Array.from(rows, (row) => int32At(column, row))
    }),
  }
}

export const moveDates = (table: Table, dayCount: number): Table => ({
  ...table,
  date: remember((field) => movedBy(table.date(field), dayCount)),
})

/** `table`, but row `r` has the texts of row `rows[r]`. Amounts, currencies and dates stay. */
export const exchangeTexts = (table: Table, rows: Uint32Array): Table => ({
  ...table,
  rowsById: undefined,
  text: remember((field) => (field === 'currency' ? table.text(field) : pickTexts(table, field, rows))),
})

function pickTexts(table: Table, field: string, rows: Uint32Array) {
  const column = table.text(field)
  const builder = createTextColumnBuilder()
  for (const row of rows) builder.add(column.textAt(row))
  return builder.finish(rows.length)
}

const movedBy = (column: DateColumn, dayCount: number): DateColumn =>
  column.map((day) => (day === absentDay ? absentDay : day + dayCount))
