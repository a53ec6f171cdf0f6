import type { JsonValue } from '../proof/canonical.ts'
import { physicalPosition } from './json-position.ts'

/**
 * A strict JSON reader (RFC 8259, within I-JSON, RFC 7493). It refuses what the platform's reader would silently
 * change: a repeated member name, a lone surrogate, a number that a float64 does not hold exactly.
 */

export interface JsonFault {
  /** The physical line and column from 1; the column in UTF-16 units. */
  readonly line: number
  readonly column: number
  readonly code: JsonFaultCode
  readonly detail: string
}

export type JsonFaultCode =
  | 'malformed_json'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'number_precision'
  | 'number_range'
  | 'too_deep'

export type JsonResult =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: JsonFault }

/** A float64 gives back every decimal of up to 15 significant digits. */
export const numberDigitsMax = 15

/** Containers inside one another, unless the caller asks for fewer; far below what would overflow the stack. */
export const jsonDepthMax = 100

/**
 * Reads one JSON text. Objects come back without prototype, so that a member named `__proto__` is one like any other.
 * The first fault ends the reading. O(n).
 */
export function parseJson(text: string, options: { readonly depthMax?: number } = {}): JsonResult {
  const reader: Reader = { text, offset: 0, depthLeft: Math.min(options.depthMax ?? jsonDepthMax, jsonDepthMax) }
  try {
    skipSpace(reader)
    const value = readValue(reader)
    skipSpace(reader)
    if (reader.offset < text.length) throw malformed(reader, 'the end of the JSON text')
    return { ok: true, value }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, offset } = error
    return { ok: false, fault: { ...physicalPosition(text, offset), code, detail: message } }
  }
}

interface Reader {
  readonly text: string
  offset: number
  depthLeft: number
}

/** Leaves the nested calls of a reading at once; never leaves this file. */
class Refusal extends Error {
  readonly offset: number
  readonly code: JsonFaultCode
  constructor(offset: number, code: JsonFaultCode, detail: string) {
    super(detail)
    this.offset = offset
    this.code = code
  }
}

function malformed(reader: Reader, wanted: string): Refusal {
  const got = reader.text.codePointAt(reader.offset)
  const shown = got === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(got))
  return new Refusal(reader.offset, 'malformed_json', `Got ${shown}, wanted ${wanted}`)
}

function readValue(reader: Reader): JsonValue {
  const { text, offset } = reader
  const unit = text.charCodeAt(offset)
  if (unit === 0x22) return readString(reader)
  if (unit === 0x7b) return nested(reader, readObject)
  if (unit === 0x5b) return nested(reader, readArray)
  if (unit === 0x2d || isDigit(unit)) return readNumber(reader)
  if (text.startsWith('true', offset)) return literal(reader, true)
  if (text.startsWith('false', offset)) return literal(reader, false)
  if (text.startsWith('null', offset)) return literal(reader, null)
  throw malformed(reader, 'a JSON value')
}

function literal(reader: Reader, value: true | false | null): JsonValue {
  reader.offset += String(value).length
  return value
}

function nested(reader: Reader, read: (reader: Reader) => JsonValue): JsonValue {
  if (reader.depthLeft === 0) throw new Refusal(reader.offset, 'too_deep', 'Nested too deep')
  reader.depthLeft -= 1
  const value = read(reader)
  reader.depthLeft += 1
  return value
}

function readObject(reader: Reader): JsonValue {
  const members: { [name: string]: JsonValue } = Object.create(null)
  reader.offset += 1
  skipSpace(reader)
  if (taken(reader, 0x7d)) return members
  while (true) {
    const start = reader.offset
    if (reader.text.charCodeAt(start) !== 0x22) throw malformed(reader, 'a member name in double quotes')
    const name = readString(reader)
    if (name in members) {
      throw new Refusal(start, 'duplicate_member', `Got the member ${JSON.stringify(name)} twice, wanted each name once`)
    }
    skipSpace(reader)
    if (!taken(reader, 0x3a)) throw malformed(reader, 'a colon')
    skipSpace(reader)
    members[name] = readValue(reader)
    skipSpace(reader)
    if (taken(reader, 0x7d)) return members
    if (!taken(reader, 0x2c)) throw malformed(reader, 'a comma or a closing brace')
    skipSpace(reader)
  }
}

function readArray(reader: Reader): JsonValue {
  const values: JsonValue[] = []
  reader.offset += 1
  skipSpace(reader)
  if (taken(reader, 0x5d)) return values
  while (true) {
    values.push(readValue(reader))
    skipSpace(reader)
    if (taken(reader, 0x5d)) return values
    if (!taken(reader, 0x2c)) throw malformed(reader, 'a comma or a closing bracket')
    skipSpace(reader)
  }
}

function taken(reader: Reader, unit: number): boolean {
  if (reader.text.charCodeAt(reader.offset) !== unit) return false
  reader.offset += 1
  return true
}

function skipSpace(reader: Reader): void {
  while (isSpace(reader.text.charCodeAt(reader.offset))) reader.offset += 1
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

function readString(reader: Reader): string {
  const start = reader.offset
  const { text } = reader
  let value = ''
  let from = start + 1
  for (reader.offset = from; ; reader.offset++) {
    const unit = text.charCodeAt(reader.offset)
    if (unit === 0x22) break
    if (unit === 0x5c) {
      value += text.slice(from, reader.offset) + readEscape(reader)
      from = reader.offset + 1
    } else if (!(unit >= 0x20)) throw malformed(reader, 'text, its control characters escaped, and a closing quote')
  }
  value += text.slice(from, reader.offset)
  reader.offset += 1
  if (!value.isWellFormed()) throw new Refusal(start, 'lone_surrogate', 'Got half of a surrogate pair, wanted a character')
  return value
}

const escapes = new Map(Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }))

/** The character of the escape at the offset, which is left at its last unit. */
function readEscape(reader: Reader): string {
  reader.offset += 1
  const letter = reader.text.charAt(reader.offset)
  const plain = escapes.get(letter)
  if (plain !== undefined) return plain
  const digits = reader.text.slice(reader.offset + 1, reader.offset + 5)
  if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) throw malformed(reader, 'an escape sequence')
  reader.offset += 4
  return String.fromCharCode(Number.parseInt(digits, 16))
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function readNumber(reader: Reader): number {
  numberPattern.lastIndex = reader.offset
  const source = numberPattern.exec(reader.text)?.[0]
  if (source === undefined) throw malformed(reader, 'a number')
  const value = Number(source)
  const mantissa = source.replace(/[eE].*$/, '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '')
  if (mantissa.length > numberDigitsMax) {
    throw new Refusal(
      reader.offset,
      'number_precision',
      `Got a number of ${mantissa.length} significant digits, wanted at most ${numberDigitsMax}: send it as a string`,
    )
  }
  // Outside this range a float64 keeps fewer digits, or none at all.
  if (mantissa !== '' && !(Math.abs(value) >= 1e-290 && Math.abs(value) <= 1e290)) {
    throw new Refusal(reader.offset, 'number_range', 'Got a number beyond what can be held exactly: send it as a string')
  }
  reader.offset += source.length
  return value
}
