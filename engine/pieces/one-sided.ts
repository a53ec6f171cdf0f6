import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { createTableBuilder } from '../record/table-builder.ts'

export function oneSided(table: Table, side: Side, attributePaths: readonly string[]): BySide<Table> {
  const none = createTableBuilder(attributePaths).finish()
  return side === 'source' ? { source: table, target: none } : { source: none, target: table }
}
