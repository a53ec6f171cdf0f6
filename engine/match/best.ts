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
  for (let source = 0; source < graph.sourceCount; source++) augment(graph, matching, source)
  const sources = [...matching.targetOf.keys()].filter((source) => matching.targetOf[source] !== undefined)
  const settled = new Set<number>()
  for (const source of sources) {
    settled.add(source)
    takeLeastTarget(graph, matching, source, settled)
  }
  return sources.map((source) => [source, matching.targetOf[source] ?? 0])
}

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
function augment(graph: BipartiteGraph, matching: Matching, source: number): void {
  const reachedFrom = new Map<number, number>()
  const queue = [source]
  for (const from of queue) {
    for (const target of graph.targetsOf[from] ?? []) {
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
function takeLeastTarget(
  graph: BipartiteGraph,
  matching: Matching,
  source: number,
  settled: ReadonlySet<number>,
): void {
  const current = matching.targetOf[source]
  for (const target of graph.targetsOf[source] ?? []) {
    if (target === current) return
    const holder = matching.sourceOf[target]
    if (holder !== undefined && settled.has(holder)) continue
    if (current !== undefined) matching.sourceOf[current] = undefined
    matching.targetOf[source] = target
    matching.sourceOf[target] = source
    if (holder === undefined) return
    matching.targetOf[holder] = undefined
    const without = { ...graph, targetsOf: graph.targetsOf.map((targets, each) => (settled.has(each) ? [] : targets)) }
    augment(without, matching, holder)
    if (matching.targetOf[holder] !== undefined) return
    restore(matching, { source, target, holder, current })
  }
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
