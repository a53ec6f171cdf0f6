import { rankCosts } from '../../../engine/match/most/costs.ts'
import type { Transport } from '../../../engine/match/most/flow-state.ts'

/** A component of `assign: "most"`: nodes with multiplicities, candidates by (source, target) with their rank tuples. */
export interface SmallGraph {
  readonly supplies: readonly number[]
  readonly demands: readonly number[]
  readonly edges: readonly Edge[]
}

interface Edge {
  readonly source: number
  readonly target: number
  readonly rank: readonly (number | bigint)[]
}

/** The graph as the engine takes it. */
export function transportOf({ supplies, demands, edges }: SmallGraph): Transport {
  const parts = Array.from(edges[0]?.rank ?? [], (_, part) => edges.map(({ rank }) => rank[part] ?? 0))
  return {
    supplies: Int32Array.from(supplies),
    demands: Int32Array.from(demands),
    source: Uint32Array.from(edges, ({ source }) => source),
    target: Uint32Array.from(edges, ({ target }) => target),
    costs: rankCosts(parts, Uint32Array.from(edges.keys())),
  }
}

/** All best ways to pair off what is left: how good they are, and edge → bit `n` is set when one of them has it n times. */
interface Best {
  readonly pairs: number
  readonly rank: readonly bigint[]
  readonly counts: readonly number[]
}

/** What the best matchings have in common and where they differ, found by trying every way to give out every row. */
export function mostByTrying(graph: SmallGraph): { readonly common: number[]; readonly varying: number[] } {
  const known = new Map<string, Best>()
  const from = (source: number, demands: readonly number[]): Best => {
    if (source === graph.supplies.length) return { pairs: 0, rank: [], counts: graph.edges.map(() => 1) }
    const key = `${source} ${demands}`
    const best =
      known.get(key) ?? bestOf(waysToGive(graph, source, demands).map((given) => through(source, demands, given)))
    known.set(key, best)
    return best
  }
  const through = (source: number, demands: readonly number[], given: readonly number[]): Best => {
    const own = graph.edges.map((edge, index) => (edge.source === source ? (given[index] ?? 0) : 0))
    const rest = from(
      source + 1,
      demands.map((demand, target) => demand - sum(own.filter((_, index) => graph.edges[index]?.target === target))),
    )
    const parts = graph.edges[0]?.rank.length ?? 0
    return {
      pairs: rest.pairs + sum(own),
      rank: Array.from({ length: parts }, (_, part) =>
        own.reduce(
          (total, count, index) => total + BigInt(count) * BigInt(graph.edges[index]?.rank[part] ?? 0),
          rest.rank[part] ?? 0n,
        ),
      ),
      counts: rest.counts.map((counts, index) =>
        graph.edges[index]?.source === source ? 1 << (own[index] ?? 0) : counts,
      ),
    }
  }
  const { counts } = from(0, graph.demands)
  return {
    common: counts.map((each) => (isOne(each) ? Math.log2(each) : 0)),
    varying: counts.map((each) => (isOne(each) ? 0 : 1)),
  }
}

const isOne = (bits: number): boolean => (bits & (bits - 1)) === 0

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Every way for a source to give rows to the demands that are left: edge → rows. */
function waysToGive({ supplies, edges }: SmallGraph, source: number, demands: readonly number[]): number[][] {
  const own = [...edges.keys()].filter((index) => edges[index]?.source === source)
  const ways = (left: number, at: number): number[][] => {
    const index = own[at]
    if (index === undefined) return [[]]
    const most = Math.min(left, demands[edges[index]?.target ?? 0] ?? 0)
    return Array.from({ length: most + 1 }, (_, count) => count).flatMap((count) =>
      ways(left - count, at + 1).map((rest) => {
        const way = [...rest]
        way[index] = count
        return way
      }),
    )
  }
  return ways(supplies[source] ?? 0, 0)
}

function bestOf(all: readonly Best[]): Best {
  const [first, ...others] = all
  if (first === undefined) throw new RangeError('To give nothing is one way')
  const best = others.reduce((least, each) => (compare(each, least) < 0 ? each : least), first)
  const equals = all.filter((each) => compare(each, best) === 0)
  return {
    ...best,
    counts: best.counts.map((_, edge) => equals.reduce((bits, { counts }) => bits | (counts[edge] ?? 0), 0)),
  }
}

/** Negative when `left` is better: more pairs, or as many of a lesser rank. */
function compare(left: Best, right: Best): number {
  if (left.pairs !== right.pairs) return right.pairs - left.pairs
  const part = left.rank.findIndex((units, index) => units !== right.rank[index])
  if (part < 0) return 0
  return (left.rank[part] ?? 0n) < (right.rank[part] ?? 0n) ? -1 : 1
}
