import { at, byteAt, float64At, int32At } from '../base/at.ts'
import { createIntList, type IntList } from '../base/int-list.ts'
import { type BufferRange, rangeOf, setView } from '../base/word-buffer.ts'
import { createAttributeColumns } from './attribute-columns.ts'
import { createDecimalColumnBuilder, type DecimalColumnBuilder } from './decimal-column.ts'
import { type CanonicalRecord, dateFields, decimalFields, textFields } from './record.ts'
import type { RecordValues } from './record-values.ts'
import { dayOf, type Table, type TableColumns, tableOf, timestampField } from './table.ts'
import { createTextColumnBuilder, type TextColumnBuilder } from './text-column.ts'

const attributePrefix = 'attributes.'

export interface ColumnBuilders {
  /** Requires that `lineByteCount` of each record is set. */
  addBatch(records: readonly RecordValues[]): void
  addRecord(record: CanonicalRecord, lineByteCount: number): void
  /** Announces about how many rows will come, so that columns need not be moved as they grow. */
  expect(rowCount: number): void
  /** What `finish` makes a table of. Do not use the builder after either. */
  columns(): TableColumns
  finish(): Table
}

/** Which attributes get a column: the `attributes.<path>` fields listed here, or all that a table lists. */
export type AttributeChoice = readonly string[] | 'all'

export function createColumnBuilders(attributeFields: AttributeChoice): ColumnBuilders {
  const takesAll = attributeFields === 'all'
  const id = createTextColumnBuilder()
  const currency = createTextColumnBuilder()
  const texts = textFields.map(createTextColumnBuilder)
  const decimals = decimalFields.map(createDecimalColumnBuilder)
  const dates = dateFields.map(createIntList)
  const attributes = createAttributeColumns(namesOf(attributeFields), takesAll)
  const lineByteCounts = createIntList()
  let rowCount = 0
  const steps = [
    addIds(id),
    addCurrencies(currency),
    ...texts.map(addTexts),
    ...decimals.map(addDecimals),
    ...dates.map(addDays),
    attributes.addBatch,
  ]

  const columns = (): TableColumns => {
    const own = { id, currency, texts, decimals, dates, attributes, lineByteCounts }
    return { ...finishColumns(own, rowCount), hasAllAttributes: takesAll }
  }
  return {
    addBatch(records) {
      for (const { lineByteCount } of records) lineByteCounts.add(lineByteCount)
      for (const step of steps) step(records, rowCount)
      rowCount += records.length
    },
    addRecord(record, lineByteCount) {
      const row = rowCount
      rowCount += 1
      lineByteCounts.add(lineByteCount)
      id.add(textIn(record, 'id'), row)
      currency.add(textIn(record, 'currency'), row)
      for (const [index, field] of textFields.entries()) at(texts, index).add(textIn(record, field), row)
      for (const [index, field] of decimalFields.entries()) at(decimals, index).add(record[field], row)
      for (const [index, field] of dateFields.entries()) at(dates, index).add(dayOf(record[field]))
      attributes.add(record.attributes, row)
    },
    expect(rowCountAll) {
      const factor = rowCountAll / Math.max(rowCount, 1)
      if (factor <= 1) return
      for (const list of [id, currency, ...texts, ...decimals, ...dates, lineByteCounts]) list.expect(factor)
      attributes.expect(factor)
    },
    columns,
    finish: () => tableOf(columns()),
  }
}

interface Builders {
  readonly id: TextColumnBuilder
  readonly currency: TextColumnBuilder
  readonly texts: readonly TextColumnBuilder[]
  readonly decimals: readonly DecimalColumnBuilder[]
  readonly dates: readonly IntList[]
  readonly attributes: ReturnType<typeof createAttributeColumns>
  readonly lineByteCounts: IntList
}

function finishColumns(
  { id, currency, texts, decimals, dates, attributes, lineByteCounts }: Builders,
  rowCount: number,
): Omit<TableColumns, 'hasAllAttributes'> {
  const ofAttributes = attributes.finish(rowCount)
  const textColumns = [
    ['id', id.finish(rowCount)] as const,
    ['currency', currency.finish(rowCount)] as const,
    ...textFields.map((field, index) => [field, at(texts, index).finish(rowCount)] as const),
    ...[...ofAttributes.columns].map(([path, column]) => [`${attributePrefix}${path}`, column] as const),
  ]
  return {
    rowCount,
    lineByteCounts: new Uint32Array(lineByteCounts.finish().buffer, 0, rowCount),
    texts: new Map(textColumns.map(([field, { bytes, offsets }]) => [field, { bytes, offsets }])),
    decimals: new Map(
      decimalFields.map((field, index) => {
        const { scale, small, large } = at(decimals, index).finish(rowCount)
        return [field, { scale, small, large }]
      }),
    ),
    dates: new Map(dateFields.map((field, index) => [field, at(dates, index).finish()])),
    attributePaths: ofAttributes.paths.map((path) => `${attributePrefix}${path}`),
  }
}

/** The paths of the attributes, with the timestamp added, since twins are ordered by it. */
const namesOf = (fields: AttributeChoice): readonly string[] =>
  [...new Set([...(fields === 'all' ? [] : fields), timestampField])].map((field) =>
    field.slice(attributePrefix.length),
  )

/** Undefined if the value is not text, which can only be if a stored record was tampered with. */
function textIn(record: CanonicalRecord, field: keyof CanonicalRecord): string | undefined {
  const value = record[field]
  return typeof value === 'string' ? value : undefined
}

type Step = (records: readonly RecordValues[], first: number) => void

const addIds =
  (column: TextColumnBuilder): Step =>
  (records, first) => {
    let row = first
    for (const { id } of records) {
      if (id.start < id.end) column.addRange(row, id)
      row += 1
    }
  }

function addCurrencies(column: TextColumnBuilder): Step {
  const code = rangeOf('EUR')
  return (records, first) => {
    let row = first
    for (const { currency } of records) {
      code.view.setUint32(0, 256 * currency)
      if (currency > 0) column.addRange(row, code)
      row += 1
    }
  }
}

function addTexts(column: TextColumnBuilder, position: number): Step {
  const text: BufferRange = rangeOf('')
  return (records, first) => {
    let row = first
    for (const { view, starts, ends } of records) {
      text.start = int32At(starts, position)
      text.end = int32At(ends, position)
      setView(text, view)
      if (text.start < text.end) column.addRange(row, text)
      row += 1
    }
  }
}

const addDecimals =
  (column: DecimalColumnBuilder, position: number): Step =>
  (records, first) => {
    let row = first
    for (const { coefficients, scales } of records) {
      const coefficient = float64At(coefficients, position)
      if (!Number.isNaN(coefficient)) column.addSmall(row, coefficient, byteAt(scales, position))
      row += 1
    }
  }

const addDays =
  (days: IntList, position: number): Step =>
  (records) => {
    for (const values of records) days.add(int32At(values.days, position))
  }
