import { at, numberAt } from '../../base/at.ts'
import { entriesById } from '../blocks/id-order.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { type PairFlags, pairMatch } from '../state/match-list.ts'
import { addPair, type Match, mark, type Rows, type RunState, type SideState, status } from '../state/run-state.ts'
import type { Choice, EdgeList, Edges } from './closest-tiers.ts'
import { leastMatching } from './least-matching.ts'
import { tieCandidates } from './tie-candidates.ts'

/**
 * Applies a rule of `action: "match"` to a component. A component of one node a side is matched, any other is a tie, of
 * which `best` matches the largest matching. Returns the rows that later tiers of the rule do not see. Changes `run`.
 */
export function applyChoice(run: RunState, rule: BoundRule, choice: Choice): Rows {
  if (choice.source.length === 1 && choice.target.length === 1)
    return matchTwins(run, rule, { source: choice.source.flat(), target: choice.target.flat() })
  return rule.compiled.rule.ambiguous === 'best' ? matchBest(run, rule, choice) : reportTie(run, rule, choice)
}

/** Reports a tie as one finding. Under `review` its rows are held. Returns the rows. Changes `run`. */
export function reportTie(run: RunState, rule: BoundRule, choice: Choice): Rows {
  const rows = { source: choice.source.flat(), target: choice.target.flat() }
  run.findings.push({ reason: 'ambiguous', rule, ...rows, candidates: tieCandidates(run, choice) })
  if (rule.compiled.rule.ambiguous === 'review') mark(run, rows, status.held)
  return rows
}

/** Matches twins, as many as both sides have. Further twins stay open and are noted as leftovers. */
function matchTwins(run: RunState, rule: BoundRule, { source, target }: Rows): Rows {
  const count = Math.min(source.length, target.length)
  const interchangeable = source.length > 1 || target.length > 1
  const taken = { source: source.slice(0, count), target: target.slice(0, count) }
  const matches = matchPairs(run, taken, { rule, interchangeable, ambiguous: false })
  if (source.length !== target.length) {
    run.leftovers.push({
      source: source.slice(count),
      target: target.slice(count),
      counts: { source: source.length, target: target.length },
      repeats: matches,
    })
  }
  return taken
}

/** Matches the first row of each side, the second, and so on. Requires as many rows on both sides. Changes `run`. */
export function matchPairs(run: RunState, rows: Rows, how: PairFlags): Match[] {
  return rows.source.map((source, index) => {
    const pair = { how, source, target: at(rows.target, index) }
    addPair(run, pair)
    return pairMatch(pair)
  })
}

/** The rows of a tie on one side, by id. `node` is the position of the row's node in the component. */
type TieRows = readonly { readonly row: number; readonly node: number }[]

const bestRecordCountMax = 512

/** Matches the largest matching of a tie. A tie that is too large for it is a finding. */
function matchBest(run: RunState, rule: BoundRule, tie: Choice): Rows {
  const tieRows = (side: SideState, nodes: Choice['source']): TieRows =>
    entriesById(
      side,
      nodes.flatMap((rows, node) => rows.map((row) => ({ row, node }))),
    )
  const [source, target] = [tieRows(run.source, tie.source), tieRows(run.target, tie.target)]
  const pairs = largestMatching(tie.edges, source, target)
  if (pairs === 'too_large') {
    const rows = { source: source.map(({ row }) => row), target: target.map(({ row }) => row) }
    const needed = Math.max(source.length, target.length)
    const work = { needed, limit: bestRecordCountMax, by: 'connected' }
    run.findings.push({ reason: 'group_too_large', rule, ...rows, candidates: [], work })
    return rows
  }
  const taken = {
    source: pairs.map(([position]) => at(source, position).row),
    target: pairs.map(([, position]) => at(target, position).row),
  }
  matchPairs(run, taken, { rule, interchangeable: false, ambiguous: true })
  return taken
}

/**
 * The largest matching as positions in `source` and `target`; of several, the one with the least source ids, then with
 * the least target ids.
 */
function largestMatching(
  edges: Edges,
  source: TieRows,
  target: TieRows,
): readonly (readonly [number, number])[] | 'too_large' {
  if (edges === 'complete') return pairsInOrder(Math.min(source.length, target.length))
  if (Math.max(source.length, target.length) > bestRecordCountMax) return 'too_large'
  const joined = joinedNodes(edges)
  const targetsOf = source.map(({ node }) =>
    [...target.entries()].flatMap(([position, other]) => (joined.has(`${node} ${other.node}`) ? [position] : [])),
  )
  return leastMatching({ targetCount: target.length, targetsOf })
}

const pairsInOrder = (count: number): [number, number][] =>
  Array.from({ length: count }, (_, position) => [position, position])

function joinedNodes({ source, target }: EdgeList): ReadonlySet<string> {
  return new Set(Array.from(source, (node, index) => `${node} ${numberAt(target, index)}`))
}
