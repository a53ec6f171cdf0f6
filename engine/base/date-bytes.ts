import { byteAt } from './at.ts'
import { dayNumber } from './date.ts'

const isoByteCount = 10
const [dash, zero] = [0x2d, 0x30]

/** The day number of `YYYY-MM-DD` in the ten bytes from `start` on; undefined for anything else. */
export function dayOfBytes(bytes: Uint8Array, start: number): number | undefined {
  if (start + isoByteCount > bytes.length) return undefined
  if (byteAt(bytes, start + 4) !== dash || byteAt(bytes, start + 7) !== dash) return undefined
  const year = 100 * twoDigits(bytes, start) + twoDigits(bytes, start + 2)
  return dayNumber(year, twoDigits(bytes, start + 5), twoDigits(bytes, start + 8))
}

export const dateByteCount = isoByteCount

/** Stands for characters that are no digits: it makes the year, month or day negative, so that no date results. */
const noDigits = -10_000

function twoDigits(bytes: Uint8Array, start: number): number {
  const [tens, ones] = [byteAt(bytes, start) - zero, byteAt(bytes, start + 1) - zero]
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : noDigits
}
