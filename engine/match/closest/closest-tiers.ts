import type { CandidateList } from '../candidates.ts'
import { componentFinder } from '../components.ts'
import type { Block } from '../nodes.ts'
import type { RankColumn } from '../rank-column.ts'
import { sortIndices } from '../sort-indices.ts'

/**
 * One connected component of a tier: the nodes' rows that are still there, and which of them meet.
 * One node on each side is a match, whatever their multiplicities; anything else is ambiguous.
 */
export interface Choice {
  readonly source: readonly (readonly number[])[]
  readonly target: readonly (readonly number[])[]
  readonly edges: Edges
}

/** Edge `i` joins the nodes at `source[i]` and `target[i]`; `complete` when every node meets every other. */
export type Edges = 'complete' | { readonly source: Uint32Array; readonly target: Uint32Array }

/** The rows that a choice takes out of the block; the others stay for later tiers. */
export interface Taken {
  readonly source: readonly number[]
  readonly target: readonly number[]
}

/**
 * `assign: "closest"`: tier by tier, a tier being the pairs of equal rank; `settle` decides each component of a tier.
 * O(c log c) for c candidates.
 */
export function chooseClosest(
  block: Block,
  candidates: CandidateList | 'complete',
  settle: (choice: Choice) => Taken,
): void {
  const source = block.source.map(({ rows }) => rows)
  const target = block.target.map(({ rows }) => rows)
  if (candidates === 'complete') {
    // The only tier: nobody asks any more for what is taken.
    settle({ source, target, edges: 'complete' })
    return
  }
  const settleNodes = (sources: readonly number[], targets: readonly number[], edges: Edges): void => {
    const rowsOf = (rows: readonly (readonly number[])[], nodes: readonly number[]) =>
      nodes.map((node) => rows[node] ?? [])
    const taken = settle({ source: rowsOf(source, sources), target: rowsOf(target, targets), edges })
    withdraw(source, sources, taken.source)
    withdraw(target, targets, taken.target)
  }
  const componentsOf = componentFinder(block, candidates)
  const isOpen = (index: number): boolean =>
    source[candidates.source[index] ?? 0]?.length !== 0 && target[candidates.target[index] ?? 0]?.length !== 0
  for (const tier of tiersOf(candidates)) {
    for (const component of componentsOf(keepIf(tier, isOpen))) {
      const [sources, targets] = [nodesOf(component, candidates.source), nodesOf(component, candidates.target)]
      settleNodes(sources, targets, edgesOf(component, candidates, { sources, targets }))
    }
  }
}

/** The indices that pass, moved to the front of the list that is given away: it may have millions. */
export function keepIf(indices: Uint32Array, test: (index: number) => boolean): Uint32Array {
  let count = 0
  for (const index of indices) if (test(index)) indices[count++] = index
  return indices.subarray(0, count)
}

/** The nodes that these candidates name in a column, ascending. */
const nodesOf = (component: Uint32Array, column: Uint32Array): number[] => {
  const nodes = new Set<number>()
  for (const index of component) nodes.add(column[index] ?? 0)
  return [...nodes].sort((a, b) => a - b)
}

function edgesOf(
  component: Uint32Array,
  list: CandidateList,
  { sources, targets }: { readonly sources: readonly number[]; readonly targets: readonly number[] },
): Edges {
  // No pair is listed twice.
  if (component.length === sources.length * targets.length) return 'complete'
  const positionsIn = (nodes: readonly number[], column: Uint32Array): Uint32Array => {
    const positions = new Map(nodes.map((node, position) => [node, position]))
    return component.map((index) => positions.get(column[index] ?? 0) ?? 0)
  }
  return { source: positionsIn(sources, list.source), target: positionsIn(targets, list.target) }
}

function withdraw(rows: (readonly number[])[], nodes: readonly number[], taken: readonly number[]): void {
  const gone = new Set(taken)
  for (const node of nodes) rows[node] = (rows[node] ?? []).filter((row) => !gone.has(row))
}

/** The candidates by rank, closest first; each tier the indices of those of equal rank. */
function* tiersOf({ count, ranks }: CandidateList): Generator<Uint32Array> {
  const compare = (a: number, b: number): number => compareRanks(ranks, a, b)
  const order = new Uint32Array(count)
  for (let index = 0; index < count; index++) order[index] = index
  sortIndices(order, compare)
  for (let start = 0; start < count; ) {
    let end = start + 1
    while (end < count && compare(order[start] ?? 0, order[end] ?? 0) === 0) end += 1
    yield order.subarray(start, end)
    start = end
  }
}

/** Negative, zero or positive as candidate `a` is closer than, as close as or further than `b`. */
function compareRanks(ranks: readonly RankColumn[], a: number, b: number): number {
  for (const part of ranks) {
    const [left, right] = [part[a] ?? 0, part[b] ?? 0]
    if (left < right) return -1
    if (left > right) return 1
  }
  return 0
}
