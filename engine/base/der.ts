import { byteAt } from './at.ts'
import { joinBytes } from './bytes.ts'
import { type Parsed, parsed, refused } from './parsed.ts'

/** The part of DER (ITU-T X.690) that time stamps and copies of keys need: tags of one byte, definite lengths, values up to 16 MB. */

/** The `content` of a constructed value is its inner values, one after the other. */
export interface DerValue {
  readonly tag: number
  readonly content: Uint8Array
  /** The whole value with tag and length: the bytes that are signed. */
  readonly bytes: Uint8Array
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  /** The context-specific tag 0 of a constructed value. */
  explicit0: 0xa0,
} as const

export function formatDer(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return joinBytes([Uint8Array.of(tag, ...lengthBytes(length)), ...content])
}

/** A positive INTEGER; `bytes` begin with the most significant. */
export function formatDerInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = start < 0 ? Uint8Array.of(0) : bytes.subarray(start)
  // With its first bit set, the number would be negative.
  return formatDer(derTags.integer, ...(byteAt(digits, 0) > 0x7f ? [Uint8Array.of(0)] : []), digits)
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let remainder = length; remainder > 0; remainder = Math.floor(remainder / 256)) bytes.unshift(remainder % 256)
  return [0x80 + bytes.length, ...bytes]
}

const lengthLengthMax = 3

/** The values in `bytes`, one after the other. Refuses truncated values and lengths that DER does not allow. */
export function parseDer(bytes: Uint8Array): Parsed<readonly DerValue[]> {
  const values: DerValue[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const header = headerAt(bytes, offset)
    if (header === undefined || header.end > bytes.length) return refused('Got bytes that are no DER')
    const { tag, start, end } = header
    values.push({ tag, content: bytes.subarray(start, end), bytes: bytes.subarray(offset, end) })
    offset = end
  }
  return parsed(values)
}

export const derValuesOf = (value: DerValue | undefined, tag: number): readonly DerValue[] =>
  value?.tag === tag ? derValuesIn(value.content) : []

export function derValuesIn(bytes: Uint8Array): readonly DerValue[] {
  const values = parseDer(bytes)
  return values.ok ? values.value : []
}

interface DerHeader {
  readonly tag: number
  readonly start: number
  readonly end: number
}

function headerAt(bytes: Uint8Array, offset: number): DerHeader | undefined {
  const [tag, first] = bytes.subarray(offset, offset + 2)
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined
  if (first < 0x80) return { tag, start: offset + 2, end: offset + 2 + first }
  const count = first - 0x80
  const digits = bytes.subarray(offset + 2, offset + 2 + count)
  if (count === 0 || count > lengthLengthMax || digits.length < count) return undefined
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0)
  // DER allows only the shortest spelling of a length.
  if (length < 0x80 || lengthBytes(length).length !== count + 1) return undefined
  return { tag, start: offset + 2 + count, end: offset + 2 + count + length }
}
