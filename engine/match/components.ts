import type { Block } from './nodes.ts'

/** A connected part of a tier: positions of nodes in the block, each list ascending. */
export interface Component {
  readonly source: readonly number[]
  readonly target: readonly number[]
  /** The tier's pairs between them, or `complete` when every source meets every target. */
  readonly edges: readonly (readonly [number, number])[] | 'complete'
}

/** The connected components of `edges`, in the order of their first edge. Union by find with path halving. */
export function connectedComponents(block: Block, edges: readonly (readonly [number, number])[]): Component[] {
  const offset = block.source.length
  const parents = new Map<number, number>()
  const find = (node: number): number => {
    let root = node
    for (let parent = parents.get(root) ?? root; parent !== root; parent = parents.get(root) ?? root) {
      parents.set(root, parents.get(parent) ?? parent)
      root = parent
    }
    return root
  }
  for (const [source, target] of edges) parents.set(find(offset + target), find(source))
  const edgesByRoot = new Map<number, (readonly [number, number])[]>()
  for (const edge of edges) {
    const root = find(edge[0])
    const known = edgesByRoot.get(root)
    if (known === undefined) edgesByRoot.set(root, [edge])
    else known.push(edge)
  }
  return [...edgesByRoot.values()].map((own) => ({
    source: ascending(own.map(([source]) => source)),
    target: ascending(own.map(([, target]) => target)),
    edges: own,
  }))
}

const ascending = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b)
