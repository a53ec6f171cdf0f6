import { cellEnds, cellStarts, columnCount, endOf, planned, separator, startOf } from './layout'

/** Finds the cells of a usual row of CSV. Doubled quotes become single ones in place, so a row is scanned only once. */

const lineFeed: u32 = 0x0a
const carriageReturn: u32 = 0x0d
const space: u32 = 0x20
const quote: u32 = 0x22

/** The general reader refuses rows that are too long. */
const scannedByteCountMax: usize = 16_384
/** White space counts towards the bound of an id, so longer cells that have it are not usual. */
const trimmedByteCountMax: usize = 256

/** Whether no cell of the scanned row has a character that JSON escapes. */
export let isPlain: bool = true
export function setPlain(value: bool): void {
  isPlain = value
}

let isAscii: bool = true
let at: usize = 0
let doubledCount: u32 = 0
const doubled: usize = memory.data(320 * 4, 16)

/** Returns the address behind the row at `start`; 0 for a row that is not usual. A newline must follow. */
export function scanRow(start: usize): usize {
  const width = planned(columnCount)
  const delimiter = <u32>planned(separator)
  at = start
  isAscii = true
  isPlain = true
  doubledCount = 0
  for (let column = 0; ; column++) {
    const isQuoted = <u32>load<u8>(at) == quote
    if (isQuoted) at++
    const from = at
    const to = isQuoted ? endOfQuoted(delimiter, column) : endOfUnquoted(delimiter)
    if (to == 0) return 0
    if (column < width) {
      store<u32>(cellStarts + 4 * column, from)
      store<u32>(cellEnds + 4 * column, to)
      if (from < to && mayBeTrimmed(from, to) && !trim(column)) return 0
    } else if (from < to) return 0
    const byte = <u32>load<u8>(at++)
    if (byte == delimiter) continue
    if (byte == carriageReturn && <u32>load<u8>(at) == lineFeed) at++
    const first = <usize>(column + 1)
    if (column + 1 < width) {
      memory.fill(cellStarts + 4 * first, 0, 4 * (<usize>width - first))
      memory.fill(cellEnds + 4 * first, 0, 4 * (<usize>width - first))
    }
    if (at - start > scannedByteCountMax) return 0
    if (!isAscii && !isUtf8(start, at)) return 0
    for (let index: u32 = 0; index < doubledCount; index++) undouble(load<i32>(doubled + 4 * index))
    return at
  }
}

/** The first address from `from` on of a delimiter, a quote, a backslash, a control or a byte beyond ASCII. */
@inline function endOfPlain(from: usize, delimiters: v128): usize {
  let place = from
  while (true) {
    const bytes = v128.load(place)
    const ends = v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, i8x16.splat(0x22)))
    const others = v128.or(i8x16.eq(bytes, i8x16.splat(0x5c)), i8x16.lt_u(bytes, i8x16.splat(0x20)))
    const hits = i8x16.bitmask(v128.or(v128.or(ends, others), bytes))
    if (hits != 0) return place + ctz(hits)
    place += 16
  }
}

/** Returns the end of the cell, where the scan goes on; 0 for a cell that turns out to be quoted. */
function endOfUnquoted(delimiter: u32): usize {
  const delimiters = i8x16.splat(<i8>delimiter)
  const start = at
  let place = start
  while (true) {
    place = endOfPlain(place, delimiters)
    const byte = <u32>load<u8>(place)
    if (byte == delimiter || byte == lineFeed || byte == carriageReturn) {
      at = place
      return place
    }
    if (byte >= 0x80) isAscii = false
    else isPlain = false
    if (byte == quote && isSpace(start, place)) return 0
    place++
  }
}

function isSpace(start: usize, end: usize): bool {
  for (let place = start; place < end; place++) if (<u32>load<u8>(place) != space) return false
  return true
}

/** Returns the end of the cell; the scan goes on behind its quote. 0 if a line end is in the cell. */
function endOfQuoted(delimiter: u32, column: i32): usize {
  const quotes = i8x16.splat(0x22)
  let place = at
  while (true) {
    place = endOfPlain(place, quotes)
    const byte = <u32>load<u8>(place)
    if (byte == quote) {
      at = place + 1
      const next = <u32>load<u8>(at)
      if (next == quote) {
        const isNoted = doubledCount > 0 && load<i32>(doubled + 4 * (doubledCount - 1)) == column
        if (!isNoted && doubledCount == 320) return 0
        if (!isNoted) store<i32>(doubled + 4 * doubledCount++, column)
        isPlain = false
        place += 2
        continue
      }
      return next == delimiter || next == lineFeed || next == carriageReturn ? place : 0
    }
    if (byte == lineFeed || byte == carriageReturn) return 0
    if (byte >= 0x80) isAscii = false
    else isPlain = false
    place++
  }
}

function undouble(column: i32): void {
  const to = endOf(column)
  let end = startOf(column)
  for (let from = end; from < to; from++) {
    const byte = <u32>load<u8>(from)
    store<u8>(end++, byte)
    if (byte == quote) from++
  }
  store<u32>(cellEnds + 4 * <usize>column, end)
}

/** Some characters beyond ASCII are white space. */
@inline function mayBeTrimmed(from: usize, to: usize): bool {
  const first = <u32>load<u8>(from)
  const last = <u32>load<u8>(to - 1)
  return first <= space || last <= space || ((first | last) & 0x80) != 0
}

/** The characters of ASCII that JavaScript trims. */
@inline function isWhite(byte: u32): bool {
  return byte == space || (byte >= 0x09 && byte <= 0x0d)
}

/** False for a cell that begins or ends with white space beyond ASCII, or that is long. */
function trim(column: usize): bool {
  let from = startOf(<i32>column)
  let to = endOf(<i32>column)
  const length = to - from
  while (from < to && isWhite(load<u8>(from))) from++
  while (from < to && isWhite(load<u8>(to - 1))) to--
  store<u32>(cellStarts + 4 * column, from)
  store<u32>(cellEnds + 4 * column, to)
  if (to - from < length && length > trimmedByteCountMax) return false
  return from == to || !(isWideSpace(from) || (to - from > 1 && isWideSpace(to - 2)) || (to - from > 2 && isWideSpace(to - 3)))
}

/** Whether a character that JavaScript trims begins here: U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029… */
function isWideSpace(place: usize): bool {
  const first = <u32>load<u8>(place)
  if (first < 0xc2) return false
  const second = <u32>load<u8>(place + 1)
  if (first == 0xc2) return second == 0xa0
  const third = <u32>load<u8>(place + 2)
  if (first == 0xe1) return second == 0x9a && third == 0x80
  if (first == 0xe2 && second == 0x80) return third <= 0x8a || third == 0xa8 || third == 0xa9 || third == 0xaf
  if (first == 0xe2) return second == 0x81 && third == 0x9f
  if (first == 0xe3) return second == 0x80 && third == 0x80
  return first == 0xef && second == 0xbb && third == 0xbf
}

/** RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF. */
function isUtf8(start: usize, end: usize): bool {
  for (let place = start; place < end; ) {
    const first = <u32>load<u8>(place++)
    if (first < 0x80) continue
    const count: u32 = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
    if (first < 0xc2 || first > 0xf4 || place + count > end) return false
    const least: u32 = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80
    const most: u32 = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf
    const second = <u32>load<u8>(place)
    if (second < least || second > most) return false
    for (let index: u32 = 1; index < count; index++) if ((load<u8>(place + index) & 0xc0) != 0x80) return false
    place += count
  }
  return true
}
