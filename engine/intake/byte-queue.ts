/** Bytes that have arrived and are not used up yet. O(1) amortised a byte, however small the parts. */
export interface ByteQueue {
  append(bytes: Uint8Array): void
  /** The bytes in the queue, as a view that the next `append` makes invalid. */
  waiting(): Uint8Array
  /** Uses up the first `count` bytes. Requires count <= waiting().length. */
  drop(count: number): void
}

/** An empty queue. */
export function createByteQueue(): ByteQueue {
  let buffer = new Uint8Array(1024)
  let start = 0
  let end = 0
  return {
    append(bytes) {
      if (end + bytes.length > buffer.length) {
        const length = end - start
        // Twice the need, so that each move of the bytes is followed by at least as many new ones before the next move.
        const target =
          2 * (length + bytes.length) > buffer.length ? new Uint8Array(2 * (length + bytes.length)) : buffer
        target.set(buffer.subarray(start, end))
        buffer = target
        start = 0
        end = length
      }
      buffer.set(bytes, end)
      end += bytes.length
    },
    waiting: () => buffer.subarray(start, end),
    drop(count) {
      start += count
    },
  }
}
