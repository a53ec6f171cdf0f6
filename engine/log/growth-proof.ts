import { fromHex, toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier, type FrontierState } from '../merkle/frontier.ts'
import type { ConsistencyProof } from '../merkle/proofs.ts'
import { nodeHash } from '../merkle/tree.ts'
import { consistencyRanges, type Subtree, subtreesOf } from './tiles/proof-ranges.ts'

/**
 * The proof (RFC 6962 §2.1.2) that a log begins with the tree of `frontier` and goes on with the leaf hashes `later`,
 * in hex. Earlier leaves are not needed: each subtree of the proof is wholly before or after the end of the first tree.
 * O(later) hashes.
 */
export function proveGrowth(sha256: Sha256, frontier: FrontierState, later: readonly string[]): ConsistencyProof {
  const [from, to] = [frontier.size, frontier.size + later.length]
  const hashes = new Map<string, string>()
  for (const [at, hash] of frontier.hashes.entries()) hashes.set(nameOf(subtreesOf([0, from])[at]), hash)
  const tree = createFrontier(sha256, frontier)
  for (const leaf of later) {
    for (const { hash, ...subtree } of completed(sha256, tree.state(), fromHex(leaf))) hashes.set(nameOf(subtree), hash)
    tree.append(fromHex(leaf))
  }
  const hashOf = (subtree: Subtree): Uint8Array => {
    const hash = hashes.get(nameOf(subtree))
    if (hash === undefined) throw new Error('A proof needs a subtree that neither the frontier nor the leaves give')
    return fromHex(hash)
  }
  return {
    from,
    to,
    hashes: consistencyRanges(from, to).map((range) =>
      toHex(
        subtreesOf(range)
          .map(hashOf)
          .reduceRight((right, left) => nodeHash(sha256, left, right)),
      ),
    ),
  }
}

const nameOf = (subtree: Subtree | undefined): string => `${subtree?.height}/${subtree?.index}`

/**
 * The perfect subtrees that the next leaf completes: the leaf itself, and one for each set bit at the low end of the
 * size.
 */
function completed(
  sha256: Sha256,
  { size, hashes }: FrontierState,
  leaf: Uint8Array,
): readonly (Subtree & { readonly hash: string })[] {
  const subtrees = [{ height: 0, index: size, hash: toHex(leaf) }]
  let node = leaf
  let index = size
  for (const left of hashes.toReversed()) {
    if (index % 2 === 0) break
    index = (index - 1) / 2
    node = nodeHash(sha256, fromHex(left), node)
    subtrees.push({ height: subtrees.length, index, hash: toHex(node) })
  }
  return subtrees
}
