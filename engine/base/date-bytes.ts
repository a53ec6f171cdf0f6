import { byteAt } from './at.ts'
import { dayNumber, formatDate } from './date.ts'
import { appendStretch, type Stretch, stretchOf, type WordBuffer } from './word-buffer.ts'

/** Dates in bytes: `2026-03-01`. */

const isoByteCount = 10
const [dash, zero] = [0x2d, 0x30]

/** The day number of the date that the ten bytes from `start` on write as `YYYY-MM-DD`; undefined for anything else. */
export function dayOfBytes(bytes: Uint8Array, start: number): number | undefined {
  if (start + isoByteCount > bytes.length) return undefined
  if (byteAt(bytes, start + 4) !== dash || byteAt(bytes, start + 7) !== dash) return undefined
  const year = 100 * twoDigits(bytes, start) + twoDigits(bytes, start + 2)
  return dayNumber(year, twoDigits(bytes, start + 5), twoDigits(bytes, start + 8))
}

/** The bytes of a date as `dayOfBytes` reads it. */
export const dateByteCount = isoByteCount

/** Makes any year, month or day negative that it is a part of, so that the calendar has no such day. */
const noDigits = -10_000

function twoDigits(bytes: Uint8Array, start: number): number {
  const [tens, ones] = [byteAt(bytes, start) - zero, byteAt(bytes, start + 1) - zero]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : noDigits
}

/** Days that records repeat are written out once. */
const datesByDay = new Map<number, Stretch>()
const knownDayCountMax = 4_096

/** Adds a day number as a date. */
export function appendDate(buffer: WordBuffer, day: number): void {
  let date = datesByDay.get(day)
  if (date === undefined) {
    if (datesByDay.size === knownDayCountMax) datesByDay.clear()
    date = stretchOf(formatDate(day))
    datesByDay.set(day, date)
  }
  appendStretch(buffer, date)
}
