import { compareRanks } from './bound-rule.ts'
import type { CandidateList } from './candidates.ts'
import { type Component, connectedComponents } from './components.ts'
import type { Block } from './nodes.ts'

/**
 * One connected component of a tier: the nodes' rows that are still there, and which of them meet.
 * One node on each side is a match, whatever their multiplicities; anything else is ambiguous.
 */
export interface Choice {
  readonly source: readonly (readonly number[])[]
  readonly target: readonly (readonly number[])[]
  /** Positions in `source` and `target`, or `complete` when every one meets every other. */
  readonly edges: readonly (readonly [number, number])[] | 'complete'
}

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
  const settleComponent = (component: Component): void => {
    const taken = settle(choiceOf(component, source, target))
    withdraw(source, component.source, taken.source)
    withdraw(target, component.target, taken.target)
  }
  if (candidates === 'complete') {
    settleComponent({ source: [...source.keys()], target: [...target.keys()], edges: 'complete' })
    return
  }
  for (const tier of tiersOf(candidates)) {
    const edges = tier.filter(([s, t]) => source[s]?.length !== 0 && target[t]?.length !== 0)
    for (const component of connectedComponents(block, edges)) settleComponent(component)
  }
}

function choiceOf(
  component: Component,
  source: readonly (readonly number[])[],
  target: readonly (readonly number[])[],
): Choice {
  const { edges } = component
  const sourcePosition = new Map(component.source.map((index, position) => [index, position]))
  const targetPosition = new Map(component.target.map((index, position) => [index, position]))
  return {
    source: component.source.map((index) => source[index] ?? []),
    target: component.target.map((index) => target[index] ?? []),
    edges:
      edges === 'complete' ? edges : edges.map(([s, t]) => [sourcePosition.get(s) ?? 0, targetPosition.get(t) ?? 0]),
  }
}

function withdraw(rows: (readonly number[])[], indices: readonly number[], taken: readonly number[]): void {
  const gone = new Set(taken)
  for (const index of indices) rows[index] = (rows[index] ?? []).filter((row) => !gone.has(row))
}

/** The candidates by rank, closest first; each tier a list of pairs of equal rank. */
function* tiersOf(list: CandidateList): Generator<(readonly [number, number])[]> {
  const rank = (index: number) => list.ranks.slice(index * list.rankLength, (index + 1) * list.rankLength)
  const order = new Uint32Array(list.count).map((_, index) => index).sort((a, b) => compareRanks(rank(a), rank(b)))
  let tier: (readonly [number, number])[] = []
  let previous = 0
  for (const index of order) {
    if (tier.length > 0 && compareRanks(rank(previous), rank(index)) !== 0) {
      yield tier
      tier = []
    }
    tier.push([list.source[index] ?? 0, list.target[index] ?? 0])
    previous = index
  }
  if (tier.length > 0) yield tier
}
