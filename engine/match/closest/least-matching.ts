import { at } from '../../base/at.ts'

interface BipartiteGraph {
  readonly targetCount: number
  /** Source → its targets, ascending. Nodes are numbered in the order of their ids. */
  readonly targetsOf: readonly (readonly number[])[]
}

/**
 * The largest matching whose sorted sources are least; of several, the one whose targets, read in that order, are
 * least. Pairs come by source. O(e²) for e edges.
 * Sets of sources that can be matched together form a matroid: matching each source in order, where possible, gives the
 * least sources. Then each source in order gets the least target that leaves the others matched.
 */
export function leastMatching({ targetCount, targetsOf }: BipartiteGraph): (readonly [number, number])[] {
  const matching: Matching = {
    targetOf: targetsOf.map(() => undefined),
    sourceOf: Array.from({ length: targetCount }, () => undefined),
  }
  const allTargets = (source: number): readonly number[] => at(targetsOf, source)
  for (const source of targetsOf.keys()) augment(matching, source, allTargets)
  const fixed = new Set<number>()
  for (const [source, target] of matching.targetOf.entries()) {
    if (target === undefined) continue
    fixed.add(source)
    takeLeastTarget(matching, source, { targetsOf: allTargets, fixed })
  }
  return matching.targetOf.flatMap((target, source) => (target === undefined ? [] : [[source, target] as const]))
}

type TargetsOf = (source: number) => readonly number[]

interface Matching {
  readonly targetOf: (number | undefined)[]
  readonly sourceOf: (number | undefined)[]
}

/** Matches the source along a shortest augmenting path, if there is one. O(e). */
function augment(matching: Matching, source: number, targetsOf: TargetsOf): void {
  const reachedFrom = new Map<number, number>()
  const queue = [source]
  for (const from of queue) {
    for (const target of targetsOf(from)) {
      if (reachedFrom.has(target)) continue
      reachedFrom.set(target, from)
      const next = at(matching.sourceOf, target)
      if (next === undefined) {
        flipPath(matching, reachedFrom, target)
        return
      }
      queue.push(next)
    }
  }
}

function flipPath(matching: Matching, reachedFrom: ReadonlyMap<number, number>, target: number): void {
  for (let free: number | undefined = target; free !== undefined; ) {
    const source = reachedFrom.get(free)
    if (source === undefined) throw new Error(`Target ${free} is on no augmenting path`)
    const before: number | undefined = at(matching.targetOf, source)
    matching.targetOf[source] = free
    matching.sourceOf[free] = source
    free = before
  }
}

interface OpenGraph {
  readonly targetsOf: TargetsOf
  readonly fixed: ReadonlySet<number>
}

/**
 * Gives the source its least target that keeps all matched sources matched; sources in `fixed` keep their targets. O(e)
 * a target.
 */
function takeLeastTarget(matching: Matching, source: number, graph: OpenGraph): void {
  const current = at(matching.targetOf, source)
  for (const target of graph.targetsOf(source)) {
    if (target === current) return
    const holder = at(matching.sourceOf, target)
    if (holder !== undefined && graph.fixed.has(holder)) continue
    if (current !== undefined) matching.sourceOf[current] = undefined
    matching.targetOf[source] = target
    matching.sourceOf[target] = source
    if (holder === undefined) return
    matching.targetOf[holder] = undefined
    augment(matching, holder, (each) => (graph.fixed.has(each) ? [] : graph.targetsOf(each)))
    if (at(matching.targetOf, holder) !== undefined) return
    undoSwap(matching, { source, target, holder, current })
  }
}

interface Swap {
  readonly source: number
  readonly target: number
  readonly holder: number
  readonly current: number | undefined
}

function undoSwap(matching: Matching, { source, target, holder, current }: Swap): void {
  matching.targetOf[source] = current
  if (current !== undefined) matching.sourceOf[current] = source
  matching.targetOf[holder] = target
  matching.sourceOf[target] = holder
}
