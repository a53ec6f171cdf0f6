import type { Table } from './table.ts'

/** The id of a record. Throws a `RangeError` for a row without one, which no table of a dataset has. */
export function recordId(table: Table, row: number): string {
  const id = table.text('id').textAt(row)
  if (id === undefined) throw new RangeError(`Row ${row} has no id`)
  return id
}

/** The ids of a side's records by row; throws like `recordId`. */
export const recordIds = (table: Table): string[] =>
  Array.from({ length: table.rowCount }, (_, row) => recordId(table, row))
