import { batchOf, type Sha256 } from '../base/hasher.ts'
import { createFrontier, type FrontierState } from './frontier.ts'

/** Hashes the lines in a buffer, many at once. */
interface LineLeaves {
  /** Adds a line without its newline: `[start .. end)` in the bytes that the next call of `hash` gets. */
  add(start: number, end: number): void
  /**
   * Adds all lines of `bytes` and hashes them. Throws a RangeError unless the last line ends in a newline. O(bytes).
   */
  addLines(bytes: Uint8Array): void
  /** Hashes the lines that were added since the last call. Call it before their bytes are moved or overwritten. */
  hash(bytes: Uint8Array): void
}

export interface LineTree extends LineLeaves {
  size(): number
  /** The Merkle root of the lines. Requires that all lines are hashed. O(log n). */
  root(): Uint8Array
  /** The state from which another tree can continue. Requires that all lines are hashed. */
  state(): FrontierState
}

const leafPrefix = 0
const newline = 0x0a

/** A tree of lines, which continues from `begun` if given. `keep` gets the leaf hashes, see `createLineLeaves`. */
export function createLineTree(
  sha256: Sha256,
  keep: (leaves: Uint8Array) => void = () => {},
  begun?: FrontierState,
): LineTree {
  const frontier = createFrontier(sha256, begun)
  const { add, addLines, hash, waitingCount } = createLineLeaves(sha256, (leaves, count) => {
    frontier.appendAll(leaves, count)
    keep(leaves)
  })
  return {
    add,
    addLines,
    hash,
    size: () => frontier.size() + waitingCount(),
    root() {
      requireHashed(waitingCount())
      return frontier.root()
    },
    state() {
      requireHashed(waitingCount())
      return frontier.state()
    },
  }
}

/** `take` gets the leaf hashes of each call of `hash`: 32 bytes a line, in a view that the next call overwrites. */
export function createLineLeaves(
  sha256: Sha256,
  take: (leaves: Uint8Array, count: number) => void,
): LineLeaves & {
  waitingCount(): number
} {
  const batch = batchOf(sha256)
  let [starts, ends] = [new Uint32Array(64), new Uint32Array(64)]
  let leaves = new Uint8Array(32 * starts.length)
  let count = 0

  const add = (start: number, end: number): void => {
    if (count === starts.length) {
      starts = new Uint32Array(starts.buffer.transfer(2 * starts.byteLength))
      ends = new Uint32Array(ends.buffer.transfer(2 * ends.byteLength))
      leaves = new Uint8Array(32 * starts.length)
    }
    starts[count] = start
    ends[count] = end
    count += 1
  }
  const hash = (bytes: Uint8Array): void => {
    batch.hashRanges({ prefix: leafPrefix, bytes, starts, ends, count }, leaves)
    take(leaves.subarray(0, 32 * count), count)
    count = 0
  }
  return {
    add,
    addLines(bytes) {
      for (let start = 0; start < bytes.length; ) {
        const end = bytes.indexOf(newline, start)
        if (end < 0) throw new RangeError('Got a last line without its newline')
        add(start, end)
        start = end + 1
      }
      hash(bytes)
    },
    hash,
    waitingCount: () => count,
  }
}

function requireHashed(count: number): void {
  if (count > 0) throw new Error('Lines were added to a tree and not hashed')
}
