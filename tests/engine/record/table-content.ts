import { dateFields, decimalFields, textFields } from '../../../engine/record/record.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder, type TableBuilder } from '../../../engine/record/table-builder.ts'

/** The attributes that get a column. */
export const attributePaths = [
  'attributes.batch',
  'attributes.a.b',
  'attributes.Note',
  'attributes.3',
  'attributes.__proto__',
]

/** Everything that a table holds. */
export function contentOf(table: Table) {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row)
  const texts = ['id', 'currency', ...textFields, ...attributePaths, 'attributes.timestamp']
  return {
    lineByteCounts: [...table.lineByteCounts],
    attributePaths: table.attributePaths,
    texts: texts.map((field) => {
      const { bytes, offsets } = table.text(field)
      return [field, [...bytes], [...offsets]]
    }),
    decimals: decimalFields.map((field) => {
      const column = table.decimal(field)
      return [field, column.scale, [...column.small], rows.map((row) => column.unitsAt(row))]
    }),
    dates: dateFields.map((field) => [field, [...table.date(field)]]),
  }
}

/** What a table holds whose records `add` adds. */
export function contentBy(add: (builder: TableBuilder) => void) {
  const builder = createTableBuilder(attributePaths)
  add(builder)
  return contentOf(builder.finish())
}
