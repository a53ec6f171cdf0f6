import { at, byteAt } from '../base/at.ts'
import { dateByteCount, dayOfBytes } from '../base/date-bytes.ts'
import { createSmallDecimal } from '../base/small-decimal.ts'
import { type BufferRange, rangeOf, type WordBuffer } from '../base/word-buffer.ts'
import { createAttributeNames } from './attribute-names.ts'
import { readAttributes } from './line-attributes.ts'
import { type Cursor, endOfText, isAt } from './line-cursor.ts'
import { canonicalFields, dateFields, decimalFields, positionAmong, textFields } from './record.ts'
import { clearRow, createRecordBatch, currencyAt, type RecordBatch } from './record-batch.ts'

/**
 * Reads canonical lines as positions in their bytes. Lines with escapes, nested attributes or large amounts are left to
 * the JSON reader.
 */
interface LineReader {
  readonly batch: RecordBatch
  /**
   * Reads a line into the next row of the batch, without counting it. Returns the position of the line's newline, or -1
   * if the line has to be parsed as JSON. Requires UTF-8 and a newline.
   */
  read(lines: WordBuffer, start: number): number
}

const [comma, quote, openBrace, closeBrace, newline] = [0x2c, 0x22, 0x7b, 0x7d, 0x0a]

type ReadMember = (cursor: Cursor) => boolean

/**
 * A field of the line: `name` is written as in `"amount":"`. Its first four bytes, `word`, tell it from all other
 * fields.
 */
interface Member {
  readonly word: number
  readonly name: BufferRange
  readonly read: ReadMember
}

/** Reading allocates nothing but new names of attributes. */
export function createLineReader(): LineReader {
  const batch = createRecordBatch(createAttributeNames())
  const cursor: Cursor = { bytes: new Uint8Array(0), view: batch.view, position: 0, batch, row: 0 }
  return {
    batch,
    read(lines, start) {
      if (cursor.view !== lines.view) open(cursor, lines)
      cursor.position = start + 1
      cursor.row = batch.count
      clearRow(batch, batch.count)
      if (byteAt(lines.bytes, start) !== openBrace || !readMembers(cursor)) return -1
      return byteAt(lines.bytes, cursor.position) === newline ? cursor.position : -1
    },
  }
}

function open(cursor: Cursor, { bytes, view }: WordBuffer): void {
  cursor.bytes = bytes
  cursor.view = view
  cursor.batch.view = view
  cursor.batch.ids = { ...cursor.batch.ids, view }
}

function readMembers(cursor: Cursor): boolean {
  const { bytes } = cursor
  for (let index = 0; index < members.length; index++) {
    const { word, name, read } = at(members, index)
    if (cursor.view.getUint32(cursor.position, true) !== word || !isAt(cursor, name)) continue
    cursor.position += name.end
    if (!read(cursor)) return false
    const byte = byteAt(bytes, cursor.position++)
    if (byte === closeBrace) return true
    if (byte !== comma) return false
  }
  return false
}

function readText(position: number): ReadMember {
  return (cursor) => {
    const { starts, ends, rowCountMax } = cursor.batch
    const place = position * rowCountMax + cursor.row
    starts[place] = cursor.position
    const end = endOfText(cursor)
    ends[place] = end
    return end >= 0
  }
}

function readId(cursor: Cursor): boolean {
  const { starts, ends } = cursor.batch.ids
  starts[cursor.row] = cursor.position
  const end = endOfText(cursor)
  ends[cursor.row] = end
  return end >= 0
}

const decimal = createSmallDecimal()

function readDecimal(position: number): ReadMember {
  return (cursor) => {
    const start = cursor.position
    const end = endOfText(cursor)
    if (end < 0 || !decimal.read(cursor.bytes, start, end)) return false
    const { coefficients, scales, rowCountMax } = cursor.batch
    coefficients[position * rowCountMax + cursor.row] = decimal.coefficient
    scales[position * rowCountMax + cursor.row] = decimal.scale
    return true
  }
}

function readDate(position: number): ReadMember {
  return (cursor) => {
    const day = dayOfBytes(cursor.bytes, cursor.position)
    if (day === undefined) return false
    cursor.batch.days[position * cursor.batch.rowCountMax + cursor.row] = day
    cursor.position += dateByteCount + 1
    return byteAt(cursor.bytes, cursor.position - 1) === quote
  }
}

function readCurrency(cursor: Cursor): boolean {
  const code = currencyAt(cursor.bytes, cursor.position)
  cursor.batch.currencies[cursor.row] = code
  cursor.position += 4
  return code !== 0 && byteAt(cursor.bytes, cursor.position - 1) === quote
}

/** In the order of canonical JSON. */
const members: readonly Member[] = canonicalFields.toSorted().map((field) => {
  const name = rangeOf(field === 'attributes' ? `"${field}":{` : `"${field}":"`)
  return { word: name.view.getUint32(0, true), name, read: readerOf(field) }
})

function readerOf(field: string): ReadMember {
  if (positionAmong(textFields, field) >= 0) return readText(positionAmong(textFields, field))
  if (positionAmong(decimalFields, field) >= 0) return readDecimal(positionAmong(decimalFields, field))
  if (positionAmong(dateFields, field) >= 0) return readDate(positionAmong(dateFields, field))
  if (field === 'id') return readId
  return field === 'currency' ? readCurrency : readAttributes
}
