import { byteAt, uint32At } from '../base/at.ts'
import { type BufferRange, rangeOf, setView } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { absentDay } from './columns.ts'
import { dateFields, decimalFields, textFields } from './record.ts'

/** Texts of records as places in UTF-8 bytes, which have room behind as a `BufferRange` requires. */
export interface TextPlaces {
  readonly view: DataView
  /** An absent text ends where it starts. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

const text: BufferRange = rangeOf('')

/** The text at a place, in an object that the next call uses again. */
export function placeText({ view, starts, ends }: TextPlaces, place: number): BufferRange {
  setView(text, view)
  text.start = uint32At(starts, place)
  text.end = uint32At(ends, place)
  return text
}

/**
 * Records as columns of places and numbers: the value of field f of row r is at `f * rowCountMax + r`, where f is the
 * field's position in `textFields`, `decimalFields` or `dateFields`.
 */
export interface RecordBatch {
  /** The number of records. */
  count: number
  readonly rowCountMax: number
  /** Where the texts and attributes are. */
  view: DataView
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** By row. Ids have their own view, since they may have been made and not be in the file. */
  ids: TextPlaces
  /** By row: three letters as one number, see `currencyAt`; 0 if absent. */
  readonly currencies: Uint32Array
  /** The value is `coefficient / 10^scale`; NaN if absent. */
  readonly coefficients: Float64Array
  readonly scales: Uint8Array
  /** `absentDay` if absent. */
  readonly days: Int32Array
  readonly attributes: AttributeLists
  /** By row: the bytes of the canonical line with its newline. */
  readonly lineByteCounts: Uint32Array
}

/** The attributes of all rows, those of a row sorted by name. Values are texts or literals, never objects. */
export interface AttributeLists {
  readonly names: AttributeNames
  /** By row: where its attributes end in the lists. They begin where those of the row before end. */
  readonly stops: Uint32Array
  readonly numbers: Uint32Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/** A record with more attributes is read as an object. */
export const attributeCountMax = 64

/** Records go through each step of work together: one by one through all steps took half as long again. */
const rowCountMax = 32

export function createRecordBatch(names: AttributeNames): RecordBatch {
  const view = new DataView(new ArrayBuffer(0))
  const listOf = (fieldCount: number): Uint32Array => new Uint32Array(fieldCount * rowCountMax)
  return {
    count: 0,
    rowCountMax,
    view,
    starts: listOf(textFields.length),
    ends: listOf(textFields.length),
    ids: { view, starts: listOf(1), ends: listOf(1) },
    currencies: listOf(1),
    coefficients: new Float64Array(decimalFields.length * rowCountMax),
    scales: new Uint8Array(decimalFields.length * rowCountMax),
    days: new Int32Array(dateFields.length * rowCountMax),
    attributes: {
      names,
      stops: listOf(1),
      numbers: listOf(attributeCountMax),
      starts: listOf(attributeCountMax),
      ends: listOf(attributeCountMax),
    },
    lineByteCounts: listOf(1),
  }
}

/** Makes a row of the batch one without any value. */
export function clearRow({ starts, ends, ids, currencies, coefficients, days, attributes }: RecordBatch, row: number) {
  for (let place = row; place < starts.length; place += rowCountMax) {
    starts[place] = 0
    ends[place] = 0
  }
  ids.starts[row] = 0
  ids.ends[row] = 0
  currencies[row] = 0
  for (let place = row; place < coefficients.length; place += rowCountMax) coefficients[place] = Number.NaN
  for (let place = row; place < days.length; place += rowCountMax) days[place] = absentDay
  attributes.stops[row] = firstAttribute(attributes, row)
}

/** Where the attributes of a row begin in the lists. */
export const firstAttribute = ({ stops }: AttributeLists, row: number): number =>
  row === 0 ? 0 : uint32At(stops, row - 1)

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
