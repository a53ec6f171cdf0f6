/** `ambiguous: "best"`: the largest matching with the lexicographically least (source ids, target ids). */

export interface BipartiteGraph {
  readonly sourceCount: number
  readonly targetCount: number
  /** Targets of each source, ascending. Positions ascend with the ids, so that the least position is the least id. */
  readonly targetsOf: readonly (readonly number[])[]
}

/**
 * The largest matching whose sorted source positions are least, and then whose targets, read in that order, are least.
 * Pairs come back by source. O(v · e): the sources that can be matched together form a matroid, so that taking each
 * one as it comes is optimal; then each in turn gets the least target that leaves the others matched.
 */
export function leastMatching(graph: BipartiteGraph): (readonly [number, number])[] {
  const matching = createMatching(graph)
  const all = (source: number): readonly number[] => graph.targetsOf[source] ?? []
  for (let source = 0; source < graph.sourceCount; source++) augment(matching, source, all)
  const sources = [...matching.targetOf.keys()].filter((source) => matching.targetOf[source] !== undefined)
  const settled = new Set<number>()
  for (const source of sources) {
    settled.add(source)
    takeLeastTarget(matching, source, { targetsOf: all, settled })
  }
  return sources.map((source) => [source, matching.targetOf[source] ?? 0])
}

/** The targets that a source may take, ascending. */
type TargetsOf = (source: number) => readonly number[]

interface Matching {
  readonly targetOf: (number | undefined)[]
  readonly sourceOf: (number | undefined)[]
}

function createMatching(graph: BipartiteGraph): Matching {
  return {
    targetOf: Array.from({ length: graph.sourceCount }, () => undefined),
    sourceOf: Array.from({ length: graph.targetCount }, () => undefined),
  }
}

/** Matches `source` along a shortest augmenting path, if there is one. O(e). */
function augment(matching: Matching, source: number, targetsOf: TargetsOf): void {
  const reachedFrom = new Map<number, number>()
  const queue = [source]
  for (const from of queue) {
    for (const target of targetsOf(from)) {
      if (reachedFrom.has(target)) continue
      reachedFrom.set(target, from)
      const next = matching.sourceOf[target]
      if (next === undefined) {
        flip(matching, reachedFrom, target)
        return
      }
      queue.push(next)
    }
  }
}

/** Turns the alternating path that ends in the free `target` around. */
function flip(matching: Matching, reachedFrom: ReadonlyMap<number, number>, target: number): void {
  for (let free: number | undefined = target; free !== undefined; ) {
    const source = reachedFrom.get(free)
    if (source === undefined) return
    const before: number | undefined = matching.targetOf[source]
    matching.targetOf[source] = free
    matching.sourceOf[free] = source
    free = before
  }
}

/** Gives `source` the least target for which every matched source that is not settled keeps one. O(e). */
function takeLeastTarget(matching: Matching, source: number, graph: OpenGraph): void {
  const current = matching.targetOf[source]
  for (const target of graph.targetsOf(source)) {
    if (target === current) return
    const holder = matching.sourceOf[target]
    if (holder !== undefined && graph.settled.has(holder)) continue
    if (current !== undefined) matching.sourceOf[current] = undefined
    matching.targetOf[source] = target
    matching.sourceOf[target] = source
    if (holder === undefined) return
    matching.targetOf[holder] = undefined
    augment(matching, holder, (each) => (graph.settled.has(each) ? [] : graph.targetsOf(each)))
    if (matching.targetOf[holder] !== undefined) return
    restore(matching, { source, target, holder, current })
  }
}

/** The graph in which the pairs of `settled` sources do not move any more. */
interface OpenGraph {
  readonly targetsOf: TargetsOf
  readonly settled: ReadonlySet<number>
}

function restore(
  matching: Matching,
  swap: {
    readonly source: number
    readonly target: number
    readonly holder: number
    readonly current: number | undefined
  },
): void {
  matching.targetOf[swap.source] = swap.current
  if (swap.current !== undefined) matching.sourceOf[swap.current] = swap.source
  matching.targetOf[swap.holder] = swap.target
  matching.sourceOf[swap.target] = swap.holder
}
