import { byteAt, int32At } from '../base/at.ts'
import type { BufferRange } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { absentDay } from './columns.ts'
import { dateFields, decimalFields, textFields } from './record.ts'

/** A record as places in bytes, used again for each batch, so that a reader has to set all fields of its file. */
export interface RecordValues {
  /** The UTF-8 bytes that texts and attributes lie in, with room behind as a `BufferRange` has. */
  view: DataView
  /** An upper bound on the bytes of all texts and attributes together. */
  byteCount: number
  /** Whether no text and no attribute needs an escape in JSON. */
  isPlain: boolean
  /** By the position in `textFields`. An absent text ends where it starts. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Has a view of its own, since an id may have been made. */
  readonly id: BufferRange
  /** The three letters of the currency as one number, see `currencyAt`; 0 where there is none. */
  currency: number
  /** By the position in `decimalFields`: the value is `coefficient / 10^scale`, NaN where there is none. */
  readonly coefficients: Float64Array
  readonly scales: Uint8Array
  /** By the position in `dateFields`; `absentDay` where there is none. */
  readonly days: Int32Array
  readonly attributes: AttributeValues
  line: number
  /** The bytes of the canonical line with its newline, once it is written. */
  lineByteCount: number
}

/** The attributes of one record, sorted by name. Values are texts or literals, never objects. */
export interface AttributeValues {
  readonly names: AttributeNames
  count: number
  /** By position: the number of the name, the place of the value, and 1 if the value is `true` or `false`, else 0. */
  readonly numbers: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly literals: Uint8Array
}

/** A record with more attributes is read as an object. */
export const attributeCountMax = 64

const nothing = new DataView(new ArrayBuffer(0))

export const createRecordValues = (names: AttributeNames): RecordValues => ({
  view: nothing,
  byteCount: 0,
  isPlain: true,
  starts: new Int32Array(textFields.length),
  ends: new Int32Array(textFields.length),
  id: { view: nothing, start: 0, end: 0 },
  currency: 0,
  coefficients: new Float64Array(decimalFields.length).fill(Number.NaN),
  scales: new Uint8Array(decimalFields.length),
  days: new Int32Array(dateFields.length).fill(absentDay),
  attributes: {
    names,
    count: 0,
    numbers: new Int32Array(attributeCountMax),
    starts: new Int32Array(attributeCountMax),
    ends: new Int32Array(attributeCountMax),
    literals: new Uint8Array(attributeCountMax),
  },
  line: 0,
  lineByteCount: 0,
})

/** Steps of work are taken for a whole batch: taking each record through all steps took half as long again. */
const batchCount = 32

/** Records that are read into one after the other, and again from the first. */
export const createRecordBatch = (names: AttributeNames): readonly RecordValues[] =>
  Array.from({ length: batchCount }, () => createRecordValues(names))

/** The position for the caller's value; -1 for too many attributes or a known name. O(1) for names in order. */
export function placeAttribute(attributes: AttributeValues, number: number): number {
  const { names, count, numbers, starts, ends, literals } = attributes
  if (count === attributeCountMax) return -1
  const rank = names.rankAt(number)
  let position = count
  for (; position > 0; position--) {
    const before = int32At(numbers, position - 1)
    if (before === number) return -1
    if (names.rankAt(before) < rank) break
  }
  if (position < count)
    for (const list of [numbers, starts, ends, literals]) list.copyWithin(position + 1, position, count)
  numbers[position] = number
  attributes.count += 1
  return position
}

const [firstLetter, lastLetter] = [0x41, 0x5a]

/** The currency code in the three bytes from `start` on as one number; 0 unless they are upper-case letters. */
export function currencyAt(bytes: Uint8Array, start: number): number {
  let code = 0
  for (let index = start; index < start + 3; index++) {
    const byte = byteAt(bytes, index)
    if (byte < firstLetter || byte > lastLetter) return 0
    code = 256 * code + byte
  }
  return code
}

/** The inverse of `currencyAt`. */
export const textOfCurrency = (code: number): string => String.fromCharCode(code >> 16, (code >> 8) & 0xff, code & 0xff)
