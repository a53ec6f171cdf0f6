import { at, byteAt, float64At, int32At } from '../base/at.ts'
import { createIntList } from '../base/int-list.ts'
import { createWordBuffer, type Stretch } from '../base/word-buffer.ts'
import { createAttributeColumns } from './attribute-columns.ts'
import { createDecimalColumnBuilder } from './decimal-column.ts'
import { type CanonicalRecord, dateFields, decimalFields, textFields } from './record.ts'
import type { RecordValues } from './record-values.ts'
import { createTable, dayOf, type Table, timestampField } from './table.ts'
import { createTextColumnBuilder } from './text-column.ts'

const attributePrefix = 'attributes.'

/** The columns of one side while its records are added. */
export interface ColumnBuilders {
  /** Adds a record whose canonical line has so many bytes, its newline included. */
  addValues(values: RecordValues, lineByteCount: number): void
  /** The same for a record that is an object. */
  addRecord(record: CanonicalRecord, lineByteCount: number): void
  finish(): Table
}

/** Columns without a row. `attributeFields` are the `attributes.<path>` fields that get a column. */
export function createColumnBuilders(attributeFields: readonly string[]): ColumnBuilders {
  const fields = [...new Set([...attributeFields, timestampField])]
  const id = createTextColumnBuilder()
  const currency = createTextColumnBuilder()
  const texts = textFields.map(createTextColumnBuilder)
  const decimals = decimalFields.map(createDecimalColumnBuilder)
  const dates = dateFields.map(createIntList)
  const attributes = createAttributeColumns(fields.map((field) => field.slice(attributePrefix.length)))
  const lineByteCounts = createIntList()
  const code = createCurrencyStretch()
  const text: Stretch = { view: code.stretch.view, start: 0, end: 0 }

  return {
    addValues(values, lineByteCount) {
      lineByteCounts.add(lineByteCount)
      id.addStretch(values.id)
      currency.addStretch(code.of(values.currency))
      text.view = values.view
      for (let index = 0; index < textFields.length; index++) {
        text.start = int32At(values.starts, index)
        text.end = int32At(values.ends, index)
        at(texts, index).addStretch(text)
      }
      for (let index = 0; index < decimalFields.length; index++) {
        const coefficient = float64At(values.coefficients, index)
        if (Number.isNaN(coefficient)) at(decimals, index).add(undefined)
        else at(decimals, index).addSmall(coefficient, byteAt(values.scales, index))
      }
      for (let index = 0; index < dateFields.length; index++) at(dates, index).add(int32At(values.days, index))
      attributes.addValues(values)
    },
    addRecord(record, lineByteCount) {
      lineByteCounts.add(lineByteCount)
      id.add(textIn(record, 'id'))
      currency.add(textIn(record, 'currency'))
      for (const [index, field] of textFields.entries()) at(texts, index).add(textIn(record, field))
      for (const [index, field] of decimalFields.entries()) at(decimals, index).add(record[field])
      for (const [index, field] of dateFields.entries()) at(dates, index).add(dayOf(record[field]))
      attributes.add(record.attributes)
    },
    finish() {
      const ofAttributes = attributes.finish()
      return createTable(lineByteCounts.count(), {
        lineByteCounts: new Uint32Array(lineByteCounts.finish().buffer),
        texts: new Map([
          ['id', id.finish()],
          ['currency', currency.finish()],
          ...textFields.map((field, index) => [field, at(texts, index).finish()] as const),
          ...fields.map((field, index) => [field, at(ofAttributes.columns, index)] as const),
        ]),
        decimals: new Map(decimalFields.map((field, index) => [field, at(decimals, index).finish()])),
        dates: new Map(dateFields.map((field, index) => [field, at(dates, index).finish()])),
        attributePaths: ofAttributes.paths.map((path) => `${attributePrefix}${path}`),
      })
    },
  }
}

/** The value of a field, if it is text: a stored record may have been tampered with. */
function textIn(record: CanonicalRecord, field: keyof CanonicalRecord): string | undefined {
  const value = record[field]
  return typeof value === 'string' ? value : undefined
}

/** Currencies, which records have as numbers, as the text of a column. */
function createCurrencyStretch() {
  const { view } = createWordBuffer(4)
  const stretch: Stretch = { view, start: 0, end: 0 }
  return {
    stretch,
    of(currency: number): Stretch {
      view.setUint32(0, 256 * currency)
      stretch.end = currency === 0 ? 0 : 3
      return stretch
    },
  }
}
