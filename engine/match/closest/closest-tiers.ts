import { at, numberAt } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import type { Pace, Slices } from '../../base/slices.ts'
import type { BySide } from '../../record/side.ts'
import type { Block } from '../blocks/blocks.ts'
import { type Ends, endsOf, slicedComponentFinder } from '../blocks/components.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import { type RankColumn, rankAt } from '../blocks/rank-column.ts'
import { sortIndicesInSlices } from '../blocks/sort-indices.ts'
import type { Rows } from '../state/run-state.ts'

/**
 * A connected component of a tier: the open rows of each node, and the edges between nodes. It is a tie when a side has
 * several nodes; rows of one node are twins.
 */
export interface Choice extends BySide<readonly (readonly number[])[]> {
  readonly edges: Edges
}

/**
 * Edge `i` joins the nodes at `source[i]` and `target[i]`; `complete` when every source node is joined to every target
 * node.
 */
export type Edges = 'complete' | EdgeList

export type EdgeList = BySide<Uint32Array>

export interface TieredBlock {
  readonly block: Block
  readonly candidates: CandidateList | 'complete'
}

/**
 * `assign: "closest"`: walks a block tier by tier, closest first; a tier is all candidates of equal rank. `apply`
 * decides each connected component of a tier and returns the rows that later tiers do not see. O(c log c) for c
 * candidates.
 */
export function* walkTiers(
  { block, candidates }: TieredBlock,
  pace: Pace,
  apply: (choice: Choice) => Rows,
): Slices<void> {
  const source = block.source.map(({ rows }) => rows)
  const target = block.target.map(({ rows }) => rows)
  if (candidates === 'complete') {
    apply({ source, target, edges: 'complete' })
    return
  }
  const componentsOf = slicedComponentFinder(block, candidates, pace)
  const isOpen = (index: number): boolean =>
    at(source, numberAt(candidates.source, index)).length > 0 &&
    at(target, numberAt(candidates.target, index)).length > 0
  const order = yield* orderOf(candidates, pace)
  for (const tier of tiersOf(order, candidates)) {
    for (const component of yield* componentsOf(filterInPlace(tier, isOpen))) {
      const ends = { source: endsOf(component, candidates.source), target: endsOf(component, candidates.target) }
      const taken = apply({
        source: ends.source.nodes.map((node) => at(source, node)),
        target: ends.target.nodes.map((node) => at(target, node)),
        edges: edgesOf(component, ends),
      })
      removeRows(source, ends.source.nodes, taken.source)
      removeRows(target, ends.target.nodes, taken.target)
      if (pace.endsSlice(stepsOfChoice * component.length)) yield
    }
  }
}

export function filterInPlace(indices: Uint32Array, test: (index: number) => boolean): Uint32Array {
  let count = 0
  for (const index of indices) if (test(index)) indices[count++] = index
  return indices.subarray(0, count)
}

function edgesOf(component: Uint32Array, { source, target }: BySide<Ends>): Edges {
  if (component.length === source.nodes.length * target.nodes.length) return 'complete'
  return { source: source.positions(), target: target.positions() }
}

function removeRows(rowsByNode: (readonly number[])[], nodes: readonly number[], taken: readonly number[]): void {
  const removed = new Set(taken)
  for (const node of nodes) rowsByNode[node] = at(rowsByNode, node).filter((row) => !removed.has(row))
}

const stepsOfChoice = 32

function* orderOf({ count, ranks }: CandidateList, pace: Pace): Slices<Uint32Array> {
  const order = indicesUpTo(count)
  yield* sortIndicesInSlices(order, (a, b) => compareRanks(ranks, a, b), pace)
  return order
}

function* tiersOf(order: Uint32Array, { count, ranks }: CandidateList): Generator<Uint32Array> {
  for (let start = 0; start < count; ) {
    let end = start + 1
    while (end < count && compareRanks(ranks, numberAt(order, start), numberAt(order, end)) === 0) end += 1
    yield order.subarray(start, end)
    start = end
  }
}

function compareRanks(ranks: readonly RankColumn[], a: number, b: number): number {
  for (const part of ranks) {
    const [left, right] = [rankAt(part, a), rankAt(part, b)]
    if (left < right) return -1
    if (left > right) return 1
  }
  return 0
}
