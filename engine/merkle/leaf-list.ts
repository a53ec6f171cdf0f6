interface LeafList {
  /** Appends hashes of 32 bytes that follow one another. O(1) a byte on average. */
  append(leaves: Uint8Array): void
  /** The hash at an index, as a view of 32 bytes. Throws a RangeError outside the list. */
  at(index: number): Uint8Array
}

const hashByteCount = 32

export function createLeafList(): LeafList {
  let hashes = new Uint8Array(64 * hashByteCount)
  let end = 0
  return {
    append(leaves) {
      const least = end + leaves.length
      if (least > hashes.length) hashes = new Uint8Array(hashes.buffer.transfer(Math.max(2 * hashes.length, least)))
      hashes.set(leaves, end)
      end = least
    },
    at(index) {
      if (!(index >= 0 && index * hashByteCount < end)) throw new RangeError(`Got line ${index}, which is not hashed`)
      return hashes.subarray(index * hashByteCount, (index + 1) * hashByteCount)
    },
  }
}
