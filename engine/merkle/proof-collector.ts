import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { ConsistencyProof, InclusionProof } from './proofs.ts'
import { emptyRoot, nodeHash } from './tree.ts'

/**
 * Makes proofs about a Merkle tree in one pass over its leaf hashes. The size of the tree may be unknown until the end.
 */
interface ProofCollector {
  /** Appends a leaf hash of 32 bytes. If `isProven`, collects the proof of its inclusion. */
  append(leaf: Uint8Array, isProven?: boolean): void
  /** Collects a consistency proof: that the final tree begins with the leaves appended so far. */
  proveBeginning(): void
  /** Call once, after the last leaf. */
  finish(): CollectedProofs
}

export interface CollectedProofs {
  readonly root: string
  /** Inclusion proofs by the index of their leaf. */
  readonly inclusion: ReadonlyMap<number, InclusionProof>
  /** Consistency proofs by the size of the earlier tree. */
  readonly consistency: ReadonlyMap<number, ConsistencyProof>
}

/** A perfect subtree. The last one of the tree may be smaller. */
interface Subtree {
  readonly leafCount: number
  readonly hash: Uint8Array
  /** The proofs that lead through this subtree. The hashes above the subtree are still missing in them. */
  readonly paths: readonly string[][]
}

/**
 * Collects proofs of RFC 6962 §2.1.1 and §2.1.2. A proof lists the siblings with which its subtree merges on the way to
 * the root, so each merge adds one hash to the proofs below it. One node hash a leaf, however many proofs; memory O(log
 * n) for the tree and for each proof.
 */
export function createProofCollector(sha256: Sha256): ProofCollector {
  const frontier: Subtree[] = []
  const inclusion = new Map<number, string[]>()
  const consistency = new Map<number, string[]>()
  let size = 0
  const merge = (left: Subtree, right: Subtree): Subtree => {
    if (left.paths.length > 0) addToAll(left.paths, toHex(right.hash))
    if (right.paths.length > 0) addToAll(right.paths, toHex(left.hash))
    return {
      leafCount: left.leafCount + right.leafCount,
      hash: nodeHash(sha256, left.hash, right.hash),
      paths: right.paths.length === 0 ? left.paths : [...left.paths, ...right.paths],
    }
  }
  return {
    append(leaf, isProven = false) {
      let node: Subtree = { leafCount: 1, hash: leaf, paths: noPaths }
      if (isProven) {
        const path: string[] = []
        inclusion.set(size, path)
        node = { ...node, paths: [path] }
      }
      for (let left = frontier.at(-1); left?.leafCount === node.leafCount; left = frontier.at(-1)) {
        frontier.pop()
        node = merge(left, node)
      }
      frontier.push(node)
      size += 1
    },
    proveBeginning() {
      const smallest = frontier.pop()
      // If the earlier tree is one perfect subtree, its proof leaves out its root, which the verifier knows.
      const path = smallest === undefined || frontier.length === 0 ? [] : [toHex(smallest.hash)]
      if (smallest !== undefined) frontier.push({ ...smallest, paths: [...smallest.paths, path] })
      consistency.set(size, path)
    },
    finish() {
      // The proof between two trees of equal size is empty.
      if (consistency.has(size)) consistency.set(size, [])
      const root = frontier.reduceRight<Subtree | undefined>(
        (right, left) => (right === undefined ? left : merge(left, right)),
        undefined,
      )
      return {
        root: toHex(root?.hash ?? emptyRoot(sha256)),
        inclusion: mapValues(inclusion, (hashes, index) => ({ index, size, hashes })),
        consistency: mapValues(consistency, (hashes, from) => ({ from, to: size, hashes })),
      }
    },
  }
}

const noPaths: readonly string[][] = []

function addToAll(paths: readonly string[][], hash: string): void {
  for (const path of paths) path.push(hash)
}

const mapValues = <From, To>(
  map: ReadonlyMap<number, From>,
  change: (value: From, key: number) => To,
): Map<number, To> => new Map([...map].map(([key, value]) => [key, change(value, key)]))
