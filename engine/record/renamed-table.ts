import type { Table } from './table.ts'
import { createTextColumnBuilder } from './text-column.ts'

/** The table with other ids, in the order of its rows. Returns the table itself where none differs. O(rows). */
export function renamedTable(table: Table, ids: readonly string[]): Table {
  const own = table.text('id')
  if (ids.every((id, row) => own.textAt(row) === id)) return table
  const builder = createTextColumnBuilder()
  for (const id of ids) builder.add(id)
  const renamed = builder.finish()
  return { ...table, rowsById: undefined, text: (field) => (field === 'id' ? renamed : table.text(field)) }
}
