import { fromHex, toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { emptyRoot, nodeHash } from './tree.ts'

/**
 * A compact range: the roots of the perfect subtrees that make up a Merkle tree of `size` leaves, left to right.
 * There is one for each bit set in `size`, so at most 64; a leaf is appended in O(log n) without the leaves before it.
 */
export interface FrontierState {
  readonly size: number
  /** Lower-case hex, largest subtree first. */
  readonly hashes: readonly string[]
}

export interface Frontier {
  /** Appends a leaf hash of 32 bytes. */
  append(leaf: Uint8Array): void
  size(): number
  /** RFC 6962 §2.1: the hash of the whole tree. */
  root(): Uint8Array
  state(): FrontierState
}

export const emptyFrontier: FrontierState = { size: 0, hashes: [] }

/** A frontier that goes on from `state`. Throws a TypeError when the number of hashes does not follow from the size. */
export function createFrontier(sha256: Sha256, state: FrontierState = emptyFrontier): Frontier {
  if (bitCount(state.size) !== state.hashes.length)
    throw new TypeError('A frontier has one hash for each bit of its size')
  const hashes = state.hashes.map(fromHex)
  let size = state.size
  return {
    append(leaf) {
      let node = leaf
      // Every trailing one of the size is a perfect subtree as large as the new node: they merge, as a carry does.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        const left = hashes.pop()
        if (left !== undefined) node = nodeHash(sha256, left, node)
      }
      hashes.push(node)
      size += 1
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

/** Above 2^32 the bitwise operators would cut the size off. */
function bitCount(size: number): number {
  let count = 0
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2
  return count
}
