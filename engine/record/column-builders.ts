import { at, byteAt, float64At, uint32At } from '../base/at.ts'
import { createIntList, type IntList } from '../base/int-list.ts'
import { rangeOf } from '../base/word-buffer.ts'
import { createAttributeColumns } from './attribute-columns.ts'
import { createDecimalColumnBuilder, type DecimalColumnBuilder } from './decimal-column.ts'
import { type CanonicalRecord, dateFields, decimalFields, textFields } from './record.ts'
import type { RecordBatch } from './record-batch.ts'
import { dayOf, type Table, type TableColumns, tableOf, timestampField } from './table.ts'
import { createTextColumnBuilder, type NewMemory, type TextColumnBuilder } from './text-column.ts'

const attributePrefix = 'attributes.'

export interface ColumnBuilders {
  addBatch(batch: RecordBatch): void
  addRecord(record: CanonicalRecord, lineByteCount: number): void
  /** Announces about how many rows will come, so that columns need not be moved as they grow. */
  expect(rowCount: number): void
  /** What `finish` makes a table of. Do not use the builder after either. */
  columns(): TableColumns
  finish(): Table
}

/** Which attributes get a column: the `attributes.<path>` fields listed here, or all that a table lists. */
export type AttributeChoice = readonly string[] | 'all'

export function createColumnBuilders(attributeFields: AttributeChoice, newMemory?: NewMemory): ColumnBuilders {
  const takesAll = attributeFields === 'all'
  const newTexts = () => createTextColumnBuilder(newMemory)
  const [id, currency, texts] = [newTexts(), newTexts(), textFields.map(newTexts)]
  const decimals = decimalFields.map(createDecimalColumnBuilder)
  const dates = dateFields.map(createIntList)
  const attributes = createAttributeColumns(namesOf(attributeFields), takesAll, newTexts)
  const lineByteCounts = createIntList()
  let rowCount = 0
  const addCurrencies = currenciesInto(currency)

  const columns = (): TableColumns => {
    const own = { id, currency, texts, decimals, dates, attributes, lineByteCounts }
    return { ...finishColumns(own, rowCount), hasAllAttributes: takesAll }
  }
  return {
    addBatch(batch) {
      lineByteCounts.addAll(batch.lineByteCounts.subarray(0, batch.count))
      id.addPlaces(rowCount, batch.ids, { first: 0, count: batch.count })
      addCurrencies(batch, rowCount)
      for (let field = 0; field < texts.length; field++)
        at(texts, field).addPlaces(rowCount, batch, { first: field * batch.rowCountMax, count: batch.count })
      for (let field = 0; field < decimals.length; field++) addDecimals(at(decimals, field), batch, { field, rowCount })
      for (let field = 0; field < dates.length; field++) at(dates, field).addAll(daysOf(batch, field))
      attributes.addBatch(batch, rowCount)
      rowCount += batch.count
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

function currenciesInto(column: TextColumnBuilder): (batch: RecordBatch, rowCount: number) => void {
  const code = rangeOf('EUR')
  return ({ count, currencies }, rowCount) => {
    for (let row = 0; row < count; row++) {
      const currency = uint32At(currencies, row)
      if (currency === 0) continue
      code.view.setUint32(0, 256 * currency)
      column.addRange(rowCount + row, code)
    }
  }
}

function addDecimals(
  column: DecimalColumnBuilder,
  { count, rowCountMax, coefficients, scales }: RecordBatch,
  { field, rowCount }: { readonly field: number; readonly rowCount: number },
): void {
  const first = field * rowCountMax
  for (let row = 0; row < count; row++) {
    const coefficient = float64At(coefficients, first + row)
    if (!Number.isNaN(coefficient)) column.addSmall(rowCount + row, coefficient, byteAt(scales, first + row))
  }
}

const daysOf = ({ days, rowCountMax, count }: RecordBatch, field: number): Int32Array =>
  days.subarray(field * rowCountMax, field * rowCountMax + count)
