import { at, byteAt } from '../base/at.ts'
import { dateByteCount, dayOfBytes } from '../base/date-bytes.ts'
import { createSmallDecimal } from '../base/small-decimal.ts'
import { type Stretch, stretchOf, type WordBuffer } from '../base/word-buffer.ts'
import { endOfJsonText } from '../base/word-scan.ts'
import { createAttributeNames } from './attribute-names.ts'
import { absentDay } from './columns.ts'
import { canonicalFields, dateFields, decimalFields, positionAmong, textFields } from './record.ts'
import { createRecordValues, currencyAt, placeAttribute, type RecordValues } from './record-values.ts'

/** Reads canonical lines of records as places in their bytes. */
export interface LineReader {
  /** What was read last. */
  readonly values: RecordValues
  /**
   * Reads the line that begins at `start`, and returns the position of the newline that ends it. -1 for a line that has
   * to be parsed as JSON: one with an escape, a nested attribute or a large amount, and one that no intake writes.
   * Requires UTF-8, and a newline behind `start`.
   */
  read(lines: WordBuffer, start: number): number
}

const [comma, colon, quote, openBrace, closeBrace, newline] = [0x2c, 0x3a, 0x22, 0x7b, 0x7d, 0x0a]

/** The place in the lines, and the values that are being read. */
interface Cursor {
  bytes: Uint8Array
  view: DataView
  position: number
  readonly values: RecordValues
}

/** Reads a value and steps behind it; false where it has to be parsed as JSON. */
type ReadMember = (cursor: Cursor) => boolean

/** A member of the line by its name, as in `"amount":"`, and by the first four bytes of that, which no other has. */
interface Member {
  readonly word: number
  readonly name: Stretch
  readonly read: ReadMember
}

/** A reader of lines. Nothing is allocated while it reads. */
export function createLineReader(): LineReader {
  const values = createRecordValues(createAttributeNames())
  const cursor: Cursor = { bytes: new Uint8Array(0), view: values.view, position: 0, values }
  return {
    values,
    read(lines, start) {
      cursor.bytes = lines.bytes
      cursor.view = lines.view
      cursor.position = start + 1
      clear(values)
      values.view = lines.view
      if (byteAt(lines.bytes, start) !== openBrace || !readMembers(cursor)) return -1
      return byteAt(lines.bytes, cursor.position) === newline ? cursor.position : -1
    },
  }
}

function clear(values: RecordValues): void {
  values.starts.fill(0)
  values.ends.fill(0)
  values.id.start = 0
  values.id.end = 0
  values.currency = 0
  values.coefficients.fill(Number.NaN)
  values.days.fill(absentDay)
  values.attributes.count = 0
}

/** Reads the members, whose order is that of canonical JSON, and steps behind the brace that ends them. */
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

/** Whether the bytes of `wanted` are next. Compares words, the last of which may overlap the one before. */
function isAt({ view, position }: Cursor, { view: wanted, end }: Stretch): boolean {
  for (let index = 0; index + 4 <= end; index += 4)
    if (view.getUint32(position + index, true) !== wanted.getUint32(index, true)) return false
  return view.getUint32(position + end - 4, true) === wanted.getUint32(end - 4, true)
}

/** The position behind the last byte of the text at the cursor; steps behind its quote. -1 where no quote ends it. */
function endOfText(cursor: Cursor): number {
  const end = endOfJsonText(cursor.view, cursor.position)
  if (byteAt(cursor.bytes, end) !== quote) return -1
  cursor.position = end + 1
  return end
}

function readText(position: number): ReadMember {
  return (cursor) => {
    const { starts, ends } = cursor.values
    starts[position] = cursor.position
    const end = endOfText(cursor)
    ends[position] = end
    return end >= 0
  }
}

function readId(cursor: Cursor): boolean {
  const { id } = cursor.values
  id.view = cursor.view
  id.start = cursor.position
  id.end = endOfText(cursor)
  return id.end >= 0
}

const decimal = createSmallDecimal({ sign: '.', group: '' })

function readDecimal(position: number): ReadMember {
  return (cursor) => {
    const start = cursor.position
    const end = endOfText(cursor)
    if (end < 0 || !decimal.read(cursor.bytes, start, end)) return false
    cursor.values.coefficients[position] = decimal.coefficient
    cursor.values.scales[position] = decimal.scale
    return true
  }
}

function readDate(position: number): ReadMember {
  return (cursor) => {
    const day = dayOfBytes(cursor.bytes, cursor.position)
    if (day === undefined) return false
    cursor.values.days[position] = day
    cursor.position += dateByteCount + 1
    return byteAt(cursor.bytes, cursor.position - 1) === quote
  }
}

function readCurrency(cursor: Cursor): boolean {
  cursor.values.currency = currencyAt(cursor.bytes, cursor.position)
  cursor.position += 4
  return cursor.values.currency !== 0 && byteAt(cursor.bytes, cursor.position - 1) === quote
}

/** The name that is being looked up: one object for all. */
const name = stretchOf('')

/** Reads attributes whose names are in order, and whose values are text, which is not blank, or literals. */
function readAttributes(cursor: Cursor): boolean {
  const { bytes, values } = cursor
  const { attributes } = values
  do {
    if (byteAt(bytes, cursor.position++) !== quote) return false
    name.view = cursor.view
    name.start = cursor.position
    name.end = endOfText(cursor)
    if (name.end < 0 || byteAt(bytes, cursor.position++) !== colon) return false
    const number = attributes.names.numberOfStretch(name)
    const position = number === undefined ? -1 : placeAttribute(attributes, number)
    if (position < 0 || position !== attributes.count - 1 || !readAttribute(cursor, position)) return false
  } while (byteAt(bytes, cursor.position++) === comma)
  return byteAt(bytes, cursor.position - 1) === closeBrace
}

const literals = ['true', 'false'].map(stretchOf)

function readAttribute(cursor: Cursor, position: number): boolean {
  const { attributes } = cursor.values
  const literal = literals.find((each) => isAt(cursor, each))
  const start = literal === undefined ? cursor.position + 1 : cursor.position
  attributes.starts[position] = start
  attributes.literals[position] = literal === undefined ? 0 : 1
  if (literal !== undefined) {
    cursor.position += literal.end
    attributes.ends[position] = cursor.position
    return true
  }
  if (byteAt(cursor.bytes, cursor.position++) !== quote) return false
  const end = endOfText(cursor)
  attributes.ends[position] = end
  return end > start
}

/** The members in the order of canonical JSON. */
const members: readonly Member[] = canonicalFields.toSorted().map((field) => {
  const name = stretchOf(field === 'attributes' ? `"${field}":{` : `"${field}":"`)
  return { word: name.view.getUint32(0, true), name, read: readerOf(field) }
})

function readerOf(field: string): ReadMember {
  if (positionAmong(textFields, field) >= 0) return readText(positionAmong(textFields, field))
  if (positionAmong(decimalFields, field) >= 0) return readDecimal(positionAmong(decimalFields, field))
  if (positionAmong(dateFields, field) >= 0) return readDate(positionAmong(dateFields, field))
  if (field === 'id') return readId
  return field === 'currency' ? readCurrency : readAttributes
}
