import { batchOf, type Sha256 } from '../base/hasher.ts'
import { createFrontier } from './frontier.ts'

/** The Merkle tree over lines that stand in a buffer: their leaves are hashed many at once. */
export interface LineTree {
  /** Appends the line `[start .. end)` of the bytes that the next call of `hash` is given. */
  add(start: number, end: number): void
  /** Hashes the lines that were added since the last call, before their bytes are moved or written over. */
  hash(bytes: Uint8Array): void
  /** How many lines were added. */
  size(): number
  /** The leaf hash of a line, a view of 32 bytes. Requires a line that is hashed. */
  leafAt(index: number): Uint8Array
  /** The hash of the whole tree. Requires that all lines are hashed. O(log n). */
  root(): Uint8Array
}

const leafPrefix = 0
const hashByteCount = 32

/** An empty tree. It keeps the hash of every leaf, 32 bytes a line. */
export function createLineTree(sha256: Sha256): LineTree {
  const batch = batchOf(sha256)
  const frontier = createFrontier(sha256)
  let [starts, ends] = [new Uint32Array(64), new Uint32Array(64)]
  let pendingCount = 0
  let leaves = new Uint8Array(64 * hashByteCount)

  return {
    add(start, end) {
      if (pendingCount === starts.length) {
        starts = new Uint32Array(starts.buffer.transfer(2 * starts.byteLength))
        ends = new Uint32Array(ends.buffer.transfer(2 * ends.byteLength))
      }
      starts[pendingCount] = start
      ends[pendingCount] = end
      pendingCount += 1
    },
    hash(bytes) {
      if (pendingCount === 0) return
      const count = pendingCount
      const [from, to] = [frontier.size() * hashByteCount, (frontier.size() + count) * hashByteCount]
      if (to > leaves.length) leaves = new Uint8Array(leaves.buffer.transfer(Math.max(2 * leaves.length, to)))
      const added = leaves.subarray(from, to)
      batch.hashRanges({ prefix: leafPrefix, bytes, starts, ends, count }, added)
      frontier.appendAll(added, count)
      pendingCount = 0
    },
    size: () => frontier.size() + pendingCount,
    leafAt(index) {
      if (!(index >= 0 && index < frontier.size())) throw new RangeError(`Got line ${index}, which is not hashed`)
      return leaves.subarray(index * hashByteCount, (index + 1) * hashByteCount)
    },
    root() {
      if (pendingCount > 0) throw new Error('A tree has lines that are not hashed')
      return frontier.root()
    },
  }
}
