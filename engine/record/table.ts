import { parseDate } from '../base/date.ts'
import { absentDay, type DateColumn, type DecimalColumn, type TextColumn } from './columns.ts'
import { createDecimalColumn, type DecimalValues, decimalColumn } from './decimal-column.ts'
import { emptyTextColumn, type TextBytes, textColumn } from './text-column.ts'

/** One side of a run as columns: the canonical fields, and the attributes that the run's rules name. */
export interface Table {
  readonly rowCount: number
  /** The number of rows of the dataset. They come first; all later rows are residuals. */
  readonly recordCount: number
  /** For each row, the bytes of the record's canonical line with its newline. `lineByteCount` is their sum. */
  readonly lineByteCounts: Uint32Array
  readonly lineByteCount: number
  /** The column of `id`, `currency`, a text field or `attributes.<path>`. Throws a RangeError for another name. */
  text(field: string): TextColumn
  decimal(field: string): DecimalColumn
  date(field: string): DateColumn
  /**
   * The `attributes.<path>` fields that occur in records, whether or not a rule names them: the first 200 in UTF-8
   * order.
   */
  readonly attributePaths: readonly string[]
  /** The rows sorted by their ids, which are distinct; undefined where nobody has sorted them yet. */
  readonly rowsById?: Uint32Array | undefined
}

/** Twins are ordered by this field. Every table has its column. */
export const timestampField = 'attributes.timestamp'

/** The day number of an ISO date; `absentDay` for anything else. */
export function dayOf(text: string | undefined): number {
  return text === undefined ? absentDay : (parseDate(text) ?? absentDay)
}

/** The columns of a table by field, as values that another thread can be handed. */
export interface TableColumns {
  readonly rowCount: number
  readonly lineByteCounts: Uint32Array
  readonly texts: ReadonlyMap<string, TextBytes>
  readonly decimals: ReadonlyMap<string, DecimalValues>
  readonly dates: ReadonlyMap<string, DateColumn>
  readonly attributePaths: readonly string[]
  /** Whether every attribute has a column, so that any other attribute is known to be absent in all records. */
  readonly hasAllAttributes: boolean
  /** See `Table`. */
  readonly rowsById?: Uint32Array
}

/** The table of the columns, which it keeps. An attribute that is read as a decimal or date gets its column then. */
export function tableOf(columns: TableColumns): Table {
  const { rowCount, lineByteCounts, attributePaths, hasAllAttributes, rowsById } = columns
  const texts = new Map([...columns.texts].map(([field, column]) => [field, textColumn(column)]))
  const decimals = new Map([...columns.decimals].map(([field, column]) => [field, decimalColumn(rowCount, column)]))
  const dates = new Map(columns.dates)
  const text = (field: string): TextColumn => {
    const column = texts.get(field)
    if (column !== undefined) return column
    if (hasAllAttributes && field.startsWith('attributes.')) return emptyTextColumn(rowCount)
    throw new RangeError(`No text column ${field}`)
  }
  const rows = () => Array.from({ length: rowCount }, (_, row) => row)
  return {
    rowCount,
    recordCount: rowCount,
    lineByteCounts,
    lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0),
    attributePaths,
    rowsById,
    text,
    decimal: (field) =>
      cached(decimals, field, () => createDecimalColumn(rows().map((row) => text(field).textAt(row)))),
    date: (field) => cached(dates, field, () => Int32Array.from(rows(), (row) => dayOf(text(field).textAt(row)))),
  }
}

function cached<Value>(columns: Map<string, Value>, field: string, make: () => Value): Value {
  const known = columns.get(field)
  if (known !== undefined) return known
  const made = make()
  columns.set(field, made)
  return made
}
