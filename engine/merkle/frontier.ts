import { at } from '../base/at.ts'
import { fromHex, toHex, utf8 } from '../base/bytes.ts'
import { type BatchSha256, batchOf, type Sha256 } from '../base/hasher.ts'
import { emptyRoot, leafHash, nodeHash } from './tree.ts'

/**
 * A compact range: the roots of the perfect subtrees that make up a Merkle tree of `size` leaves, from left to right,
 * one for each bit set in `size`. These hashes are enough to append a leaf.
 */
export interface FrontierState {
  readonly size: number
  /** Lower-case hex, the root of the largest subtree first. */
  readonly hashes: readonly string[]
}

/**
 * The subtrees of a range of leaves. Ranges can be hashed independently; consecutive ranges together make up the tree.
 */
export interface LeafRange {
  /** The index in the whole tree of the range's first leaf. */
  readonly first: number
  readonly size: number
  readonly subtrees: readonly Subtree[]
}

interface Subtree {
  /** The levels of the subtree above its leaves: it has 2^height leaves. */
  readonly height: number
  /** Lower-case hex. */
  readonly hash: string
}

interface Frontier {
  /** Appends a leaf hash of 32 bytes. O(log n); one node hash on average. */
  append(leaf: Uint8Array): void
  /** Appends `count` leaf hashes of 32 bytes each. One node hash a leaf. */
  appendAll(leaves: Uint8Array, count: number): void
  /** Appends the leaves of a range. Throws a RangeError unless the range begins where the tree ends. O(log n). */
  appendRange(range: LeafRange): void
  size(): number
  /** The hash of the whole tree, RFC 6962 §2.1. O(log n). */
  root(): Uint8Array
  state(): FrontierState
}

const emptyFrontier: FrontierState = { size: 0, hashes: [] }

/** A tree that continues from `state`. Throws a TypeError unless `state` has one hash for each bit set in its size. */
export function createFrontier(sha256: Sha256, state: FrontierState = emptyFrontier): Frontier {
  if (bitCount(state.size) !== state.hashes.length)
    throw new TypeError('A frontier has one hash for each bit of its size')
  const hashes = state.hashes.map(fromHex)
  const batch = batchOf(sha256)
  let size = state.size
  const appendSubtree = (root: Uint8Array, height: number): void => {
    let node = root
    // Works like binary addition: each trailing 1 bit of the size is a perfect subtree as large as `node`, and merges
    // with it.
    for (let remainder = size / 2 ** height; remainder % 2 === 1; remainder = (remainder - 1) / 2)
      node = nodeHash(sha256, takeLast(hashes), node)
    hashes.push(node)
    size += 2 ** height
  }
  return {
    append: (leaf) => appendSubtree(leaf, 0),
    appendAll(leaves, count) {
      if (leaves.length < 32 * count) throw new RangeError(`Got ${leaves.length} bytes for ${count} leaf hashes`)
      mergeLeaves(batch, { hashes, size }, leaves.subarray(0, 32 * count))
      size += count
    },
    appendRange(range) {
      const end = size + range.size
      if (range.first !== size) throw new RangeError(`Leaf ${range.first} does not follow ${size} leaves`)
      for (const { height, hash } of range.subtrees) appendSubtree(fromHex(hash), height)
      if (size !== end) throw new RangeError('A range has the leaves that it counts')
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

interface RangeTree {
  appendAll(leaves: Uint8Array, count: number): void
  size(): number
  range(): LeafRange
}

/** An empty range that begins at leaf `first` of its tree. */
export function createRangeTree(sha256: Sha256, first: number): RangeTree {
  const batch = batchOf(sha256)
  const [hashes, left]: [Uint8Array[], Subtree[]] = [[], []]
  let size = 0
  return {
    appendAll(leaves, count) {
      const nodes = { hashes, size: first + size, endLeft: (subtree: Subtree) => void left.push(subtree) }
      mergeLeaves(batch, nodes, leaves.subarray(0, 32 * count))
      size += count
    },
    size: () => size,
    range: () => ({ first, size, subtrees: [...left, ...rightOf(first + size, hashes)] }),
  }
}

function rightOf(size: number, hashes: readonly Uint8Array[]): readonly Subtree[] {
  const heights: number[] = []
  for (
    let [remainder, height] = [size, 0];
    heights.length < hashes.length;
    remainder = Math.floor(remainder / 2), height += 1
  )
    if (remainder % 2 === 1) heights.unshift(height)
  return hashes.map((hash, index) => ({ height: at(heights, index), hash: toHex(hash) }))
}

interface MergedNodes {
  readonly hashes: Uint8Array[]
  readonly size: number
  /**
   * Takes a subtree whose left neighbour is outside the range. Absent for a whole tree, which has nothing to its left.
   */
  readonly endLeft?: (subtree: Subtree) => void
}

/** Merges like `createFrontier`, but a whole level at a time. Changes `hashes` only. */
function mergeLeaves(batch: BatchSha256, { hashes, size, endLeft }: MergedNodes, leaves: Uint8Array): void {
  const unpaired: Uint8Array[] = []
  // Leaves room in front for the subtree with which the first new node of a level may merge.
  const nodes = new Uint8Array(32 + leaves.length)
  nodes.set(leaves, 32)
  let nodeCount = leaves.length / 32
  for (let [remainder, height] = [size, 0]; nodeCount > 0; remainder /= 2, height += 1) {
    let start = 32
    if (remainder % 2 === 1) {
      const isLeft = endLeft !== undefined && hashes.length === 0
      if (isLeft) endLeft({ height, hash: toHex(nodes.subarray(32, 64)) })
      else nodes.set(takeLast(hashes))
      start = isLeft ? 64 : 0
      // The parent of that subtree lies partly outside the range: it counts as a left neighbour on the next level.
      remainder += isLeft ? 1 : -1
    }
    const level = nodes.subarray(start, 32 + 32 * nodeCount)
    if (level.length % 64 === 32) unpaired.push(level.slice(-32))
    nodeCount = Math.floor(level.length / 64)
    if (nodeCount > 0) batch.hashPairs(level, nodeCount, nodes.subarray(32))
  }
  for (const node of unpaired.reverse()) hashes.push(node)
}

/** The Merkle root of lines without their newlines, in hex. O(n). */
export function rootOfLines(sha256: Sha256, lines: readonly string[]): string {
  const frontier = createFrontier(sha256)
  for (const line of lines) frontier.append(leafHash(sha256, utf8(line)))
  return toHex(frontier.root())
}

function takeLast(hashes: Uint8Array[]): Uint8Array {
  const last = hashes.pop()
  if (last === undefined) throw new Error('A frontier lost a subtree that its size counts')
  return last
}

/** Uses arithmetic, since bitwise operators would truncate sizes of 2^32 and more. */
function bitCount(size: number): number {
  let count = 0
  for (let remainder = size; remainder > 0; remainder = Math.floor(remainder / 2)) count += remainder % 2
  return count
}
