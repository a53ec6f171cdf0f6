import { at, byteAt, int32At, numberAt, uint32At } from '../../base/at.ts'
import type { BySide } from '../../record/side.ts'
import type { Node } from '../blocks/blocks.ts'
import { endsOf } from '../blocks/components.ts'
import { matchPairs, reportTie } from '../closest/apply-choice.ts'
import { suggestChoice, suggestPairs } from '../closest/suggest.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { Match, RunState } from '../state/run-state.ts'
import { compareCosts } from './costs.ts'
import type { Transport } from './flow-state.ts'
import { minCostFlow } from './min-cost-flow.ts'
import type { SolvableComponent } from './most-component.ts'
import { varyingEdges } from './varying-edges.ts'

/**
 * Applies a rule of `assign: "most"` to a component. Pairs that are in all best matchings are matched or suggested. The
 * open rows of nodes at which best matchings differ are one tie. Changes `run`.
 */
export function applyMost(run: RunState, rule: BoundRule, component: SolvableComponent): void {
  const { transport } = component
  const { common, varying } = commonPairs(transport)
  const open = { source: component.source.map(untouched), target: component.target.map(untouched) }
  takeCommonPairs(run, rule, { transport, common, open })
  const tied = edgesWhere(varying)
  const ends = { source: endsOf(tied, transport.source), target: endsOf(tied, transport.target) }
  addLeftovers(run, open, { source: new Set(ends.source.nodes), target: new Set(ends.target.nodes) })
  if (tied.length === 0) return
  const choice = {
    source: ends.source.nodes.map((node) => at(open.source, node).rows),
    target: ends.target.nodes.map((node) => at(open.target, node).rows),
    edges: { source: ends.source.positions(), target: ends.target.positions() },
  }
  if (rule.compiled.rule.action === 'suggest') suggestChoice(run, rule, choice)
  else reportTie(run, rule, choice)
}

function edgesWhere(numbers: Int32Array | Uint8Array): Uint32Array {
  const edges = new Uint32Array(numbers.length)
  let count = 0
  for (let edge = 0; edge < numbers.length; edge++) if (numberAt(numbers, edge) !== 0) edges[count++] = edge
  return edges.subarray(0, count)
}

interface OpenNode {
  rows: readonly number[]
  matches: readonly Match[]
}

const untouched = ({ rows }: Node): OpenNode => ({ rows, matches: [] })

interface CommonEdges {
  readonly transport: Transport
  readonly common: Int32Array
  readonly open: BySide<readonly OpenNode[]>
}

/**
 * Takes the pairs that are in all best matchings, the closest first, then by (source, target). Swapping the sides gives
 * the same pairs.
 */
function takeCommonPairs(run: RunState, rule: BoundRule, { transport, common, open }: CommonEdges): void {
  const { supplies, demands, source, target, costs } = transport
  const edges = edgesWhere(common)
  edges.sort(
    (a, b) =>
      compareCosts(costs, a, b) ||
      numberAt(source, a) - numberAt(source, b) ||
      numberAt(target, a) - numberAt(target, b),
  )
  for (const edge of edges) {
    const [sourceNode, targetNode] = [numberAt(source, edge), numberAt(target, edge)]
    const [from, to] = [at(open.source, sourceNode), at(open.target, targetNode)]
    const count = numberAt(common, edge)
    const taken = { source: from.rows.slice(0, count), target: to.rows.slice(0, count) }
    from.rows = from.rows.slice(count)
    to.rows = to.rows.slice(count)
    const interchangeable = Math.max(numberAt(supplies, sourceNode), numberAt(demands, targetNode)) > 1
    const how = { rule, interchangeable, ambiguous: false }
    if (rule.compiled.rule.action === 'suggest') suggestPairs(run, taken, how)
    else {
      const matches = matchPairs(run, taken, how)
      from.matches = from.matches.concat(matches)
      to.matches = to.matches.concat(matches)
    }
  }
}

/** Notes open twins of matched records as leftovers, except at nodes of the tie. */
function addLeftovers(run: RunState, open: BySide<readonly OpenNode[]>, tiedNodes: BySide<ReadonlySet<number>>): void {
  const leftoversOf = (nodes: readonly OpenNode[], tied: ReadonlySet<number>): OpenNode[] =>
    nodes.filter(({ rows, matches }, node) => rows.length > 0 && matches.length > 0 && !tied.has(node))
  for (const { rows, matches } of leftoversOf(open.source, tiedNodes.source)) {
    const counts = { source: rows.length + matches.length, target: matches.length }
    run.leftovers.push({ source: rows, target: [], counts, repeats: matches })
  }
  for (const { rows, matches } of leftoversOf(open.target, tiedNodes.target)) {
    const counts = { source: matches.length, target: rows.length + matches.length }
    run.leftovers.push({ source: [], target: rows, counts, repeats: matches })
  }
}

/**
 * The pairs that all best matchings have in common, and the edges at which they differ. A best matching has the most
 * pairs and, of these matchings, the least total rank.
 */
interface CommonPairs {
  /** Edge → the number of its pairs in every best matching; 0 where best matchings differ. */
  readonly common: Int32Array
  readonly varying: Uint8Array
}

/**
 * Compares all best matchings of one connected component by a single flow. O(pairs × edges × log nodes), far less where
 * many pairs are equally close.
 */
export function commonPairs(transport: Transport): CommonPairs {
  if (transport.source.length === 1) return onlyPair(transport)
  const flow = minCostFlow(transport)
  const varying = varyingEdges(transport, flow)
  return { common: flow.counts.map((count, edge) => (byteAt(varying, edge) === 1 ? 0 : count)), varying }
}

const onlyPair = ({ supplies, demands, source, target }: Transport): CommonPairs => ({
  common: Int32Array.of(Math.min(int32At(supplies, uint32At(source, 0)), int32At(demands, uint32At(target, 0)))),
  varying: new Uint8Array(1),
})
