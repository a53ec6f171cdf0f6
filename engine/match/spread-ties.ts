import type { Side } from './bound-rule.ts'
import type { Choice } from './choose.ts'
import type { RunState } from './run-state.ts'

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
  const partners = Map.groupBy(edges, ([sourceNode]) => sourceNode)
  const places = createPlaces(target.map((rows) => byId(run, 'target', rows)))
  const nodeOf = new Map(source.flatMap((rows, node) => rows.map((row) => [row, node] as const)))
  const openNodes = new Map([...partners].map(([node, own]) => [node, own.map(([, targetNode]) => targetNode)]))
  return byId(run, 'source', source.flat()).flatMap((row) => {
    const node = nodeOf.get(row) ?? 0
    const open = (openNodes.get(node) ?? []).filter((each) => places.openRows(each).length > 0)
    openNodes.set(node, open)
    const offered = byId(run, 'target', open.flatMap(places.openRows)).slice(0, suggestionCountMax)
    for (const other of offered) places.take(other)
    return offered.map((other): TiedPair => ({ source: row, target: other }))
  })
}

/** Where all meet all, each side may as well be one node. */
function withEdges({ source, target, edges }: Choice): {
  readonly source: Choice['source']
  readonly target: Choice['target']
  readonly edges: readonly (readonly [number, number])[]
} {
  if (edges !== 'complete') {
    return {
      source,
      target,
      edges: Array.from(edges.source, (node, index) => [node, edges.target[index] ?? 0] as const),
    }
  }
  return { source: [source.flat()], target: [target.flat()], edges: [[0, 0]] }
}

function byId(run: RunState, side: Side, rows: readonly number[]): number[] {
  const { rankById } = run[side].ordering
  return rows.toSorted((a, b) => (rankById[a] ?? 0) - (rankById[b] ?? 0))
}

/** The places that are left on the target side; the rows of a node, by id, fill from the front. */
function createPlaces(nodes: readonly (readonly number[])[]) {
  const counts = new Map<number, number>()
  const starts = nodes.map(() => 0)
  const isFull = (row: number | undefined): boolean => row !== undefined && (counts.get(row) ?? 0) >= suggestionCountMax
  return {
    /** The first rows of a node that have a place left, as many as one record may take. */
    openRows(node: number): readonly number[] {
      const rows = nodes[node] ?? []
      let start = starts[node] ?? 0
      while (isFull(rows[start])) start += 1
      starts[node] = start
      return rows.slice(start, start + suggestionCountMax)
    },
    take(row: number): void {
      counts.set(row, (counts.get(row) ?? 0) + 1)
    },
  }
}
