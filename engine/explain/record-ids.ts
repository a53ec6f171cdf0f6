import type { Table } from '../record/table.ts'

/** The ids of a side's records by row. Throws when a record has none, which no table of a dataset can hold. */
export function recordIds(table: Table): string[] {
  const ids = table.text('id')
  return Array.from({ length: table.rowCount }, (_, row) => {
    const id = ids.textAt(row)
    if (id === undefined) throw new Error(`The record in row ${row} has no id`)
    return id
  })
}
