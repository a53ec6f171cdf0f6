import { byteAt, uint32At } from '../base/at.ts'
import { appendText, type ByteBuffer, reserve } from '../base/byte-buffer.ts'
import { formatDate } from '../base/date.ts'
import type { TextColumn } from '../record/columns.ts'

/** Values of columns as canonical JSON bytes, without a string between the column and the line. */

const [quote, backslash, space, point, minus, zeroDigit] = [0x22, 0x5c, 0x20, 0x2e, 0x2d, 0x30]

/** Adds the text of a row as a JSON string: `"PAY-1"`. An absent value is the empty string. O(bytes). */
export function appendTextCell(buffer: ByteBuffer, { bytes, offsets, textAt }: TextColumn, row: number): void {
  const start = uint32At(offsets, row)
  const end = uint32At(offsets, row + 1)
  const line = reserve(buffer, end - start + 2)
  let place = buffer.end
  line[place++] = quote
  for (let index = start; index < end; index++) {
    const byte = byteAt(bytes, index)
    // JSON escapes these and no others: a character beyond ASCII stands as it is.
    if (byte < space || byte === quote || byte === backslash) {
      appendText(buffer, JSON.stringify(textAt(row)))
      return
    }
    line[place++] = byte
  }
  line[place++] = quote
  buffer.end = place
}

/** Whether a cell of `DecimalColumn.small` holds the row's units: it has none of an absent value and of a large one. */
export const isSmall = (units: number | undefined): units is number => units !== undefined && !Number.isNaN(units)

/** The digits of one number, the last digit first. Units have at most 16, and a scale adds zeros before them. */
const digits = new Uint8Array(64)

/** Numbers below it, and whole parts of units divided by it, have fast integer division. */
const billion = 1e9

/**
 * Adds `units / 10^scale` as a canonical decimal: `-12.5`. Requires a whole number up to 2^53 in size, and a scale below
 * 48. The same text as `formatDecimal`.
 */
export function appendUnits(buffer: ByteBuffer, units: number, scale: number): void {
  const count = writeDigits(Math.abs(units), scale + 1)
  let last = 0
  while (last < scale && digits[last] === 0) last += 1
  const line = reserve(buffer, count + 2)
  let place = buffer.end
  if (units < 0) line[place++] = minus
  for (let index = count - 1; index >= scale; index--) line[place++] = zeroDigit + byteAt(digits, index)
  if (last < scale) line[place++] = point
  for (let index = scale - 1; index >= last; index--) line[place++] = zeroDigit + byteAt(digits, index)
  buffer.end = place
}

/** Writes the digits of a number and zeros up to `countMin` digits; returns how many there are. */
function writeDigits(size: number, countMin: number): number {
  const high = Math.floor(size / billion)
  let count = 0
  for (let rest = size - high * billion; rest > 0; count++) {
    const tenth = (rest / 10) | 0
    digits[count] = rest - 10 * tenth
    rest = tenth
  }
  if (high > 0) while (count < 9) digits[count++] = 0
  for (let rest = high; rest > 0; count++) {
    const tenth = (rest / 10) | 0
    digits[count] = rest - 10 * tenth
    rest = tenth
  }
  while (count < countMin) digits[count++] = 0
  return count
}

/** Days that lines repeat are written out once. */
const datesByDay = new Map<number, string>()
const knownDayCountMax = 4_096

/** Adds a day number as a JSON string: `"2026-03-01"`. */
export function appendDay(buffer: ByteBuffer, day: number): void {
  let text = datesByDay.get(day)
  if (text === undefined) {
    if (datesByDay.size === knownDayCountMax) datesByDay.clear()
    text = `"${formatDate(day)}"`
    datesByDay.set(day, text)
  }
  appendText(buffer, text)
}
