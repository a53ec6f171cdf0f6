import { fromHex, toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isCount, isHash, isTextList } from '../base/json-shape.ts'
import { emptyRoot, nodeHash } from './tree.ts'

/**
 * Proofs about Merkle trees of RFC 6962, and their verification by RFC 9162. Hashes have 32 bytes, in lower-case hex.
 */

/**
 * Proves that a leaf is at `index` in the tree of `size` leaves: RFC 6962 §2.1.1. The hashes begin with the leaf's
 * sibling and go up.
 */
export interface InclusionProof {
  readonly index: number
  readonly size: number
  readonly hashes: readonly string[]
}

export const inclusionProofTests = { index: isCount, size: isCount, hashes: isTextList }

/**
 * Proves that the tree of `to` leaves begins with the tree of `from` leaves: RFC 6962 §2.1.2. The proof is empty from
 * size 0 and between equal sizes.
 */
export interface ConsistencyProof {
  readonly from: number
  readonly to: number
  readonly hashes: readonly string[]
}

export const consistencyProofTests = { from: isCount, to: isCount, hashes: isTextList }

/**
 * Whether `proof` leads from the leaf hash to the root: RFC 9162 §2.1.3.2. Returns false, without an error, for
 * malformed hashes, an index outside the tree, and a proof that is too short or too long. O(log n).
 */
export function verifyInclusion(
  sha256: Sha256,
  claim: { readonly leaf: string; readonly root: string; readonly proof: InclusionProof },
): boolean {
  return rootOfInclusion(sha256, claim.leaf, claim.proof) === claim.root
}

/**
 * The root to which the proof leads from the leaf hash; undefined when the proof is malformed, too short or too long.
 */
export function rootOfInclusion(
  sha256: Sha256,
  leaf: string,
  { index, size, hashes }: InclusionProof,
): string | undefined {
  if (!isCount(index) || !isCount(size) || index >= size || !isHash(leaf) || !hashes.every(isHash)) return undefined
  let path = { position: index, last: size - 1 }
  let node = fromHex(leaf)
  for (const hash of hashes) {
    if (path.last === 0) return undefined
    const sibling = fromHex(hash)
    if (isRightChild(path)) {
      node = nodeHash(sha256, sibling, node)
      path = skipLevelsWithoutSibling(path)
    } else node = nodeHash(sha256, node, sibling)
    path = parentOf(path)
  }
  return path.last === 0 ? toHex(node) : undefined
}

/**
 * Whether `proof` shows that the later tree begins with the earlier one: RFC 9162 §2.1.4.2. Every tree begins with the
 * empty tree. Returns false, without an error, for malformed input. O(log n).
 */
export function verifyConsistency(
  sha256: Sha256,
  claim: { readonly fromRoot: string; readonly toRoot: string; readonly proof: ConsistencyProof },
): boolean {
  const roots = rootsOfConsistency(sha256, claim.fromRoot, claim.proof)
  if (roots === undefined || roots.from !== claim.fromRoot) return false
  return roots.to === undefined ? isHash(claim.toRoot) : roots.to === claim.toRoot
}

interface ConsistentRoots {
  readonly from: string
  /** The root of the later tree; undefined from size 0, since an empty proof does not contain it. */
  readonly to: string | undefined
}

function rootsOfConsistency(
  sha256: Sha256,
  fromRoot: string,
  { from, to, hashes }: ConsistencyProof,
): ConsistentRoots | undefined {
  if (!isCount(from) || !isCount(to) || from > to || !hashes.every(isHash)) return undefined
  if (from === 0 || from === to) {
    if (hashes.length > 0) return undefined
    const empty = toHex(emptyRoot(sha256))
    if (to === 0) return { from: empty, to: empty }
    return from === 0 ? { from: empty, to: undefined } : { from: fromRoot, to: fromRoot }
  }
  if (hashes.length === 0 || !isHash(fromRoot)) return undefined
  const [start, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...hashes] : hashes
  return start === undefined ? undefined : climb(sha256, start, { from, to, hashes: rest })
}

function climb(sha256: Sha256, start: string, { from, to, hashes }: ConsistencyProof): ConsistentRoots | undefined {
  let path = skipRightChildren({ position: from - 1, last: to - 1 })
  let [earlier, later] = [fromHex(start), fromHex(start)]
  for (const hash of hashes) {
    if (path.last === 0) return undefined
    const sibling = fromHex(hash)
    if (isRightChild(path)) {
      earlier = nodeHash(sha256, sibling, earlier)
      later = nodeHash(sha256, sibling, later)
      path = skipLevelsWithoutSibling(path)
    } else later = nodeHash(sha256, later, sibling)
    path = parentOf(path)
  }
  return path.last === 0 ? { from: toHex(earlier), to: toHex(later) } : undefined
}

/** The position of a node on its level, and the position of the level's last node: fn and sn of RFC 9162. */
interface Path {
  readonly position: number
  readonly last: number
}

/**
 * The last node of a level counts as a right child: its sibling is a left one, on a higher level (see
 * `skipLevelsWithoutSibling`).
 */
const isRightChild = ({ position, last }: Path): boolean => position % 2 === 1 || position === last

/** Divides, since a shift would truncate numbers of 2^32 and more. */
const parentOf = ({ position, last }: Path): Path => ({
  position: Math.floor(position / 2),
  last: Math.floor(last / 2),
})

function skipLevelsWithoutSibling(path: Path): Path {
  let node = path
  while (node.position % 2 === 0 && node.position !== 0) node = parentOf(node)
  return node
}

function skipRightChildren(path: Path): Path {
  let node = path
  while (node.position % 2 === 1) node = parentOf(node)
  return node
}

function isPowerOfTwo(size: number): boolean {
  let remainder = size
  while (remainder % 2 === 0 && remainder > 0) remainder /= 2
  return remainder === 1
}
