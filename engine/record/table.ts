import { utf8ByteCount } from '../base/bytes.ts'
import { parseDate } from '../base/date.ts'
import { attributeText, createAttributePaths } from './attributes.ts'
import { absentDay, type DateColumn, type DecimalColumn, type TextColumn } from './columns.ts'
import { createDecimalColumn, createDecimalColumnBuilder } from './decimal-column.ts'
import { type CanonicalRecord, dateFields, decimalFields, textFields } from './record.ts'
import { createTextColumnBuilder } from './text-column.ts'

/** One side of a run as columns: the canonical fields, and the attributes that a rule of the run names. */
export interface Table {
  readonly rowCount: number
  /** Rows of the dataset, which come first; the others are what matches left over. */
  readonly recordCount: number
  /** Row → the bytes of the record's canonical line with its newline, and those of all rows. */
  readonly lineByteCounts: Uint32Array
  readonly lineByteCount: number
  /** The column of `id`, `currency`, a text field or `attributes.<path>`. Throws a RangeError for another name. */
  text(field: string): TextColumn
  /** The column of a decimal field, or of an attribute read as a decimal. */
  decimal(field: string): DecimalColumn
  /** The column of a date field, or of an attribute read as an ISO date. */
  date(field: string): DateColumn
  /** The `attributes.<path>` fields of all records, named by a rule or not: the first 200 in UTF-8 order. */
  readonly attributePaths: readonly string[]
}

export interface TableBuilder {
  /** Adds records as datasets store them: canonical NDJSON. Throws unless the text ends with a newline. */
  addLines(ndjson: string): void
  finish(): Table
}

/** The attribute that orders interchangeable records. Every table has its column. */
export const timestampField = 'attributes.timestamp'

/** A builder of one side. `attributePaths` are the `attributes.<path>` fields that the run's rules name. */
export function createTableBuilder(attributePaths: readonly string[]): TableBuilder {
  const attributeFields = [...new Set([...attributePaths, timestampField])]
  const texts = ['id', 'currency', ...textFields, ...attributeFields].map((field) => ({
    field,
    read: readerOf(field),
    column: createTextColumnBuilder(),
  }))
  const decimals = decimalFields.map((field) => ({ field, column: createDecimalColumnBuilder() }))
  const dates = dateFields.map((field) => ({ field, days: [] as number[] }))
  const paths = createAttributePaths()
  const lineByteCounts: number[] = []
  let rowCount = 0

  const add = (record: CanonicalRecord): void => {
    rowCount += 1
    for (const { read, column } of texts) column.add(read(record))
    for (const { field, column } of decimals) column.add(record[field])
    for (const { field, days } of dates) days.push(dayOf(record[field]))
    if (record.attributes !== undefined) paths.add(record.attributes)
  }
  return {
    addLines(ndjson) {
      for (let start = 0; start < ndjson.length; ) {
        const end = ndjson.indexOf('\n', start)
        if (end < 0) throw new RangeError('Got a last line without its newline')
        const line = ndjson.slice(start, end)
        lineByteCounts.push(utf8ByteCount(line) + 1)
        add(JSON.parse(line))
        start = end + 1
      }
    },
    finish: () =>
      createTable(rowCount, {
        lineByteCounts: Uint32Array.from(lineByteCounts),
        texts: new Map(texts.map(({ field, column }) => [field, column.finish()])),
        decimals: new Map(decimals.map(({ field, column }) => [field, column.finish()])),
        dates: new Map(dates.map(({ field, days }) => [field, Int32Array.from(days)])),
        attributePaths: paths.list().map((path) => `attributes.${path}`),
      }),
  }
}

function readerOf(field: string): (record: CanonicalRecord) => string | undefined {
  if (field.startsWith('attributes.')) {
    const path = field.slice('attributes.'.length)
    return ({ attributes }) => attributes && attributeText(attributes, path)
  }
  return (record) => {
    const value = record[field as keyof CanonicalRecord]
    return typeof value === 'string' ? value : undefined
  }
}

function dayOf(text: string | undefined): number {
  return text === undefined ? absentDay : (parseDate(text) ?? absentDay)
}

/** The columns of a side by field. The column of an attribute read as a decimal or date is made when first asked for. */
interface Columns {
  readonly lineByteCounts: Uint32Array
  readonly texts: ReadonlyMap<string, TextColumn>
  readonly decimals: Map<string, DecimalColumn>
  readonly dates: Map<string, DateColumn>
  readonly attributePaths: readonly string[]
}

function createTable(rowCount: number, { lineByteCounts, texts, decimals, dates, attributePaths }: Columns): Table {
  const text = (field: string): TextColumn => {
    const column = texts.get(field)
    if (column === undefined) throw new RangeError(`No text column ${field}`)
    return column
  }
  const rows = () => Array.from({ length: rowCount }, (_, row) => row)
  return {
    rowCount,
    recordCount: rowCount,
    lineByteCounts,
    lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0),
    attributePaths,
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
