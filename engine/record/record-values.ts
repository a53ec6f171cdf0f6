import { byteAt, int32At } from '../base/at.ts'
import type { BufferRange } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { absentDay } from './columns.ts'
import { dateFields, decimalFields, textFields } from './record.ts'

/**
 * A record as positions in bytes. The object is used again for later records, so that a reader has to set all fields
 * that its file has.
 */
export interface RecordValues {
  /** The UTF-8 bytes that contain texts and attributes, with room after them as a `BufferRange` requires. */
  view: DataView
  /** An upper bound on the bytes of all texts and attributes together. */
  byteCount: number
  /** Whether no text and no attribute needs an escape in JSON. */
  isPlain: boolean
  /** By position in `textFields`. An absent text ends where it starts. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** The id has its own view, since it may have been made and not be in the file. */
  readonly id: BufferRange
  /** The three letters of the currency as one number, see `currencyAt`; 0 if absent. */
  currency: number
  /** By position in `decimalFields`: the value is `coefficient / 10^scale`; NaN if absent. */
  readonly coefficients: Float64Array
  readonly scales: Uint8Array
  /** By position in `dateFields`; `absentDay` if absent. */
  readonly days: Int32Array
  readonly attributes: AttributeValues
  line: number
  /** The bytes of the canonical line with its newline; set when the line is written. */
  lineByteCount: number
}

/** The attributes of one record, sorted by name. Values are texts or literals, never objects. */
export interface AttributeValues {
  readonly names: AttributeNames
  count: number
  /** For each attribute the number of its name, where its value is, and 1 if the value is `true` or `false`, else 0. */
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

/** Records of a batch go through each step of work together: one by one through all steps took half as long again. */
const batchCount = 32

/** The records of a batch. Readers fill them one after the other, and begin again with the first. */
export const createRecordBatch = (names: AttributeNames): readonly RecordValues[] =>
  Array.from({ length: batchCount }, () => createRecordValues(names))

/**
 * Makes room for an attribute, and returns where the caller puts its value; -1 if there are too many, or if the name is
 * there already. O(1) for names in order.
 */
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

/** The three bytes from `start` on as a number, if they are upper-case letters; else 0. */
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
