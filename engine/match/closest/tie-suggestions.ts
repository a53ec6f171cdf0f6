import type { Side } from '../bound-rule.ts'
import type { RunState } from '../run-state.ts'
import { type Choice, type Edges, keepIf } from './closest-tiers.ts'

/** Suggestions that a record is part of, at most: of one rule or of all. */
export const suggestionCountMax = 3

/** A pair of rows. */
export interface TiedPair {
  readonly source: number
  readonly target: number
}

/**
 * Pairs of a component in which there is a choice: in the order of (source id, target id) each pair for which both
 * records have a place left, of three. Pairs that compete for a place stand in the same order when the sides are
 * changed over, so that the choice falls alike. O(rows × nodes that they meet), nothing more where all meet all.
 */
export function spreadTies(run: RunState, choice: Choice): TiedPair[] {
  const { source, target, edges } = withEdges(choice)
  const partners = partnersOf(source.length, edges)
  const places = createPlaces(target.map((rows) => byId(run, 'target', rows)))
  const nodeOf = new Map(source.flatMap((rows, node) => rows.map((row) => [row, node] as const)))
  return byId(run, 'source', source.flat()).flatMap((row) => {
    const node = nodeOf.get(row) ?? 0
    const open = keepIf(partners[node] ?? new Uint32Array(), (each) => places.firstOpen(each) !== undefined)
    partners[node] = open
    const offered = leastOpen(run, open, places)
    for (const other of offered) places.take(other)
    return offered.map((other): TiedPair => ({ source: row, target: other }))
  })
}

/** Where all meet all, each side may as well be one node. */
function withEdges({ source, target, edges }: Choice): Choice & { readonly edges: Exclude<Edges, 'complete'> } {
  if (edges !== 'complete') return { source, target, edges }
  const one = { source: Uint32Array.of(0), target: Uint32Array.of(0) }
  return { source: [source.flat()], target: [target.flat()], edges: one }
}

/** Source node → the target nodes that it meets. 4 bytes an edge, of which there may be millions. */
function partnersOf(nodeCount: number, { source, target }: Exclude<Edges, 'complete'>): Uint32Array[] {
  const counts = new Uint32Array(nodeCount)
  for (const node of source) counts[node] = (counts[node] ?? 0) + 1
  const partners = Array.from(counts, (count) => ({ own: new Uint32Array(count), end: 0 }))
  source.forEach((node, index) => {
    const part = partners[node]
    if (part !== undefined) part.own[part.end++] = target[index] ?? 0
  })
  return partners.map(({ own }) => own)
}

/** The first rows by id that have a place left on these nodes, as many as one record may take. */
function leastOpen(run: RunState, nodes: Uint32Array, places: Places): readonly number[] {
  const { rankById } = run.target.ordering
  const rank = (row: number | undefined): number => rankById[row ?? 0] ?? 0
  let least: readonly number[] = []
  for (const node of nodes) {
    // Most nodes come too late by their first row already.
    if (least.length === suggestionCountMax && rank(places.firstOpen(node)) > rank(least.at(-1))) continue
    least = [...least, ...places.openRows(node)].sort((a, b) => rank(a) - rank(b)).slice(0, suggestionCountMax)
  }
  return least
}

function byId(run: RunState, side: Side, rows: readonly number[]): number[] {
  const { rankById } = run[side].ordering
  return rows.toSorted((a, b) => (rankById[a] ?? 0) - (rankById[b] ?? 0))
}

type Places = ReturnType<typeof createPlaces>

/** The places that are left on the target side; the rows of a node, by id, fill from the front. */
function createPlaces(nodes: readonly (readonly number[])[]) {
  const counts = new Map<number, number>()
  const starts = nodes.map(() => 0)
  const isFull = (row: number | undefined): boolean => row !== undefined && (counts.get(row) ?? 0) >= suggestionCountMax
  /** The first row of a node that has a place left. */
  const firstOpen = (node: number): number | undefined => {
    const rows = nodes[node] ?? []
    let start = starts[node] ?? 0
    while (isFull(rows[start])) start += 1
    starts[node] = start
    return rows[start]
  }
  return {
    firstOpen,
    /** The first rows of a node that have a place left, as many as one record may take. */
    openRows(node: number): readonly number[] {
      firstOpen(node)
      const start = starts[node] ?? 0
      return (nodes[node] ?? []).slice(start, start + suggestionCountMax)
    },
    take(row: number): void {
      counts.set(row, (counts.get(row) ?? 0) + 1)
    },
  }
}
