import type { CandidateList } from '../candidates.ts'
import { componentFinder } from '../components.ts'
import type { Block, Node } from '../nodes.ts'
import { type Costs, nodeCountMax, rankCosts } from './costs.ts'
import type { Transport } from './flow-state.ts'

/** A connected component of all candidates of a block, under `assign: "most"`. */
export interface MostComponent {
  readonly source: readonly Node[]
  readonly target: readonly Node[]
  /** Edges by source; undefined when a side has more nodes than are weighed. */
  readonly transport: Transport | undefined
}

export type WeighableComponent = MostComponent & { readonly transport: Transport }

/** Whether a component is small enough to be weighed. */
export const isWeighable = (component: MostComponent): component is WeighableComponent =>
  component.transport !== undefined

/** The components of a block, each by itself: the lists of the block need not outlive it. O(candidates). */
export function* mostComponents(block: Block, candidates: CandidateList | 'complete'): Generator<MostComponent> {
  if (candidates === 'complete') {
    yield { ...block, transport: isTooLarge(block) ? undefined : completeTransport(block) }
    return
  }
  const all = new Uint32Array(candidates.count)
  for (let index = 0; index < all.length; index++) all[index] = index
  for (const indices of componentFinder(block, candidates)(all)) {
    const source = sideOf(block.source, indices, candidates.source)
    const target = sideOf(block.target, indices, candidates.target)
    const nodes = { source: source.nodes, target: target.nodes }
    const edges = { source: source.positions, target: target.positions }
    const costs = (): Costs => rankCosts(candidates.ranks, indices)
    yield { ...nodes, transport: isTooLarge(nodes) ? undefined : transportOf(nodes, edges, costs()) }
  }
}

interface Nodes {
  readonly source: readonly Node[]
  readonly target: readonly Node[]
}

const isTooLarge = ({ source, target }: Nodes): boolean => Math.max(source.length, target.length) > nodeCountMax

function completeTransport(block: Block): Transport {
  const width = block.target.length
  const pairs = Uint32Array.from({ length: block.source.length * width }, (_, pair) => pair)
  const edges = { source: pairs.map((pair) => Math.floor(pair / width)), target: pairs.map((pair) => pair % width) }
  return transportOf(block, edges, rankCosts([], pairs))
}

const transportOf = (nodes: Nodes, edges: Pick<Transport, 'source' | 'target'>, costs: Costs): Transport => ({
  supplies: Int32Array.from(nodes.source, ({ rows }) => rows.length),
  demands: Int32Array.from(nodes.target, ({ rows }) => rows.length),
  ...edges,
  costs,
})

/** The nodes that these candidates name in a column, in their order, and where each candidate's stands among them. */
function sideOf(all: readonly Node[], indices: Uint32Array, column: Uint32Array) {
  const named = [...new Set(indices.map((index) => column[index] ?? 0))].sort((a, b) => a - b)
  const positions = new Map(named.map((node, position) => [node, position]))
  return {
    nodes: named.flatMap((node) => all[node] ?? []),
    positions: indices.map((index) => positions.get(column[index] ?? 0) ?? 0),
  }
}
