import { at, numberAt } from '../base/at.ts'
import type { DateColumn, TextColumn } from './columns.ts'
import { createDecimalColumn } from './decimal-column.ts'
import type { Table } from './table.ts'
import { createTextColumnBuilder } from './text-column.ts'

/** A row that equals a row of its table, its origin, except in id and amounts. */
export interface DerivedRow {
  readonly origin: number
  /** The table of the origin, where that is another one with columns of the same fields. */
  readonly from?: Table
  readonly id: string
  /** A canonical decimal. Gross, fee and net are absent. */
  readonly amount: string
}

/**
 * Adds rows at the end. The origin of an added row is a row of `from`, or of `table` or an earlier added row. Columns are made on
 * demand.
 */
export function extendTable(table: Table, added: readonly DerivedRow[]): Table {
  const rows = added.map((row) => ({ ...row, origin: firstOrigin(table, added, row) }))
  const rowCount = table.rowCount + rows.length
  const fromOf = ({ from = table }: DerivedRow): Table => from
  const text = remember((field) =>
    extendText(
      table.text(field),
      rows.map((row) => (field === 'id' ? row.id : fromOf(row).text(field).textAt(row.origin))),
    ),
  )
  const decimalTexts = (field: string): (string | undefined)[] => {
    const own = table.decimal(field)
    const texts = Array.from({ length: table.rowCount }, (_, row) => own.textAt(row))
    if (field === 'gross' || field === 'fee' || field === 'net') return [...texts, ...rows.map(() => undefined)]
    const added = (row: DerivedRow) => (field === 'amount' ? row.amount : fromOf(row).decimal(field).textAt(row.origin))
    return [...texts, ...rows.map(added)]
  }
  const lineByteCounts = new Uint32Array(rowCount)
  lineByteCounts.set(table.lineByteCounts)
  for (const [index, row] of rows.entries())
    lineByteCounts[table.rowCount + index] = numberAt(fromOf(row).lineByteCounts, row.origin)
  return {
    rowCount,
    recordCount: table.recordCount,
    // A residual has no line of its own: it counts with the bytes of its origin's.
    lineByteCounts,
    lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0),
    attributePaths: table.attributePaths,
    text,
    decimal: remember((field) => createDecimalColumn(decimalTexts(field))),
    date: remember((field) =>
      extendDates(
        table.date(field),
        rows.map((row) => numberAt(fromOf(row).date(field), row.origin)),
      ),
    ),
  }
}

function firstOrigin({ rowCount }: Table, added: readonly DerivedRow[], { origin, from }: DerivedRow): number {
  if (from !== undefined) return origin
  let first = origin
  while (first >= rowCount) first = at(added, first - rowCount).origin
  return first
}

function extendText(column: TextColumn, added: readonly (string | undefined)[]): TextColumn {
  const builder = createTextColumnBuilder()
  for (let row = 0; row < column.rowCount; row++) builder.add(column.textAt(row))
  for (const text of added) builder.add(text)
  return builder.finish()
}

function extendDates(column: DateColumn, added: readonly number[]): DateColumn {
  const extended = new Int32Array(column.length + added.length)
  extended.set(column)
  extended.set(added, column.length)
  return extended
}

/** Calls `make` once for each field. */
export function remember<Column>(make: (field: string) => Column): (field: string) => Column {
  const known = new Map<string, Column>()
  return (field) => {
    const column = known.get(field) ?? make(field)
    known.set(field, column)
    return column
  }
}
