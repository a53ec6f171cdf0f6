import { byteAt, uint32At } from '../base/at.ts'
import { appendText, type ByteBuffer, reserve } from '../base/byte-buffer.ts'
import { formatDate } from '../base/date.ts'
import type { TextColumn } from '../record/columns.ts'

/** Writes values of columns as canonical JSON bytes without making strings. */

const [quote, backslash, space, point, minus, zeroDigit] = [0x22, 0x5c, 0x20, 0x2e, 0x2d, 0x30]

/** Appends a text as a JSON string: `"PAY-1"`. Writes `""` for an absent value. O(bytes). */
export function appendTextCell(buffer: ByteBuffer, { bytes, offsets, textAt }: TextColumn, row: number): void {
  const start = uint32At(offsets, row)
  const end = uint32At(offsets, row + 1)
  const line = reserve(buffer, end - start + 2)
  let place = buffer.end
  line[place++] = quote
  for (let index = start; index < end; index++) {
    const byte = byteAt(bytes, index)
    // JSON escapes only these characters. Characters beyond ASCII are written unchanged.
    if (byte < space || byte === quote || byte === backslash) {
      appendText(buffer, JSON.stringify(textAt(row)))
      return
    }
    line[place++] = byte
  }
  line[place++] = quote
  buffer.end = place
}

/** Whether `DecimalColumn.small` holds the units of a row. It holds none for absent and large values. */
export const isSmall = (units: number | undefined): units is number => units !== undefined && !Number.isNaN(units)

/** The digits of a number from the last to the first: at most 16, then zeros up to the scale. */
const digits = new Uint8Array(64)

/** Division of integers below this bound is fast. */
const billion = 1e9

/**
 * Appends `units / 10^scale` as `formatDecimal` writes it: `-12.5`. Requires |units| up to 2^53 and a scale below 48.
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

const datesByDay = new Map<number, string>()
const knownDayCountMax = 4_096

/** Appends a day number as a JSON string: `"2026-03-01"`. */
export function appendDay(buffer: ByteBuffer, day: number): void {
  let text = datesByDay.get(day)
  if (text === undefined) {
    if (datesByDay.size === knownDayCountMax) datesByDay.clear()
    text = `"${formatDate(day)}"`
    datesByDay.set(day, text)
  }
  appendText(buffer, text)
}
