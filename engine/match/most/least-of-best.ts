import { edgesAt, type Incidence, incidenceOf } from '../../base/incidence.ts'
import type { Transport } from './flow-state.ts'
import { minCostFlow } from './min-cost-flow.ts'

/**
 * Of the matchings with the most pairs and the least total rank, the one whose sorted source positions are least, and
 * then whose targets, read in that order, are least. Requires multiplicities of 1 and edges by (source, target), so that
 * positions ascend with the ids. Pairs come back by source. One flow and O(rows × edges).
 */
export function leastOfBest(transport: Transport): (readonly [number, number])[] {
  const matching = bestMatching(transport)
  const { targetOf } = matching
  for (const source of targetOf.keys()) if (targetOf[source] === undefined) takePlace(matching, source)
  const matched = [...targetOf.keys()].filter((source) => targetOf[source] !== undefined)
  const settled = new Set<number>()
  for (const source of matched) {
    takeLeastTarget(matching, source, settled)
    settled.add(source)
  }
  return matched.map((source) => [source, targetOf[source] ?? 0])
}

/** One best matching, and how the others may differ from it. */
interface Matching {
  readonly targetOf: (number | undefined)[]
  readonly sourceOf: (number | undefined)[]
  /** The partners that some best matching may give a source, ascending, and a target. */
  readonly targetsOf: readonly (readonly number[])[]
  readonly sourcesOf: readonly (readonly number[])[]
  mayLeaveSource(source: number): boolean
  mayLeaveTarget(target: number): boolean
}

function bestMatching(transport: Transport): Matching {
  const { supplies, demands, source, target } = transport
  const flow = minCostFlow(transport)
  const bySource = incidenceOf(source, supplies.length)
  const byTarget = incidenceOf(target, demands.length)
  const partners = (incidence: Incidence, ends: Uint32Array, nodes: Int32Array): number[][] =>
    Array.from(nodes, (_, node) => Array.from(edgesAt(incidence, node).filter(flow.isTight), (edge) => ends[edge] ?? 0))
  const partner = (incidence: Incidence, ends: Uint32Array, nodes: Int32Array): (number | undefined)[] =>
    Array.from(nodes, (_, node) => {
      const edge = edgesAt(incidence, node).find((each) => flow.counts[each] === 1)
      return edge === undefined ? undefined : ends[edge]
    })
  return {
    targetOf: partner(bySource, target, supplies),
    sourceOf: partner(byTarget, source, demands),
    targetsOf: partners(bySource, target, supplies),
    sourcesOf: partners(byTarget, source, demands),
    mayLeaveSource: flow.mayLeaveSource,
    mayLeaveTarget: flow.mayLeaveTarget,
  }
}

/** Matches a source in the place of a later one, if a best matching does: those before it stay matched. O(edges). */
function takePlace(matching: Matching, source: number): void {
  const { sourceOf, targetsOf, mayLeaveSource } = matching
  const movedBy = new Map<number, number>()
  const queue = [source]
  for (const from of queue) {
    if (from > source && mayLeaveSource(from)) {
      passOn(matching, from, movedBy)
      return
    }
    for (const target of targetsOf[from] ?? []) {
      const holder = sourceOf[target]
      if (holder === undefined || holder === source || movedBy.has(holder)) continue
      movedBy.set(holder, from)
      queue.push(holder)
    }
  }
}

/** `leaver` gives its target to whoever moves it, that one its own to the next, until one had none. */
function passOn({ targetOf, sourceOf }: Matching, leaver: number, movedBy: ReadonlyMap<number, number>): void {
  let given = targetOf[leaver]
  targetOf[leaver] = undefined
  for (let taker = movedBy.get(leaver); taker !== undefined; taker = movedBy.get(taker)) {
    const before: number | undefined = targetOf[taker]
    targetOf[taker] = given
    if (given !== undefined) sourceOf[given] = taker
    given = before
  }
}

/** Gives a matched source the least target that a best matching does, the settled sources keeping theirs. O(edges). */
function takeLeastTarget(matching: Matching, source: number, settled: ReadonlySet<number>): void {
  const { targetOf, sourceOf, targetsOf, sourcesOf, mayLeaveTarget } = matching
  const own = targetOf[source]
  const isSettled = (holder: number | undefined): boolean => holder !== undefined && settled.has(holder)
  const wanted = (targetsOf[source] ?? []).find((target) => !isSettled(sourceOf[target]))
  if (own === undefined || wanted === undefined || own === wanted) return
  /** Target → the one that its holder would take instead, or that would be left over if it has none. */
  const insteadOf = new Map<number, number>()
  const queue = [own]
  let isAnyLeft = false
  for (const target of queue) {
    // Nothing less can come.
    if (insteadOf.has(wanted)) break
    const reach = (other: number): void => {
      if (other === own || insteadOf.has(other)) return
      insteadOf.set(other, target)
      queue.push(other)
    }
    for (const holder of sourcesOf[target] ?? []) {
      const held = holder === source || isSettled(holder) ? undefined : targetOf[holder]
      if (held !== undefined) reach(held)
    }
    if (isAnyLeft || !mayLeaveTarget(target)) continue
    isAnyLeft = true
    for (const [other, holder] of sourceOf.entries()) if (holder === undefined) reach(other)
  }
  const least = (targetsOf[source] ?? []).find((target) => target === own || insteadOf.has(target))
  if (least !== undefined) swap(matching, { source, target: least, insteadOf })
}

/** `source` takes `target`; each holder on the way takes what stands instead, until the target that `source` had. */
function swap(
  { targetOf, sourceOf }: Matching,
  taking: { readonly source: number; readonly target: number; readonly insteadOf: ReadonlyMap<number, number> },
): void {
  const own = targetOf[taking.source]
  let mover: number | undefined = taking.source
  let target = taking.target
  if (own !== undefined) sourceOf[own] = undefined
  for (;;) {
    const holder: number | undefined = sourceOf[target]
    if (mover !== undefined) {
      targetOf[mover] = target
      sourceOf[target] = mover
    } else sourceOf[target] = undefined
    const next = taking.insteadOf.get(target)
    if (target === own || next === undefined) return
    mover = holder
    target = next
  }
}
