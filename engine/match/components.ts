import type { CandidateList } from './candidates.ts'
import type { Block } from './nodes.ts'

/**
 * Finds the connected components of one tier of a block after another: lists of indices into the candidates, in the
 * order of their first. Near O(pairs of the tier), whatever the size of the block.
 */
export function componentFinder(block: Block, list: CandidateList): (tier: Uint32Array) => Uint32Array[] {
  const offset = block.source.length
  const parents = Uint32Array.from({ length: offset + block.target.length }, (_, node) => node)
  const find = (node: number): number => {
    let root = node
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
      parents[root] = parents[parent] ?? parent
      root = parent
    }
    return root
  }
  const [sourceOf, targetOf] = [
    (index: number): number => list.source[index] ?? 0,
    (index: number): number => offset + (list.target[index] ?? 0),
  ]
  return (tier) => {
    for (const index of tier) parents[find(targetOf(index))] = find(sourceOf(index))
    const components = splitBy(tier, (index) => find(sourceOf(index)))
    // Only what this tier has joined is taken apart again: a block may have a tier for each of its pairs.
    for (const index of tier) for (const node of [sourceOf(index), targetOf(index)]) parents[node] = node
    return components
  }
}

/** The parts of `indices` that have the same group, in the order of their first. */
function splitBy(indices: Uint32Array, groupOf: (index: number) => number): Uint32Array[] {
  const counts = new Map<number, number>()
  for (const index of indices) counts.set(groupOf(index), (counts.get(groupOf(index)) ?? 0) + 1)
  if (counts.size <= 1) return counts.size === 0 ? [] : [indices]
  const parts = new Map([...counts].map(([group, count]) => [group, { own: new Uint32Array(count), end: 0 }]))
  for (const index of indices) {
    const part = parts.get(groupOf(index))
    if (part !== undefined) part.own[part.end++] = index
  }
  return [...parts.values()].map(({ own }) => own)
}
