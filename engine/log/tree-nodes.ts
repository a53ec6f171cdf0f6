import { fromHex, toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier, type FrontierState } from '../merkle/frontier.ts'
import { nodeHash } from '../merkle/tree.ts'
import { consistencyRanges, inclusionRanges, type Subtree, subtreesOf } from './tiles/proof-ranges.ts'

/**
 * Proofs of a tree whose perfect subtrees are stored one by one: which of them a proof is made of, and which of them a
 * new leaf completes. With n leaves a proof reads O(log n) nodes, and each leaf stores two on average.
 */

/** The root of a perfect subtree, in hex. */
export interface TreeNode extends Subtree {
  readonly hash: string
}

/** Each hash of a proof is the root over these perfect subtrees, from left to right. */
export type ProofPlan = readonly (readonly Subtree[])[]

/** The plan of an inclusion proof, RFC 6962 §2.1.1. Requires 0 <= index < size. */
export const planInclusion = (index: number, size: number): ProofPlan => inclusionRanges(index, size).map(subtreesOf)

/** The plan of a consistency proof, RFC 6962 §2.1.2; empty from size 0. Requires 0 <= from <= to. */
export const planConsistency = (from: number, to: number): ProofPlan => consistencyRanges(from, to).map(subtreesOf)

/** The hashes of a proof in hex. Throws what `hashAt` throws. */
export const provePlan = (sha256: Sha256, plan: ProofPlan, hashAt: (subtree: Subtree) => string): readonly string[] =>
  plan.map((subtrees) =>
    toHex(subtrees.map((each) => fromHex(hashAt(each))).reduceRight((right, left) => nodeHash(sha256, left, right))),
  )

/**
 * The proof that a log's first `to` leaves begin with the first `from`, from the frontier of the first tree and the leaf
 * hashes after it, all in hex. O(leaves after it).
 */
export function proveGrowth(
  sha256: Sha256,
  frontier: FrontierState,
  later: readonly string[],
): { readonly from: number; readonly to: number; readonly hashes: readonly string[] } {
  const [from, to] = [frontier.size, frontier.size + later.length]
  const nodes = new Map<string, string>()
  const whole = subtreesOf([0, from])
  for (const [at, subtree] of whole.entries()) nodes.set(nameOf(subtree), hashIn(frontier.hashes, at))
  for (const { hash, ...subtree } of appendLeaves(sha256, frontier, later.map(fromHex)).nodes)
    nodes.set(nameOf(subtree), hash)
  const hashAt = (subtree: Subtree): string => {
    const hash = nodes.get(nameOf(subtree))
    if (hash === undefined) throw new Error('A proof needs a subtree that neither the frontier nor the leaves give')
    return hash
  }
  return { from, to, hashes: provePlan(sha256, planConsistency(from, to), hashAt) }
}

const nameOf = ({ height, index }: Subtree): string => `${height}/${index}`

function hashIn(hashes: readonly string[], at: number): string {
  const hash = hashes[at]
  if (hash === undefined) throw new Error('A frontier has fewer hashes than its size has bits')
  return hash
}

/** The tree after the leaves, and every perfect subtree that they complete, themselves included. */
export function appendLeaves(
  sha256: Sha256,
  state: FrontierState,
  leaves: readonly Uint8Array[],
): { readonly state: FrontierState; readonly root: string; readonly nodes: readonly TreeNode[] } {
  const frontier = createFrontier(sha256, state)
  const nodes: TreeNode[] = []
  for (const leaf of leaves) {
    const before = frontier.state()
    frontier.append(leaf)
    nodes.push(...completed(sha256, before, leaf))
  }
  return { state: frontier.state(), root: toHex(frontier.root()), nodes }
}

/** The perfect subtrees that a leaf completes in a tree: the leaf, and as many as the size ends with bits that are set. */
function completed(sha256: Sha256, { size, hashes }: FrontierState, leaf: Uint8Array): readonly TreeNode[] {
  const nodes: TreeNode[] = [{ height: 0, index: size, hash: toHex(leaf) }]
  let node = leaf
  let index = size
  for (const left of hashes.toReversed()) {
    if (index % 2 === 0) break
    index = (index - 1) / 2
    node = nodeHash(sha256, fromHex(left), node)
    nodes.push({ height: nodes.length, index, hash: toHex(node) })
  }
  return nodes
}
