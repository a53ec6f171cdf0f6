import { roomByteCount } from '../../base/word-buffer.ts'

/** Bytes that have arrived and are not used yet. O(1) amortised a byte, however small the parts. */
interface ByteQueue {
  append(bytes: Uint8Array): void
  /** The bytes in the queue. The view is valid until the next `append`. */
  waiting(): Uint8Array
  /** A view of the same bytes, followed by a newline, where searches stop, and by room as a `BufferRange` requires. */
  view(): DataView
  /** Uses up the first `count` bytes. Requires count <= waiting().length. */
  drop(count: number): void
}

const newline = 0x0a

export function createByteQueue(): ByteQueue {
  let buffer = new Uint8Array(1024)
  let start = 0
  let end = 0
  return {
    append(bytes) {
      if (end + bytes.length + roomByteCount > buffer.length) {
        const length = end - start
        // Twice what is needed: the bytes move again only after as many new ones have arrived.
        const need = 2 * (length + bytes.length) + roomByteCount
        const target = need > buffer.length ? new Uint8Array(need) : buffer
        target.set(buffer.subarray(start, end))
        buffer = target
        start = 0
        end = length
      }
      buffer.set(bytes, end)
      end += bytes.length
      buffer[end] = newline
    },
    waiting: () => buffer.subarray(start, end),
    view: () => new DataView(buffer.buffer, start),
    drop(count) {
      start += count
    },
  }
}
