import { createSmallDecimal } from '../../base/small-decimal.ts'
import { rangeOf } from '../../base/word-buffer.ts'
import { endOfJsonText } from '../../base/word-scan.ts'

/** Finds the usual JSON scalars as positions in bytes: texts without escapes, short numbers, true, false and null. */

export interface ScalarScan {
  bytes: Uint8Array
  /** A view of the same bytes, with a newline after them and room beyond. */
  view: DataView
  position: number
  /** Where the last scalar starts, without quotes. An empty text and null end where they start. */
  start: number
  end: number
  isLiteral: boolean
  /** Before this position line ends count as white space. With -1, the first line end ends the text. */
  foldEnd: number
  isFolded: boolean
}

/**
 * Kinds of values that are allowed besides text and null: numbers; only canonically written numbers; true and false;
 * all.
 */
export const takes = { number: 1, canonicalNumber: 2, literal: 4, anything: 7 } as const

const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d]
const [quote, minus, point, zero, nine] = [0x22, 0x2d, 0x2e, 0x30, 0x39]

/** Goes past white space and the byte after it; returns that byte. */
export function nextByte(scan: ScalarScan): number {
  while (true) {
    const byte = scan.view.getUint8(scan.position++)
    if (byte > space) return byte
    if (byte === lineFeed) {
      if (scan.position > scan.foldEnd) return byte
      scan.isFolded = true
    } else if (byte === carriageReturn) scan.isFolded = true
    else if (byte !== space && byte !== tab) return byte
  }
}

const [trueWord, falseWord, nullWord] = ['true', 'false', 'null'].map((word) => rangeOf(word).view.getUint32(0, true))
const lastOfFalse = 0x65

/** Reads the next value; false if `kind`, a sum of `takes`, does not allow it. */
export function readScalar(scan: ScalarScan, kind: number): boolean {
  const { view } = scan
  const first = nextByte(scan)
  scan.isLiteral = false
  if (first === quote) return readText(scan)
  scan.start = scan.position - 1
  if (first === minus || (first >= zero && first <= nine)) return (kind & takes.number) !== 0 && readNumber(scan, kind)
  const word = view.getUint32(scan.start, true)
  const isFalse = word === falseWord && view.getUint8(scan.start + 4) === lastOfFalse
  scan.position = scan.start + (isFalse ? 5 : 4)
  scan.end = word === nullWord ? scan.start : scan.position
  scan.isLiteral = isFalse || word === trueWord
  return scan.isLiteral ? (kind & takes.literal) !== 0 : word === nullWord
}

function readText(scan: ScalarScan): boolean {
  const { view } = scan
  scan.start = scan.position
  scan.end = endOfJsonText(view, scan.start)
  scan.position = scan.end + 1
  if (view.getUint8(scan.end) !== quote) return false
  // A text that begins with white space is not read here, since it may be blank.
  return scan.start === scan.end || !mayBeginSpace(view.getUint8(scan.start), view.getUint8(scan.start + 1))
}

/** Whether these bytes may begin a character that `String.trim` removes. */
function mayBeginSpace(first: number, second: number): boolean {
  if (first < 0xc2) return first === space
  if (first === 0xc2) return second === 0xa0
  if (first === 0xe1) return second === 0x9a
  if (first === 0xe2) return second === 0x80 || second === 0x81
  return (first === 0xe3 && second === 0x80) || (first === 0xef && second === 0xbb)
}

const decimal = createSmallDecimal()

function readNumber(scan: ScalarScan, kind: number): boolean {
  const { bytes, view, start } = scan
  let end = start + 1
  let hasPoint = false
  for (; ; end++) {
    const byte = view.getUint8(end)
    if (byte === point) hasPoint = true
    else if (byte < zero || byte > nine) break
  }
  scan.position = end
  scan.end = end
  const isNegative = view.getUint8(start) === minus
  const digits = isNegative ? start + 1 : start
  // JSON allows no leading zero.
  if (view.getUint8(digits) === zero && end > digits + 1 && view.getUint8(digits + 1) !== point) return false
  if (!decimal.read(bytes, start, end)) return false
  if ((kind & takes.canonicalNumber) === 0) return true
  return !(isNegative && decimal.coefficient === 0) && !(hasPoint && view.getUint8(end - 1) === zero)
}
