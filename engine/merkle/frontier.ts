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
  /** Appends `count` leaf hashes that lie one after another, 32 bytes each. One node hash a leaf, a level at a time. */
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
  return {
    append(leaf) {
      let node = leaf
      // As in binary addition: each trailing 1 of the size is a perfect subtree as large as `node`, and merges with it.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(sha256, takeLast(hashes), node)
      hashes.push(node)
      size += 1
    },
    appendAll(leaves, count) {
      if (leaves.length < 32 * count) throw new RangeError(`Got ${leaves.length} bytes for ${count} leaf hashes`)
      mergeLeaves(batch, { hashes, size }, leaves.subarray(0, 32 * count))
      size += count
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

/** Binary addition again, with all nodes of a level before those of the next. Changes `hashes` only. */
function mergeLeaves(
  batch: BatchSha256,
  { hashes, size }: { readonly hashes: Uint8Array[]; readonly size: number },
  leaves: Uint8Array,
): void {
  const unpaired: Uint8Array[] = []
  // A level's new nodes begin at 32, after the place of the subtree that the first of them may merge with.
  const nodes = new Uint8Array(32 + leaves.length)
  nodes.set(leaves, 32)
  let nodeCount = leaves.length / 32
  for (let rest = size; nodeCount > 0; rest = Math.floor(rest / 2)) {
    const hasLeft = rest % 2 === 1
    if (hasLeft) nodes.set(takeLast(hashes))
    const level = nodes.subarray(hasLeft ? 0 : 32, 32 + 32 * nodeCount)
    if (level.length % 64 === 32) unpaired.push(level.slice(-32))
    nodeCount = Math.floor(level.length / 64)
    if (nodeCount > 0) batch.hashPairs(level, nodeCount, nodes.subarray(32))
  }
  for (const node of unpaired.reverse()) hashes.push(node)
}

/** The root of the tree of these lines of text alone, each without its newline, in hex. O(n). */
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

/** Arithmetic, since bitwise operators would cut sizes above 2^32 off. */
function bitCount(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}
