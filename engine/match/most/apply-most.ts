import type { BoundRule } from '../bound-rule.ts'
import { bestRecordCountMax, match, type PickPairs, type Placed, settleTie } from '../closest/apply-choice.ts'
import type { Choice } from '../closest/closest-tiers.ts'
import { suggest, suggestPairs } from '../closest/suggest.ts'
import type { Node } from '../nodes.ts'
import type { Match, RunState } from '../run-state.ts'
import { decideMost } from './common-pairs.ts'
import { compareCosts, nodeCountMax, selectCosts } from './costs.ts'
import type { Transport } from './flow-state.ts'
import { leastOfBest } from './least-of-best.ts'
import type { WeighableComponent } from './most-component.ts'

/**
 * Settles a component under `assign: "most"`: the pairs of all best matchings match, or are suggested; where best
 * matchings differ, the rows that are left of the nodes are one tie. Changes `run`.
 */
export function settleMost(run: RunState, rule: BoundRule, component: WeighableComponent): void {
  const { transport } = component
  const { common, varying } = decideMost(transport)
  const left = { source: component.source.map(whole), target: component.target.map(whole) }
  takeCommon(run, rule, { transport, common, left })
  const tied = [...varying.keys()].filter((edge) => varying[edge] === 1)
  const [source, target] = [placesOf(tied, transport.source), placesOf(tied, transport.target)]
  noteSurplus(run, left, { source, target })
  if (tied.length === 0) return
  const choice = {
    source: [...source.keys()].map((node) => left.source[node]?.rows ?? []),
    target: [...target.keys()].map((node) => left.target[node]?.rows ?? []),
    edges: {
      source: Uint32Array.from(tied, (edge) => source.get(transport.source[edge] ?? 0) ?? 0),
      target: Uint32Array.from(tied, (edge) => target.get(transport.target[edge] ?? 0) ?? 0),
    },
  }
  if (rule.compiled.rule.action === 'suggest') suggest(run, rule, choice)
  else settleTie(run, rule, { ...choice, pick: pickBest(transport, tied, choice.edges) })
}

/** What is left of a node, and the matches that took the rest. */
interface Left {
  rows: readonly number[]
  matches: readonly Match[]
}

interface Sides<Each> {
  readonly source: Each
  readonly target: Each
}

const whole = ({ rows }: Node): Left => ({ rows, matches: [] })

/** The nodes that these edges name in a column, ascending, each with its place among them. */
const placesOf = (edges: readonly number[], column: Uint32Array): Map<number, number> => {
  const nodes = [...new Set(edges.map((edge) => column[edge] ?? 0))].sort((a, b) => a - b)
  return new Map(nodes.map((node, place) => [node, place]))
}

interface Common {
  readonly transport: Transport
  /** Edge → the pairs on it in every best matching. */
  readonly common: Int32Array
  readonly left: Sides<readonly Left[]>
}

/** The first rows of a node go to its closest partner; of equally close ones to the first, seen from either side. */
function takeCommon(run: RunState, rule: BoundRule, { transport, common, left }: Common): void {
  const { supplies, demands, source, target, costs } = transport
  const edges = [...common.keys()].filter((edge) => common[edge] !== 0)
  const place = (column: Uint32Array, edge: number): number => column[edge] ?? 0
  edges.sort(
    (a, b) => compareCosts(costs, a, b) || place(source, a) - place(source, b) || place(target, a) - place(target, b),
  )
  for (const edge of edges) {
    const [from, to] = [left.source[place(source, edge)], left.target[place(target, edge)]]
    if (from === undefined || to === undefined) continue
    const count = common[edge]
    const taken = { source: from.rows.slice(0, count), target: to.rows.slice(0, count) }
    from.rows = from.rows.slice(count)
    to.rows = to.rows.slice(count)
    const interchangeable = Math.max(supplies[place(source, edge)] ?? 0, demands[place(target, edge)] ?? 0) > 1
    const how = { rule, interchangeable, ambiguous: false }
    if (rule.compiled.rule.action === 'suggest') suggestPairs(run, taken, how)
    else {
      const matches = match(run, taken, how)
      from.matches = from.matches.concat(matches)
      to.matches = to.matches.concat(matches)
    }
  }
}

/** Twins of matched records that no best matching takes stay open, and are remembered in case nothing else takes them. */
function noteSurplus(run: RunState, left: Sides<readonly Left[]>, tied: Sides<ReadonlyMap<number, number>>): void {
  const surplusOf = (nodes: readonly Left[], exempt: ReadonlyMap<number, number>): Left[] =>
    nodes.filter(({ rows, matches }, node) => rows.length > 0 && matches.length > 0 && !exempt.has(node))
  for (const { rows, matches } of surplusOf(left.source, tied.source)) {
    const counts = { source: rows.length + matches.length, target: matches.length }
    run.surpluses.push({ source: rows, target: [], counts, repeats: matches })
  }
  for (const { rows, matches } of surplusOf(left.target, tied.target)) {
    const counts = { source: matches.length, target: rows.length + matches.length }
    run.surpluses.push({ source: [], target: rows, counts, repeats: matches })
  }
}

/** Among the best matchings of the rows of a tie the one with the least (source ids, target ids). */
function pickBest(
  transport: Transport,
  tied: readonly number[],
  edges: Exclude<Choice['edges'], 'complete'>,
): PickPairs {
  const key = (from: number, to: number): number => from * nodeCountMax + to
  const edgeByEnds = new Map(tied.map((edge, index) => [key(edges.source[index] ?? 0, edges.target[index] ?? 0), edge]))
  return (_edges, source, target) => {
    if (Math.max(source.length, target.length) > bestRecordCountMax) return 'too_large'
    const pairs = source.flatMap(({ node }, from) =>
      target.flatMap((other, to) => {
        const edge = edgeByEnds.get(key(node, other.node))
        return edge === undefined ? [] : [{ from, to, edge }]
      }),
    )
    const ones = (rows: Placed): Int32Array => new Int32Array(rows.length).fill(1)
    return leastOfBest({
      supplies: ones(source),
      demands: ones(target),
      source: Uint32Array.from(pairs, ({ from }) => from),
      target: Uint32Array.from(pairs, ({ to }) => to),
      costs: selectCosts(
        transport.costs,
        pairs.map(({ edge }) => edge),
      ),
    })
  }
}
