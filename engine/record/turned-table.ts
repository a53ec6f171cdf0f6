import type { DecimalColumn } from './columns.ts'
import { decimalColumn } from './decimal-column.ts'
import type { Table } from './table.ts'

const turnedFields: readonly string[] = ['amount', 'gross', 'fee', 'net']

/** Every rule of a policy binds the same tables, which are turned once. */
const known = new WeakMap<Table, Table>()

/**
 * The table with the signs of `amount`, `gross`, `fee` and `net` changed. All other columns are those of `table`. O(1),
 * and O(rows) for each amount that is read.
 */
export function turnedTable(table: Table): Table {
  const made = known.get(table)
  if (made !== undefined) return made
  const columns = new Map<string, DecimalColumn>()
  const turned = (field: string): DecimalColumn => {
    const column = columns.get(field) ?? turnedColumn(table.decimal(field))
    columns.set(field, column)
    return column
  }
  const seen: Table = {
    ...table,
    decimal: (field) => (turnedFields.includes(field) ? turned(field) : table.decimal(field)),
  }
  known.set(table, seen)
  return seen
}

/** Subtracts from 0, since the negative of 0 is another key than 0. */
const turnedColumn = ({ rowCount, scale, small, large }: DecimalColumn): DecimalColumn =>
  decimalColumn(rowCount, {
    scale,
    small: small.map((units) => 0 - units),
    large: new Map([...large].map(([row, units]) => [row, -units])),
  })
