import { first, last } from './attributes'
import {
  absentDay,
  attributeEnds,
  attributeLiterals,
  attributeNumbers,
  attributeStarts,
  coefficients,
  currencies,
  days,
  idEnds,
  idPlaces,
  idStarts,
  lineBytes,
  lineEnds,
  lineRoom,
  memberCount,
  memberPlans,
  nameAddresses,
  nameLengths,
  planned,
  rowCountMax,
  scales,
  textEnds,
  textStarts,
} from './layout'
import { textByteCount } from './record'
import { writeDay, writeDecimal } from './values'

/** Writes the canonical line of a record, RFC 8785: `{"amount":"-12.5","currency":"EUR","id":"s1"}` and a newline. */

const quote: u8 = 0x22
const openBrace: u8 = 0x7b
const closeBrace: u8 = 0x7d
const lineFeed: u8 = 0x0a

/** Enough for names of fields, amounts, dates and punctuation. */
const fieldsByteCountMax: usize = 640
const escapeByteCountMax: usize = 6

let to: usize = 0
let isEscaped: bool = false

/** False if the line might not fit behind those of the batch. */
export function writeLine(row: u32, isPlain: bool): bool {
  const start = row == 0 ? lineBytes : <usize>load<u32>(lineEnds + 4 * (row - 1))
  if (start + byteCountMax(isPlain) > lineBytes + <usize>lineRoom) return false
  to = start
  isEscaped = !isPlain
  const count = planned(memberCount)
  for (let index = 0; index < count; index++) {
    const member = memberPlans + 4 * index
    writeMember(row, planned(member), planned(member + 1), <usize>planned(member + 2), <usize>planned(member + 3))
  }
  // Each member begins with a comma; the brace takes the place of the first.
  store<u8>(start, openBrace)
  store<u8>(to++, closeBrace)
  store<u8>(to++, lineFeed)
  store<u32>(lineEnds + 4 * row, to)
  return true
}

function byteCountMax(isPlain: bool): usize {
  let textCount = textByteCount
  let count = fieldsByteCountMax
  for (let place = first; place < last; place++) {
    count += <usize>load<u32>(nameLengths + 4 * load<u32>(attributeNumbers + 4 * place)) + 2
    textCount += <usize>(load<u32>(attributeEnds + 4 * place) - load<u32>(attributeStarts + 4 * place))
  }
  return count + (isPlain ? textCount : escapeByteCountMax * textCount)
}

/** The kinds of members, as the host names them in the plan. */
const textKind = 0
const decimalKind = 1
const dayKind = 2
const currencyKind = 3
const idKind = 4
const attributesKind = 5

function writeMember(row: u32, kind: i32, field: i32, name: usize, nameLength: usize): void {
  const place = rowCountMax * <u32>field + row
  if (kind == textKind) {
    writeText(name, nameLength, load<u32>(textStarts + 4 * place), load<u32>(textEnds + 4 * place))
  } else if (kind == decimalKind) {
    const coefficient = load<f64>(coefficients + 8 * place)
    if (isNaN(coefficient)) return
    copy(name, nameLength)
    to = writeDecimal(to, <i64>coefficient, load<u8>(scales + place))
    store<u8>(to++, quote)
  } else if (kind == dayKind) {
    const day = load<i32>(days + 4 * place)
    if (day == absentDay) return
    copy(name, nameLength)
    writeDay(to, day)
    store<u8>(to, quote, 10)
    to += 11
  } else if (kind == currencyKind) {
    const code = load<u32>(currencies + 4 * row)
    if (code == 0) return
    copy(name, nameLength)
    store<u32>(to, bswap((code << 8) | <u32>quote))
    to += 4
  } else if (kind == idKind) {
    const start = load<u32>(idStarts + 4 * row)
    const end = load<u32>(idEnds + 4 * row)
    // Where a suffix goes; for a record without an id, where the member goes.
    if (start < end) writeText(name, nameLength, start, end)
    store<u32>(idPlaces + 4 * row, start < end ? to - 1 : to)
  } else writeAttributes(name, nameLength)
}

function writeText(name: usize, nameLength: usize, start: usize, end: usize): void {
  if (start == end) return
  copy(name, nameLength)
  writeValue(start, end)
  store<u8>(to++, quote)
}

@inline function writeValue(start: usize, end: usize): void {
  if (isEscaped) escape(start, end)
  else copy(start, end - start)
}

/** Copies 16 bytes at a time; bytes behind the range are copied too, and overwritten later. */
@inline function copy(from: usize, length: usize): void {
  for (let index: usize = 0; index < length; index += 16) v128.store(to + index, v128.load(from + index))
  to += length
}

function writeAttributes(name: usize, nameLength: usize): void {
  if (first == last) return
  copy(name, nameLength)
  const open = to
  for (let place = first; place < last; place++) {
    const number = load<u32>(attributeNumbers + 4 * place)
    copy(load<u32>(nameAddresses + 4 * number), load<u32>(nameLengths + 4 * number))
    const isText = load<u8>(attributeLiterals + place) == 0
    if (isText) store<u8>(to++, quote)
    writeValue(load<u32>(attributeStarts + 4 * place), load<u32>(attributeEnds + 4 * place))
    if (isText) store<u8>(to++, quote)
  }
  store<u8>(open, openBrace)
  store<u8>(to++, closeBrace)
}

/** RFC 8785 §3.2.2.2: the letters of the short escapes of control characters; 0 for those in hex. */
const shortEscapes: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0x62, 0x74, 0x6e, 0, 0x66, 0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
])

function escape(start: usize, end: usize): void {
  for (let place = start; place < end; place++) {
    const byte = load<u8>(place)
    if (byte >= 0x20 && byte != quote && byte != 0x5c) {
      store<u8>(to++, byte)
      continue
    }
    store<u8>(to++, 0x5c)
    const short = byte < 0x20 ? load<u8>(shortEscapes + byte) : byte
    if (short != 0) {
      store<u8>(to++, short)
      continue
    }
    // \u00 and two hex digits.
    store<u32>(to, 0x30303075)
    store<u8>(to + 3, 0x30 + (byte >> 4))
    store<u8>(to + 4, hexDigit(byte & 15))
    to += 5
  }
}

@inline function hexDigit(value: u8): u8 {
  return value < 10 ? 0x30 + value : 0x57 + value
}
