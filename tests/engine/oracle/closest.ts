import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { compareRanks, isCandidate, rankOf } from './comparison.ts'
import type { Fraction } from './fraction.ts'
import { areApart } from './kept-apart.ts'
import { leastMatchingByTrying } from './least-matching.ts'
import { type Node, nodesOf } from './nodes.ts'
import type { Both } from './values.ts'
import { byId, claim, find, type Match, type Policy, type World } from './world.ts'

/** A candidate of a 1:1 rule: two nodes for whose records every criterion holds. */
export interface Edge {
  readonly source: Node
  readonly target: Node
  readonly rank: readonly Fraction[]
}

/** `assign: "closest"`: tier by tier of equal rank, each connected component of a tier by itself. */
export function chooseClosest(world: World, policy: Policy): void {
  if (policy.rule.ambiguous === 'drop') {
    suggestAlone(world, policy)
    return
  }
  let left = candidatesOf(world, policy).sort((a, b) => compareRanks(a.rank, b.rank))
  while (left[0] !== undefined) {
    const { rank } = left[0]
    const tier = left.filter((edge) => compareRanks(edge.rank, rank) === 0 && isOpen(edge))
    left = left.filter((edge) => compareRanks(edge.rank, rank) !== 0)
    for (const component of componentsOf(tier)) settle(world, policy, component)
  }
}

/** `ambiguous: "drop"`: one record with one record, where neither has another candidate of any rank. */
function suggestAlone(world: World, policy: Policy): void {
  for (const component of componentsOf(candidatesOf(world, policy))) {
    const { source, target } = recordsOf(component)
    if (source.length === 1 && target.length === 1)
      claim(world, policy, { source, target, interchangeable: false, ambiguous: false })
  }
}

const isOpen = ({ source, target }: Edge): boolean => source.records.length > 0 && target.records.length > 0

/** Every pair of nodes that is a candidate of a rule. */
export function candidatesOf(world: World, policy: Policy): Edge[] {
  const [sources, targets] = [nodesOf(world, policy, 'source'), nodesOf(world, policy, 'target')]
  const { comparisons } = policy
  return sources.flatMap((source) =>
    targets.flatMap((target): Edge[] => {
      const [[s], [t]] = [source.records, target.records]
      const holds = s !== undefined && t !== undefined && isCandidate(comparisons, s, t) && !areApart(world, [s, t])
      return holds ? [{ source, target, rank: rankOf(policy, s, t) }] : []
    }),
  )
}

/** Edges that hang together by their nodes. */
export function componentsOf(edges: readonly Edge[]): Edge[][] {
  const components: Edge[][] = []
  const seen = new Set<Edge>()
  for (const first of edges) {
    if (seen.has(first)) continue
    const component = [first]
    seen.add(first)
    for (const edge of component) {
      for (const next of edges) {
        if (seen.has(next) || (next.source !== edge.source && next.target !== edge.target)) continue
        component.push(next)
        seen.add(next)
      }
    }
    components.push(component)
  }
  return components
}

/** The records of edges' nodes, by side. */
export const recordsOf = (edges: readonly Edge[]): Both<CanonicalRecord[]> => ({
  source: [...new Set(edges.map(({ source }) => source))].flatMap(({ records }) => records),
  target: [...new Set(edges.map(({ target }) => target))].flatMap(({ records }) => records),
})

function settle(world: World, policy: Policy, component: readonly Edge[]): void {
  const isPlain = component.length === 1
  if (isPlain && component[0]) pairOff(world, policy, component[0])
  else settleAmbiguous(world, policy, component)
}

/** One node and one node: twins pair off in their order, and a surplus stays. */
function pairOff(world: World, policy: Policy, { source, target }: Edge): void {
  const counts = { source: source.records.length, target: target.records.length }
  const interchangeable = counts.source > 1 || counts.target > 1
  const repeats: Match[] = []
  for (let pairs = Math.min(counts.source, counts.target); pairs > 0; pairs--) {
    const [own, other] = [source.records.shift(), target.records.shift()]
    if (own && other)
      repeats.push(claim(world, policy, { source: [own], target: [other], interchangeable, ambiguous: false }))
  }
  if (policy.rule.action === 'match' && counts.source !== counts.target)
    world.surpluses.push({ source: [...source.records], target: [...target.records], counts, repeats })
}

/** More than one explanation: suggested, held, put off, or the best of them taken. Edges' nodes lose their records. */
export function settleAmbiguous(world: World, policy: Policy, component: readonly Edge[]): void {
  const { source, target } = recordsOf(component)
  const { action, ambiguous } = policy.rule
  if (action === 'match' && ambiguous === 'best') {
    for (const pair of leastLargest(component)) takePair(world, policy, { component, pair })
    return
  }
  if (action === 'suggest') suggestTies(world, policy, component)
  else find(world, policy, { reason: 'ambiguous', source, target, candidates: threeEach(component) })
  for (const edge of component) for (const node of [edge.source, edge.target]) node.records.length = 0
}

const meetIn = (component: readonly Edge[], source: CanonicalRecord, target: CanonicalRecord): boolean =>
  component.some((edge) => edge.source.records.includes(source) && edge.target.records.includes(target))

/** Every pair of records that a component joins, by (source id, target id). */
function pairsIn(component: readonly Edge[]): Both<CanonicalRecord>[] {
  const records = recordsOf(component)
  return byId(records.source).flatMap((source) =>
    byId(records.target).flatMap((target) => (meetIn(component, source, target) ? [{ source, target }] : [])),
  )
}

/** For each record the three least of those that it meets. */
export function threeEach(component: readonly Edge[]): Both<CanonicalRecord>[] {
  const pairs = pairsIn(component)
  return pairs.filter(
    (pair) =>
      pairs.filter(({ source }) => source === pair.source).indexOf(pair) < 3 ||
      pairs.filter(({ target }) => target === pair.target).indexOf(pair) < 3,
  )
}

/** Each pair, by ids, while both of its records have a place left, of three. */
function suggestTies(world: World, policy: Policy, component: readonly Edge[]): void {
  const chosen: Both<CanonicalRecord>[] = []
  for (const pair of pairsIn(component)) {
    const hasPlace =
      chosen.filter(({ source }) => source === pair.source).length < 3 &&
      chosen.filter(({ target }) => target === pair.target).length < 3
    if (hasPlace) chosen.push(pair)
  }
  for (const { source, target } of chosen)
    claim(world, policy, { source: [source], target: [target], interchangeable: false, ambiguous: true })
}

/** The largest matching with the least (source ids, target ids). */
function leastLargest(component: readonly Edge[]): Edge[] {
  const records = recordsOf(component)
  const [sources, targets] = [byId(records.source), byId(records.target)]
  const targetsOf = sources.map((s) => [...targets.keys()].filter((t) => isMet(component, s, targets[t])))
  return leastMatchingByTrying({ sourceCount: sources.length, targetsOf }).flatMap(([s, t]): Edge[] => {
    const [source, target] = [sources[s], targets[t]]
    return source && target ? [{ source: { records: [source] }, target: { records: [target] }, rank: [] }] : []
  })
}

const isMet = (component: readonly Edge[], source: CanonicalRecord, target: CanonicalRecord | undefined): boolean =>
  target !== undefined && meetIn(component, source, target)

interface Choice {
  readonly component: readonly Edge[]
  readonly pair: Edge
}

function takePair(world: World, policy: Policy, { component, pair }: Choice): void {
  const { source, target } = recordsOf([pair])
  claim(world, policy, { source, target, interchangeable: false, ambiguous: true })
  for (const edge of component) {
    for (const record of source) remove(edge.source.records, record)
    for (const record of target) remove(edge.target.records, record)
  }
}

/** Takes a record out of a list that has it. */
function remove(records: CanonicalRecord[], record: CanonicalRecord): void {
  if (records.includes(record)) records.splice(records.indexOf(record), 1)
}
