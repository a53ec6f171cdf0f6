import type { Choice } from './choose.ts'

/** A pair of rows. */
export interface TiedPair {
  readonly source: number
  readonly target: number
}

/**
 * Pairs of a component in which there is a choice: in the order of the sources and then of the targets, each pair for
 * which both sides have a place left, a record having `countMax` of them. Pairs that compete for a place stand in the
 * same order when the sides are changed over, so that the choice falls alike. O(edges + rows).
 */
export function spreadTies(choice: Choice, countMax: number): TiedPair[] {
  const { source, target, edges } = withEdges(choice)
  const partners = Map.groupBy(edges, ([sourceNode]) => sourceNode)
  const places = createPlaces(countMax)
  const starts = new Map<number, number>()
  /** The first rows of a target node that have a place left, `count` at most: a node's rows fill from the front. */
  const openRows = (node: number, count: number): readonly number[] => {
    const rows = target[node] ?? []
    const start = places.firstOpen(rows, starts.get(node) ?? 0)
    starts.set(node, start)
    return rows.slice(start, start + count)
  }
  return source.flatMap((rows, node) => {
    const nodes = (partners.get(node) ?? []).map(([, targetNode]) => targetNode).sort((a, b) => a - b)
    const wanted = rows.length * countMax
    const open: number[] = []
    for (const each of nodes) {
      if (open.length >= wanted) break
      for (const row of openRows(each, wanted)) open.push(row)
    }
    return places.take(rows, open)
  })
}

/** Where all meet all, each side may as well be one node. */
function withEdges({ source, target, edges }: Choice): {
  readonly source: Choice['source']
  readonly target: Choice['target']
  readonly edges: readonly (readonly [number, number])[]
} {
  if (edges !== 'complete') return { source, target, edges }
  return { source: [source.flat()], target: [target.flat()], edges: [[0, 0]] }
}

/** How many places of each target row are taken. */
function createPlaces(countMax: number) {
  const counts = new Map<number, number>()
  const isOpen = (row: number | undefined): boolean => row !== undefined && (counts.get(row) ?? 0) < countMax
  const firstOpen = (rows: readonly number[], from: number): number => {
    let start = from
    while (start < rows.length && !isOpen(rows[start])) start += 1
    return start
  }
  return {
    firstOpen,
    /** Gives each of `sources` the first targets that have a place left. */
    take(sources: readonly number[], targets: readonly number[]): TiedPair[] {
      let start = 0
      return sources.flatMap((source) => {
        start = firstOpen(targets, start)
        const pairs: TiedPair[] = []
        for (let index = start; index < targets.length && pairs.length < countMax; index++) {
          const target = targets[index]
          if (target === undefined || !isOpen(target)) continue
          counts.set(target, (counts.get(target) ?? 0) + 1)
          pairs.push({ source, target })
        }
        return pairs
      })
    },
  }
}
