import { byteAt } from './at.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Requires well-formed `text`: a lone surrogate would become U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** Throws on invalid UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

/** Undefined on invalid UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return fromUtf8(bytes)
  } catch {
    return undefined
  }
}

/** A single part comes back as it is, not as a copy. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/** The text of a hash is flat: one that grows by two digits at a time takes ten times the memory. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (let start = 0; start < bytes.length; start += hashByteCount) {
    const count = Math.min(hashByteCount, bytes.length - start)
    for (let index = 0; index < count; index++) {
      const byte = byteAt(bytes, start + index)
      codesOfHash[2 * index] = codeOfDigit(byte >> 4)
      codesOfHash[2 * index + 1] = codeOfDigit(byte & 15)
    }
    hex += String.fromCharCode(...(count < hashByteCount ? codesOfHash.slice(0, 2 * count) : codesOfHash))
  }
  return hex
}

const hashByteCount = 32
/** One array for all hashes is filled in half the time of new ones. */
const codesOfHash: number[] = Array(2 * hashByteCount).fill(0)

const codeOfDigit = (digit: number): number => digit + (digit < 10 ? 48 : 87)

const digitOfCode = new Uint8Array(128).fill(255)
for (const [digit, character] of [...'0123456789abcdef'].entries()) digitOfCode[character.charCodeAt(0)] = digit

/** Throws a TypeError when `hex` is of odd length or holds another character, upper-case digits included. */
export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(hex.length / 2))
  for (let index = 0; index < bytes.length; index++) {
    const [high, low] = [digitOfCode[hex.charCodeAt(2 * index)], digitOfCode[hex.charCodeAt(2 * index + 1)]]
    if (high === undefined || low === undefined || high > 15 || low > 15) throw new TypeError('Not lower-case hex')
    bytes[index] = 16 * high + low
  }
  return bytes
}

export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return orderOfUnit(a) - orderOfUnit(b)
  }
  return left.length - right.length
}

/**
 * Shifts a UTF-16 unit so that units sort like code points: UTF-16 has surrogates below U+E000..U+FFFF, UTF-8 above.
 */
function orderOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
