import { candidatesOf, componentsOf, type Edge, settleAmbiguous } from './closest.ts'
import { compareRanks } from './comparison.ts'
import { type Fraction, plus, times, whole, zero } from './fraction.ts'
import { type Node, nodesOf } from './nodes.ts'
import { claim, type Match, type Policy, type World } from './world.ts'

/**
 * `assign: "most"`: in each connected component of all candidates the matchings with the most pairs, then the least total
 * rank. What all of them have in common matches; where they differ, what is left of the nodes is ambiguous.
 */
export function chooseMost(world: World, policy: Policy): void {
  const order = (['source', 'target'] as const).flatMap((side) => nodesOf(world, policy, side).map(firstOf))
  for (const component of componentsOf(candidatesOf(world, policy))) {
    const matchings = bestMatchings(component)
    const countsOf = component.map((_, index) => new Set(matchings.map((counts) => counts[index] ?? 0)))
    const varying = component.filter((_, index) => (countsOf[index]?.size ?? 0) > 1)
    const common = component.flatMap((edge, index) => {
      const [count = 0, ...others] = countsOf[index] ?? []
      return others.length > 0 || count === 0 ? [] : [{ edge, count }]
    })
    const place = (node: Node): number => order.indexOf(firstOf(node))
    const places = new Map(common.map(({ edge }) => [edge, [place(edge.source), place(edge.target)]]))
    const byRank = common.toSorted(
      (a, b) => compareRanks(a.edge.rank, b.edge.rank) || comparePlaces(places.get(a.edge), places.get(b.edge)),
    )
    takeCommon(world, policy, { component, common: byRank, varying })
    if (varying.length > 0) settleAmbiguous(world, policy, varying)
  }
}

const firstOf = ({ records }: Node) => records[0]

function comparePlaces(a: readonly number[] = [], b: readonly number[] = []): number {
  const [[s1 = 0, t1 = 0], [s2 = 0, t2 = 0]] = [a, b]
  return s1 - s2 || t1 - t2
}

/** How many pairs there are on each edge, in every best matching. */
function bestMatchings(edges: readonly Edge[]): number[][] {
  const left = new Map(
    edges.flatMap(({ source, target }) => [source, target]).map((node) => [node, node.records.length]),
  )
  const sources = [...new Set(edges.map(({ source }) => source))]
  let best: number[][] = []
  let most = 0
  const walk = (counts: readonly number[], pairs: number): void => {
    // No more pairs than there are sources that an edge to come may use.
    const rest = edges.slice(counts.length)
    const open = sources.filter((node) => rest.some(({ source }) => source === node))
    if (pairs + open.reduce((sum, node) => sum + (left.get(node) ?? 0), 0) < most) return
    const edge = edges[counts.length]
    if (edge === undefined) {
      best = pairs > most ? [[...counts]] : closest(edges, [...best, [...counts]])
      most = pairs
      return
    }
    const [own, other] = [left.get(edge.source) ?? 0, left.get(edge.target) ?? 0]
    for (let count = Math.min(own, other); count >= 0; count--) {
      left.set(edge.source, own - count)
      left.set(edge.target, other - count)
      walk([...counts, count], pairs + count)
    }
    left.set(edge.source, own)
    left.set(edge.target, other)
  }
  walk([], 0)
  return best
}

/** Those of matchings with as many pairs that have the least total rank; all but the last have the same. */
function closest(edges: readonly Edge[], matchings: readonly number[][]): number[][] {
  const [last, before] = [matchings.at(-1) ?? [], matchings[0] ?? []]
  const order = compareRanks(totalRank(edges, last), totalRank(edges, before))
  return order < 0 ? [last] : order > 0 ? matchings.slice(0, -1) : [...matchings]
}

/** Rank tuples add up part by part. */
function totalRank(edges: readonly Edge[], counts: readonly number[]): Fraction[] {
  const parts = edges[0]?.rank ?? []
  return parts.map((_, part) =>
    edges.map(({ rank }, index) => times(rank[part] ?? zero, whole(counts[index] ?? 0))).reduce(plus, zero),
  )
}

interface Decision {
  readonly component: readonly Edge[]
  /** The closest first, of equally close ones those of the first nodes. */
  readonly common: readonly { readonly edge: Edge; readonly count: number }[]
  readonly varying: readonly Edge[]
}

/** Twins pair off in their order; those of matched ones that no best matching takes are a surplus. */
function takeCommon(world: World, policy: Policy, { component, common, varying }: Decision): void {
  const nodes = [...new Set(component.flatMap(({ source, target }) => [source, target]))]
  const sizes = new Map(nodes.map((node) => [node, node.records.length]))
  const matches = new Map<Node, Match[]>(nodes.map((node) => [node, []]))
  for (const { edge, count } of common) {
    const interchangeable = Math.max(sizes.get(edge.source) ?? 0, sizes.get(edge.target) ?? 0) > 1
    for (let pair = 0; pair < count; pair++) {
      const [source, target] = [edge.source.records.shift(), edge.target.records.shift()]
      if (source === undefined || target === undefined) throw new Error('A matching takes what there is')
      const match = claim(world, policy, { source: [source], target: [target], interchangeable, ambiguous: false })
      for (const node of [edge.source, edge.target]) matches.get(node)?.push(match)
    }
  }
  if (policy.rule.action === 'suggest') return
  for (const node of nodes) {
    const repeats = matches.get(node) ?? []
    const isTied = varying.some(({ source, target }) => source === node || target === node)
    if (isTied || node.records.length === 0 || repeats.length === 0) continue
    const isSource = component.some(({ source }) => source === node)
    const [own, other] = [repeats.length + node.records.length, repeats.length]
    const left = [...node.records]
    world.surpluses.push({
      source: isSource ? left : [],
      target: isSource ? [] : left,
      counts: isSource ? { source: own, target: other } : { source: other, target: own },
      repeats,
    })
  }
}
