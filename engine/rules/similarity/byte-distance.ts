import { byteAt, int32At, uint32At } from '../../base/at.ts'
import type { TextColumn } from '../../record/columns.ts'
import type { BySide } from '../../record/side.ts'
import { comparedLengthMax, distanceMaxOf } from './similarity-bounds.ts'

/**
 * Makes a function that says whether the texts of two rows are at least `min` similar by Levenshtein, read from the
 * bytes of the columns. Undefined for pairs that take the general way: a text is absent, has a character beyond ASCII or
 * is too long. As in `levenshtein.ts`, but a letter is a byte, so that no text has to be read as a string and numbered.
 */
export function bytesAlike(
  { source, target }: BySide<TextColumn>,
  min: number,
): (row: number, other: number) => boolean | undefined {
  /** Byte → at which places of the source text it stands, a bit each. */
  const bits = new Int32Array(asciiCount)
  const opened = { row: none, start: 0, end: 0, isUsual: false }
  const open = (row: number): void => {
    if (opened.isUsual)
      for (let place = opened.start; place < opened.end; place++) bits[byteAt(source.bytes, place)] = 0
    opened.row = row
    opened.start = uint32At(source.offsets, row)
    opened.end = uint32At(source.offsets, row + 1)
    const length = opened.end - opened.start
    opened.isUsual = length > 0 && length <= placeCountMax && isAscii(source.bytes, opened)
    if (!opened.isUsual) return
    for (let index = 0; index < length; index++) {
      const byte = byteAt(source.bytes, opened.start + index)
      bits[byte] = int32At(bits, byte) | (1 << index)
    }
  }
  const text = { start: 0, end: 0 }
  return (row, other) => {
    if (row !== opened.row) open(row)
    text.start = uint32At(target.offsets, other)
    text.end = uint32At(target.offsets, other + 1)
    const [length, otherLength] = [opened.end - opened.start, text.end - text.start]
    const isUsual = opened.isUsual && otherLength > 0 && otherLength <= comparedLengthMax
    if (!isUsual || !isAscii(target.bytes, text)) return undefined
    const distanceMax = distanceMaxOf(Math.max(length, otherLength), min)
    if (Math.abs(length - otherLength) > distanceMax) return false
    return isWithin(target.bytes, text, { bits, length, distanceMax })
  }
}

const [asciiCount, none] = [128, -1]

/** As many as bits of a number. */
const placeCountMax = 32

interface ByteRange {
  readonly start: number
  readonly end: number
}

function isAscii(bytes: Uint8Array, { start, end }: ByteRange): boolean {
  let all = 0
  for (let place = start; place < end; place++) all |= byteAt(bytes, place)
  return all < asciiCount
}

interface Wanted {
  readonly bits: Int32Array
  readonly length: number
  readonly distanceMax: number
}

/** `distanceInBlock` of `levenshtein.ts`, where the columns and their differences are explained. */
function isWithin(bytes: Uint8Array, { start, end }: ByteRange, { bits, length, distanceMax }: Wanted): boolean {
  const lastBit = 1 << (length - 1)
  let distance = length
  let [plus, minus] = [-1, 0]
  for (let place = start; place < end; place++) {
    const matching = int32At(bits, byteAt(bytes, place))
    const vertical = matching | minus
    const horizontal = (((matching & plus) + plus) ^ plus) | matching
    const more = minus | ~(horizontal | plus)
    const less = plus & horizontal
    if ((more & lastBit) !== 0) distance += 1
    else if ((less & lastBit) !== 0) distance -= 1
    if (distance - (end - 1 - place) > distanceMax) return false
    const moreBelow = (more << 1) | 1
    plus = (less << 1) | ~(vertical | moreBelow)
    minus = moreBelow & vertical
  }
  return true
}
