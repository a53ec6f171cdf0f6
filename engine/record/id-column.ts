import type { Table } from './table.ts'

/** Throws a `RangeError` for a row without an id, which no table of a dataset has. */
export function recordId(table: Table, row: number): string {
  const id = table.text('id').textAt(row)
  if (id === undefined) throw new RangeError(`Row ${row} has no id`)
  return id
}

export const recordIds = (table: Table): string[] =>
  Array.from({ length: table.rowCount }, (_, row) => recordId(table, row))
