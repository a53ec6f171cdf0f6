/** Conversions between bytes and text that every hash needs. */

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The UTF-8 bytes of `text`. Lone surrogates must have been refused before: they would become U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text)

/** The text of UTF-8 `bytes`; throws on invalid UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes)

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Lower-case hex of `bytes`. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += hexOfByte[byte]
  return hex
}

/** The bytes of lower-case hex; throws when `hex` is of odd length or holds anything else, upper case included. */
export function fromHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new TypeError('Not lower-case hex')
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16)
  return bytes
}

/** Negative, zero or positive as `left` sorts before, with or after `right` by their UTF-8 bytes. */
export function compareUtf8(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return orderOfUnit(a) - orderOfUnit(b)
  }
  return left.length - right.length
}

/** UTF-16 puts surrogates below U+E000..U+FFFF, UTF-8 above: shifting them restores code point order. */
function orderOfUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
