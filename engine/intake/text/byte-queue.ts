import { roomByteCount } from '../../base/word-buffer.ts'

/** Bytes that have arrived and are not used up yet. O(1) amortised a byte, however small the parts. */
interface ByteQueue {
  append(bytes: Uint8Array): void
  /** The bytes in the queue, as a view that the next `append` makes invalid. */
  waiting(): Uint8Array
  /** The same bytes, with a newline behind, at which searches stop, and room as a `BufferRange` has. */
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
        // Twice the need, so that at least as many new bytes arrive before the next move.
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
