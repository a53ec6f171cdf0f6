import { fromHex, toHex, utf8 } from '../base/bytes.ts'
import { type BatchSha256, batchOf, type Sha256 } from '../base/hasher.ts'
import { emptyRoot, leafHash, nodeHash } from './tree.ts'

/**
 * A compact range: the roots of the perfect subtrees that make up a Merkle tree of `size` leaves, left to right, one
 * for each bit set in `size`, so at most 64. Appending a leaf needs these hashes only, not the leaves before it.
 */
export interface FrontierState {
  readonly size: number
  /** Lower-case hex, largest subtree first. */
  readonly hashes: readonly string[]
}

export interface Frontier {
  /** Appends a leaf hash of 32 bytes. O(log n), amortised one node hash. */
  append(leaf: Uint8Array): void
  /** Appends `count` leaf hashes that stand one after another in `leaves`. O(count), in batches of nodes of one level. */
  appendAll(leaves: Uint8Array, count: number): void
  size(): number
  /** The hash of the whole tree, RFC 6962 §2.1. O(log n). */
  root(): Uint8Array
  state(): FrontierState
}

const emptyFrontier: FrontierState = { size: 0, hashes: [] }

/** A frontier that continues from `state`. Throws a TypeError unless `state` has one hash for each bit set in its size. */
export function createFrontier(sha256: Sha256, state: FrontierState = emptyFrontier): Frontier {
  if (bitCount(state.size) !== state.hashes.length)
    throw new TypeError('A frontier has one hash for each bit of its size')
  const hashes = state.hashes.map(fromHex)
  const batch = batchOf(sha256)
  let size = state.size
  /** Adds the root of a perfect subtree of `width` leaves, which is a power of two that divides the size. */
  const addSubtree = (root: Uint8Array, width: number): void => {
    let node = root
    // As in binary addition: each trailing 1 of the size is a perfect subtree as large as `node`, and merges with it.
    for (let rest = size / width; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(sha256, takeLast(hashes), node)
    hashes.push(node)
    size += width
  }
  return {
    append: (leaf) => addSubtree(leaf, 1),
    appendAll(leaves, count) {
      for (let first = 0; first < count; ) {
        const width = widestSubtree(size, count - first)
        addSubtree(subtreeRoot(batch, leaves.subarray(32 * first, 32 * (first + width))), width)
        first += width
      }
    },
    size: () => size,
    root: () =>
      hashes.reduceRight<Uint8Array | undefined>(
        (right, left) => (right ? nodeHash(sha256, left, right) : left),
        undefined,
      ) ?? emptyRoot(sha256),
    state: () => ({ size, hashes: hashes.map(toHex) }),
  }
}

/** The root of the tree of these lines of text alone, each without its newline, in hex. O(n). */
export function rootOfLines(sha256: Sha256, lines: readonly string[]): string {
  const frontier = createFrontier(sha256)
  for (const line of lines) frontier.append(leafHash(sha256, utf8(line)))
  return toHex(frontier.root())
}

/** The most leaves that a perfect subtree may have behind `size` leaves, of `left` leaves that are left. */
function widestSubtree(size: number, left: number): number {
  let width = 1
  while (2 * width <= left && size % (2 * width) === 0) width *= 2
  return width
}

/** The root over leaf hashes, as many as a power of two. */
function subtreeRoot(batch: BatchSha256, leaves: Uint8Array): Uint8Array {
  // All levels above the leaves, one after another.
  const above = new Uint8Array(leaves.length)
  let [level, end] = [leaves, 0]
  while (level.length > 32) {
    const next = above.subarray(end, end + level.length / 2)
    batch.hashPairs(level, next.length / 32, next)
    level = next
    end += next.length
  }
  return level.slice()
}

function takeLast(hashes: Uint8Array[]): Uint8Array {
  const last = hashes.pop()
  if (last === undefined) throw new Error('A frontier lost a subtree that its size counts')
  return last
}

/** Arithmetic, since bitwise operators would cut sizes above 2^32 off. */
function bitCount(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}
