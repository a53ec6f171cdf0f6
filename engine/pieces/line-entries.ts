import { byteAt, uint32At } from '../base/at.ts'
import { fromUtf8, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import {
  appendByte,
  appendBytes,
  appendNumber,
  appendString,
  createWordBuffer,
  reserve,
  type WordBuffer,
} from '../base/word-buffer.ts'
import type { TextColumn } from '../record/columns.ts'
import { type BySide, sides } from '../record/side.ts'
import { countKey } from '../result/artifact.ts'
import { type BreakLine, type ExcludedLine, idsOfSide, type MatchLine, type NettedLine } from '../result/line.ts'

/**
 * Entries of a file that holds lines of the result before they are merged. A merge compares bytes and parses no line.
 * Numbers have four bytes, the lowest first.
 *
 * bytes behind │ source count │ target count │ place bytes │ key bytes │ record numbers │ place │ count key │ line
 */

/** The records of a line, by number. */
export type LineNumbers = BySide<readonly number[]>

export interface LineEntry extends LineNumbers {
  readonly line: Uint8Array
  /**
   * Bytes that sort the lines of one view in the order of the result: by (source ids, target ids), lines without source
   * records last; netted lines by (side, ids). Ids are compared by their UTF-8 bytes.
   */
  readonly place: Uint8Array
  readonly countKey: string
}

export type RecordLine = MatchLine | BreakLine | ExcludedLine | NettedLine

export function entryOfLine(line: RecordLine, { source, target }: LineNumbers): LineEntry {
  const place = createWordBuffer(64)
  for (const side of sides) {
    const ids = idsOfSide(line, side)
    for (const id of ids) appendId(place, utf8(id))
    endIds(place, ids.length)
  }
  const bytes = place.bytes.subarray(0, place.end)
  return { source, target, line: utf8(canonicalize(line)), place: bytes, countKey: countKey(line) ?? '' }
}

/**
 * Makes the `place` of lines whose ids are in two columns, equal to that of `entryOfLine`. The next call overwrites the
 * bytes.
 */
export function placeMaker(ids: { readonly source: TextColumn; readonly target: TextColumn }) {
  const place = createWordBuffer(256)
  return (rows: LineNumbers): Uint8Array => {
    place.end = 0
    for (const side of sides) {
      const { bytes, offsets } = ids[side]
      for (const row of rows[side]) appendId(place, bytes.subarray(uint32At(offsets, row), uint32At(offsets, row + 1)))
      endIds(place, rows[side].length)
    }
    return place.bytes.subarray(0, place.end)
  }
}

/**
 * Bytes before each id, behind the last id, and instead of an empty list. So a list comes before its continuations, and
 * an empty list last.
 */
const [beforeId, afterIds, noIds] = [2, 0, 3]
/** A zero byte in an id is written as 0 and 255, so that it is sorted after the 0 that ends a shorter id. */
const afterZero = 0xff

function appendId(place: WordBuffer, id: Uint8Array): void {
  const bytes = reserve(place, 2 * id.length + 2)
  let { end } = place
  bytes[end++] = beforeId
  for (let index = 0; index < id.length; index++) {
    const byte = byteAt(id, index)
    bytes[end++] = byte
    if (byte === 0) bytes[end++] = afterZero
  }
  bytes[end++] = 0
  place.end = end
}

function endIds(place: WordBuffer, count: number): void {
  appendByte(place, count === 0 ? noIds : afterIds)
}

const lengthByteCount = 4
const headByteCount = 5 * 4

export function appendLineEntry(buffer: WordBuffer, { source, target, line, place, countKey: key }: LineEntry): void {
  const start = buffer.end
  // The lengths of the entry and of its count key are written over these zeros once they are known.
  for (const number of [0, source.length, target.length, place.length, 0]) appendNumber(buffer, number)
  for (const number of source) appendNumber(buffer, number)
  for (const number of target) appendNumber(buffer, number)
  appendBytes(buffer, place)
  const keyStart = buffer.end
  appendString(buffer, key)
  const keyByteCount = buffer.end - keyStart
  appendBytes(buffer, line)
  buffer.view.setUint32(start, buffer.end - start - lengthByteCount, true)
  buffer.view.setUint32(start + headByteCount - lengthByteCount, keyByteCount, true)
}

export interface StoredLine extends LineNumbers {
  readonly bytes: Uint8Array
  readonly start: number
  /** Where the place, the count key and the line begin, and where the entry ends. */
  readonly placeStart: number
  readonly keyStart: number
  readonly lineStart: number
  readonly end: number
}

/**
 * The entry that begins at `start`; undefined where the bytes end within the entry. Throws a `RangeError` for malformed
 * bytes.
 */
export function storedLineAt(bytes: Uint8Array, start: number): StoredLine | undefined {
  if (start + headByteCount > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numberAt = (place: number): number => view.getUint32(place, true)
  const end = start + lengthByteCount + numberAt(start)
  if (end > bytes.length) return undefined
  const [sourceCount, targetCount] = [numberAt(start + 4), numberAt(start + 8)]
  const placeStart = start + headByteCount + 4 * (sourceCount + targetCount)
  const keyStart = placeStart + numberAt(start + 12)
  const lineStart = keyStart + numberAt(start + 16)
  if (lineStart > end) throw new RangeError('Got an entry of a line that ends before its line')
  const numbersFrom = (first: number, count: number): number[] => {
    const numbers: number[] = []
    for (let index = 0; index < count; index++) numbers.push(numberAt(first + 4 * index))
    return numbers
  }
  const source = numbersFrom(start + headByteCount, sourceCount)
  const target = numbersFrom(start + headByteCount + 4 * sourceCount, targetCount)
  return { bytes, start, placeStart, keyStart, lineStart, end, source, target }
}

/** The entries of bytes that end with one. */
export function* storedLinesIn(bytes: Uint8Array): Generator<StoredLine> {
  for (let line = storedLineAt(bytes, 0); line !== undefined; line = storedLineAt(bytes, line.end)) yield line
}

export function compareStoredLines(left: StoredLine, right: StoredLine): number {
  const [leftCount, rightCount] = [left.keyStart - left.placeStart, right.keyStart - right.placeStart]
  const count = Math.min(leftCount, rightCount)
  for (let index = 0; index < count; index++) {
    const order = byteAt(left.bytes, left.placeStart + index) - byteAt(right.bytes, right.placeStart + index)
    if (order !== 0) return order
  }
  return leftCount - rightCount
}

export const compareLineEntries = ({ place: left }: LineEntry, { place: right }: LineEntry): number =>
  compareBytes(left, right)

/**
 * Makes a function that reads the count key of a line; undefined for a line without one. Decoded keys are reused, since
 * few keys differ.
 */
export function countKeyReader(): (line: StoredLine) => string | undefined {
  const known: { readonly bytes: Uint8Array; readonly text: string }[] = []
  return ({ bytes, keyStart, lineStart }) => {
    if (keyStart === lineStart) return undefined
    let hash = 0
    for (let index = keyStart; index < lineStart; index++) hash = (31 * hash + byteAt(bytes, index)) | 0
    const slot = hash & (slotCount - 1)
    const last = known[slot]
    const own = bytes.subarray(keyStart, lineStart)
    if (last !== undefined && compareBytes(last.bytes, own) === 0) return last.text
    const text = fromUtf8(own)
    known[slot] = { bytes: own.slice(), text }
    return text
  }
}

const slotCount = 256

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const count = Math.min(left.length, right.length)
  for (let index = 0; index < count; index++) {
    const order = byteAt(left, index) - byteAt(right, index)
    if (order !== 0) return order
  }
  return left.length - right.length
}
