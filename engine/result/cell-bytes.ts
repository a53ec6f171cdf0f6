import { byteAt, uint32At } from '../base/at.ts'
import { formatDate } from '../base/date.ts'
import { appendRange, appendString, type BufferRange, rangeOf, reserve, type WordBuffer } from '../base/word-buffer.ts'
import type { TextColumn } from '../record/columns.ts'

/** Writes values of columns as canonical JSON bytes without making strings. */

const [quote, point, minus, zeroDigit] = [0x22, 0x2e, 0x2d, 0x30]

/** Makes a function that appends the text of a row as a JSON string: `"PAY-1"`, or `""` if absent. O(bytes). */
export function textCell({ bytes, offsets, textAt }: TextColumn): (buffer: WordBuffer, row: number) => void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (buffer, row) => {
    const end = uint32At(offsets, row + 1)
    let from = uint32At(offsets, row)
    reserve(buffer, end - from + 2)
    const { bytes: line, view: lineView } = buffer
    let place = buffer.end
    line[place++] = quote
    let escaped = 0
    for (; from + 4 <= end; from += 4, place += 4) {
      const word = view.getInt32(from, true)
      escaped |= escapedIn(word)
      lineView.setInt32(place, word, true)
    }
    for (; from < end; from++) {
      const byte = byteAt(bytes, from)
      escaped |= escapedIn(byte | notEscaped)
      line[place++] = byte
    }
    if (escaped !== 0) return appendString(buffer, JSON.stringify(textAt(row)))
    line[place++] = quote
    buffer.end = place
  }
}

/** Not 0 if one of four bytes is a character that JSON escapes. Characters beyond ASCII are written unchanged. */
const escapedIn = (word: number): number =>
  ((word - 0x20202020) | ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101)) & ~word & 0x80808080

/** Three bytes that JSON does not escape, beside a single byte. */
const notEscaped = 0x30303000

/** Whether `DecimalColumn.small` holds the units of a row. It holds none for absent and large values. */
export const isSmall = (units: number | undefined): units is number => units !== undefined && !Number.isNaN(units)

/** The digits of a number from the last to the first: at most 16, then zeros up to the scale. */
const digits = new Uint8Array(64)

/** Division of integers below this bound is fast. */
const billion = 1e9

/**
 * Appends `units / 10^scale` as `formatDecimal` writes it: `-12.5`. Requires |units| up to 2^53 and a scale below 48.
 */
export function appendUnits(buffer: WordBuffer, units: number, scale: number): void {
  const count = writeDigits(Math.abs(units), scale + 1)
  let last = 0
  while (last < scale && digits[last] === 0) last += 1
  reserve(buffer, count + 2)
  const { bytes: line } = buffer
  let place = buffer.end
  if (units < 0) line[place++] = minus
  for (let index = count - 1; index >= scale; index--) line[place++] = zeroDigit + byteAt(digits, index)
  if (last < scale) line[place++] = point
  for (let index = scale - 1; index >= last; index--) line[place++] = zeroDigit + byteAt(digits, index)
  buffer.end = place
}

function writeDigits(size: number, countMin: number): number {
  const high = Math.floor(size / billion)
  let count = 0
  for (let remainder = size - high * billion; remainder > 0; count++) {
    const tenth = (remainder / 10) | 0
    digits[count] = remainder - 10 * tenth
    remainder = tenth
  }
  if (high > 0) while (count < 9) digits[count++] = 0
  for (let remainder = high; remainder > 0; count++) {
    const tenth = (remainder / 10) | 0
    digits[count] = remainder - 10 * tenth
    remainder = tenth
  }
  while (count < countMin) digits[count++] = 0
  return count
}

const datesByDay = new Map<number, BufferRange>()
const knownDayCountMax = 4_096

/** Appends a day number as a JSON string: `"2026-03-01"`. */
export function appendDay(buffer: WordBuffer, day: number): void {
  let range = datesByDay.get(day)
  if (range === undefined) {
    if (datesByDay.size === knownDayCountMax) datesByDay.clear()
    range = rangeOf(`"${formatDate(day)}"`)
    datesByDay.set(day, range)
  }
  appendRange(buffer, range)
}
