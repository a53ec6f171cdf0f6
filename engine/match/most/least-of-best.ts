import { at, numberAt } from '../../base/at.ts'
import { edgesAt, type Incidence, incidenceOf } from '../../base/incidence.ts'
import type { Transport } from './flow-state.ts'
import { minCostFlow } from './min-cost-flow.ts'

/**
 * The matching with the most pairs and the least total rank. Of several, the one whose sorted sources are least; then
 * the one whose targets, read in that order, are least. Requires one row a node, edges by (source, target) and nodes
 * numbered in the order of their ids. Pairs come by source. One flow and O(rows × edges).
 */
export function leastOfBest(transport: Transport): (readonly [number, number])[] {
  const matching = bestMatching(transport)
  const { targetOf } = matching
  for (const [source, target] of targetOf.entries()) if (target === undefined) replaceLater(matching, source)
  const fixed = new Set<number>()
  for (const [source, target] of targetOf.entries()) {
    if (target === undefined) continue
    takeLeastTarget(matching, source, fixed)
    fixed.add(source)
  }
  return targetOf.flatMap((target, source) => (target === undefined ? [] : [[source, target] as const]))
}

interface Matching {
  readonly targetOf: (number | undefined)[]
  readonly sourceOf: (number | undefined)[]
  /** Source → the targets that it has in some best matching, ascending. */
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
    Array.from(nodes, (_, node) =>
      Array.from(edgesAt(incidence, node).filter(flow.isTight), (edge) => numberAt(ends, edge)),
    )
  const partner = (incidence: Incidence, ends: Uint32Array, nodes: Int32Array): (number | undefined)[] =>
    Array.from(nodes, (_, node) => {
      const edge = edgesAt(incidence, node).find((each) => numberAt(flow.counts, each) === 1)
      return edge === undefined ? undefined : numberAt(ends, edge)
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

/**
 * Matches an unmatched source instead of a later one, if some best matching does. Earlier sources stay matched.
 * O(edges).
 */
function replaceLater(matching: Matching, source: number): void {
  const { sourceOf, targetsOf, mayLeaveSource } = matching
  const movedBy = new Map<number, number>()
  const queue = [source]
  for (const from of queue) {
    if (from > source && mayLeaveSource(from)) {
      passTargets(matching, from, movedBy)
      return
    }
    for (const target of at(targetsOf, from)) {
      const holder = at(sourceOf, target)
      if (holder === undefined || holder === source || movedBy.has(holder)) continue
      movedBy.set(holder, from)
      queue.push(holder)
    }
  }
}

/**
 * Moves targets along `movedBy`, beginning with the target of `leaver`: each source takes the target of the one before,
 * and gives its own to the next. The last source had no target.
 */
function passTargets({ targetOf, sourceOf }: Matching, leaver: number, movedBy: ReadonlyMap<number, number>): void {
  let passed = at(targetOf, leaver)
  targetOf[leaver] = undefined
  for (let taker = movedBy.get(leaver); taker !== undefined; taker = movedBy.get(taker)) {
    const before: number | undefined = at(targetOf, taker)
    targetOf[taker] = passed
    if (passed !== undefined) sourceOf[passed] = taker
    passed = before
  }
}

/**
 * Gives a matched source its least target of all best matchings in which the `fixed` sources keep their targets.
 * O(edges).
 */
function takeLeastTarget(matching: Matching, source: number, fixed: ReadonlySet<number>): void {
  const { targetOf, sourceOf, targetsOf, sourcesOf, mayLeaveTarget } = matching
  const own = at(targetOf, source)
  const targets = at(targetsOf, source)
  const isFixed = (holder: number | undefined): boolean => holder !== undefined && fixed.has(holder)
  const wanted = targets.find((target) => !isFixed(at(sourceOf, target)))
  if (own === undefined || wanted === undefined || own === wanted) return
  /**
   * Target → the target that its source takes instead. If the target is unmatched, it becomes matched, and the other
   * target unmatched.
   */
  const insteadOf = new Map<number, number>()
  const queue = [own]
  let isAnyLeft = false
  for (const target of queue) {
    // `wanted` is the least target that can be had, so the search ends.
    if (insteadOf.has(wanted)) break
    const reach = (other: number): void => {
      if (other === own || insteadOf.has(other)) return
      insteadOf.set(other, target)
      queue.push(other)
    }
    for (const holder of at(sourcesOf, target)) {
      const held = holder === source || isFixed(holder) ? undefined : at(targetOf, holder)
      if (held !== undefined) reach(held)
    }
    if (isAnyLeft || !mayLeaveTarget(target)) continue
    isAnyLeft = true
    for (const [other, holder] of sourceOf.entries()) if (holder === undefined) reach(other)
  }
  const least = targets.find((target) => target === own || insteadOf.has(target))
  if (least !== undefined) swap(matching, { source, target: least, insteadOf })
}

/**
 * `source` takes `target`. Each source that loses its target takes the one that `insteadOf` names, until one takes the
 * former target of `source`.
 */
function swap(
  { targetOf, sourceOf }: Matching,
  taking: { readonly source: number; readonly target: number; readonly insteadOf: ReadonlyMap<number, number> },
): void {
  const own = at(targetOf, taking.source)
  let mover: number | undefined = taking.source
  let target = taking.target
  if (own !== undefined) sourceOf[own] = undefined
  for (;;) {
    const holder: number | undefined = at(sourceOf, target)
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
