import { byteAt } from './at.ts'

/** Bytes that grow at their end. A plain object: hot loops write to it without a function call for each byte. */
export interface ByteBuffer {
  bytes: Uint8Array<ArrayBuffer>
  end: number
}

export const createByteBuffer = (byteCount: number): ByteBuffer => ({ bytes: new Uint8Array(byteCount), end: 0 })

/** Makes room for `byteCount` more bytes, and returns the array to write them to. O(1) amortised a byte. */
export function reserve(buffer: ByteBuffer, byteCount: number): Uint8Array {
  const { bytes, end } = buffer
  if (end + byteCount <= bytes.length) return bytes
  buffer.bytes = new Uint8Array(bytes.buffer.transfer(Math.max(2 * bytes.length, end + byteCount)))
  return buffer.bytes
}

/** Up to this length, a loop is faster than the platform's copy. */
const copiedOneByOneMax = 12

export function appendBytes(buffer: ByteBuffer, added: Uint8Array): void {
  const { length } = added
  const bytes = reserve(buffer, length)
  const { end } = buffer
  if (length > copiedOneByOneMax) bytes.set(added, end)
  else for (let index = 0; index < length; index++) bytes[end + index] = byteAt(added, index)
  buffer.end = end + length
}

const encoder = new TextEncoder()
/** Up to this length, a loop is faster than the platform's encoder. */
const encodedOneByOneMax = 64

/** Adds the UTF-8 bytes of `text`, which must be well-formed. */
export function appendText(buffer: ByteBuffer, text: string): void {
  const { length } = text
  // UTF-8 takes at most three bytes for a UTF-16 unit.
  const bytes = reserve(buffer, 3 * length)
  const { end } = buffer
  if (length <= encodedOneByOneMax) {
    let index = 0
    for (; index < length; index++) {
      const unit = text.charCodeAt(index)
      if (unit > 0x7f) break
      bytes[end + index] = unit
    }
    if (index === length) {
      buffer.end = end + length
      return
    }
  }
  buffer.end = end + encoder.encodeInto(text, bytes.subarray(end)).written
}
