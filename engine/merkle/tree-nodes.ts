import { fromHex, toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier, type FrontierState } from './frontier.ts'
import { nodeHash } from './tree.ts'

/**
 * Proofs of a tree whose perfect subtrees are stored one by one: which of them a proof is made of, and which of them a
 * new leaf completes. With n leaves a proof reads O(log n) nodes, and each leaf stores two on average.
 */

/** The root of a perfect subtree: of the 2^level leaves from position · 2^level on. */
export interface NodePlace {
  readonly level: number
  readonly position: number
}

export interface TreeNode extends NodePlace {
  /** In hex. */
  readonly hash: string
}

/** Each hash of a proof is that of a stretch of leaves: the root over these nodes, from left to right. */
export type ProofPlan = readonly (readonly NodePlace[])[]

/** The plan of an inclusion proof, RFC 6962 §2.1.1. Requires 0 <= index < size. */
export const planInclusion = (index: number, size: number): ProofPlan =>
  path(index, { begin: 0, end: size }).map(nodesOf)

/** The plan of a consistency proof, RFC 6962 §2.1.2; empty from size 0. Requires 0 <= from <= to. */
export const planConsistency = (from: number, to: number): ProofPlan =>
  from === 0 ? [] : subproof(from, { begin: 0, end: to }, true).map(nodesOf)

/** The hashes of a proof in hex. Throws what `hashAt` throws. */
export const provePlan = (sha256: Sha256, plan: ProofPlan, hashAt: (place: NodePlace) => string): readonly string[] =>
  plan.map((places) =>
    toHex(places.map((place) => fromHex(hashAt(place))).reduceRight((right, left) => nodeHash(sha256, left, right))),
  )

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
  const nodes: TreeNode[] = [{ level: 0, position: size, hash: toHex(leaf) }]
  let node = leaf
  let position = size
  for (const left of hashes.toReversed()) {
    if (position % 2 === 0) break
    position = (position - 1) / 2
    node = nodeHash(sha256, fromHex(left), node)
    nodes.push({ level: nodes.length, position, hash: toHex(node) })
  }
  return nodes
}

/** Leaves from `begin` to before `end`. */
interface Stretch {
  readonly begin: number
  readonly end: number
}

function path(index: number, { begin, end }: Stretch): readonly Stretch[] {
  if (end - begin === 1) return []
  const middle = begin + largestPowerBelow(end - begin)
  return index < middle
    ? [...path(index, { begin, end: middle }), { begin: middle, end }]
    : [...path(index, { begin: middle, end }), { begin, end: middle }]
}

/** SUBPROOF of RFC 6962 §2.1.2. The verifier knows the root of the first tree, which is left out while it `isKnown`. */
function subproof(from: number, { begin, end }: Stretch, isKnown: boolean): readonly Stretch[] {
  if (from === end) return isKnown ? [] : [{ begin, end }]
  const middle = begin + largestPowerBelow(end - begin)
  return from <= middle
    ? [...subproof(from, { begin, end: middle }, isKnown), { begin: middle, end }]
    : [...subproof(from, { begin: middle, end }, false), { begin, end: middle }]
}

/** The perfect subtrees of a stretch, largest first. Requires a stretch of a proof: it begins where each of them may. */
function nodesOf({ begin, end }: Stretch): readonly NodePlace[] {
  const places: NodePlace[] = []
  for (let at = begin; at < end; ) {
    let [level, count] = [0, 1]
    while (count * 2 <= end - at) [level, count] = [level + 1, count * 2]
    places.push({ level, position: at / count })
    at += count
  }
  return places
}

/** Requires a count of at least 2. */
function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}
