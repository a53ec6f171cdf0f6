import type { BoundRule } from '../bound-rule.ts'
import type { Node } from '../nodes.ts'
import { type Finding, type Match, type RunState, type SideState, status } from '../run-state.ts'
import type { Choice, Taken } from './closest-tiers.ts'
import { leastMatching } from './least-matching.ts'
import { pairsOfThree } from './tie-candidates.ts'

/**
 * Settles a component for a rule of `action: "match"`: one node and one node pair off, anything else is a tie. What is
 * returned is taken from the later tiers of this rule. Changes `run`.
 */
export function settle(run: RunState, rule: BoundRule, choice: Choice): Taken {
  if (choice.source.length === 1 && choice.target.length === 1)
    return pairOff(run, rule, { source: choice.source.flat(), target: choice.target.flat() })
  return settleTie(run, rule, { ...choice, pick: closestPairs })
}

/** The pairs that `ambiguous: "best"` takes of the rows of a tie, by position; positions ascend with the ids. */
export type PickPairs = (
  edges: Choice['edges'],
  source: Placed,
  target: Placed,
) => (readonly [number, number])[] | 'too_large'

/** Rows of one side by id, each with the position of its node in the choice. */
export type Placed = readonly { readonly row: number; readonly node: number }[]

/** `ambiguous: "best"` weighs every pairing of a component; above this many records a side it is too large to. */
export const bestRecordCountMax = 512

/** A component in which there is a choice, and what `ambiguous: "best"` makes of it. */
export interface Tie extends Choice {
  readonly pick: PickPairs
}

/** Settles a tie as the rule's `ambiguous` says: `best` takes what `pick` gives, the others report it. Changes `run`. */
export function settleTie(run: RunState, rule: BoundRule, tie: Tie): Taken {
  if (rule.compiled.rule.ambiguous === 'best') return takeBest(run, rule, tie)
  const [source, target] = [tie.source.flat(), tie.target.flat()]
  run.findings.push({ reason: 'ambiguous', rule, source, target, candidates: pairsOfThree(run, tie) })
  if (rule.compiled.rule.ambiguous === 'review') {
    for (const row of source) run.source.statuses[row] = status.held
    for (const row of target) run.target.statuses[row] = status.held
  }
  return { source, target }
}

/** The finding that these nodes are more than a rule may look at. */
export function tooLarge(
  rule: BoundRule,
  { source, target }: { readonly source: readonly Node[]; readonly target: readonly Node[] },
): Finding {
  const rowsOf = (nodes: readonly Node[]): number[] => nodes.flatMap(({ rows }) => rows)
  return { reason: 'group_too_large', rule, source: rowsOf(source), target: rowsOf(target), candidates: [] }
}

/** Twins pair off in their order; the surplus stays open and is remembered, in case nothing else takes it. */
function pairOff(run: RunState, rule: BoundRule, { source, target }: Taken): Taken {
  const count = Math.min(source.length, target.length)
  const interchangeable = source.length > 1 || target.length > 1
  const taken = { source: source.slice(0, count), target: target.slice(0, count) }
  const matches = match(run, taken, { rule, interchangeable, ambiguous: false })
  if (source.length !== target.length) {
    run.surpluses.push({
      source: source.slice(count),
      target: target.slice(count),
      counts: { source: source.length, target: target.length },
      repeats: matches,
    })
  }
  return taken
}

/** Matches row by row, first with first. Changes `run`. */
export function match(run: RunState, rows: Taken, how: Omit<Match, 'source' | 'target'>): Match[] {
  const matches = rows.source.flatMap((source, index) => {
    const target = rows.target[index]
    return target === undefined ? [] : [{ ...how, source: [source], target: [target] }]
  })
  for (const each of matches) {
    for (const row of each.source) run.source.statuses[row] = status.matched
    for (const row of each.target) run.target.statuses[row] = status.matched
    run.matches.push(each)
  }
  return matches
}

/** Rows are put in the order of their ids, so that the least positions are the least ids. */
function takeBest(run: RunState, rule: BoundRule, tie: Tie): Taken {
  const byId = (side: SideState, nodes: Choice['source']) =>
    nodes
      .flatMap((rows, node) => rows.map((row) => ({ row, node })))
      .sort((a, b) => (side.ordering.rankById[a.row] ?? 0) - (side.ordering.rankById[b.row] ?? 0))
  const [source, target] = [byId(run.source, tie.source), byId(run.target, tie.target)]
  const pairs = tie.pick(tie.edges, source, target)
  if (pairs === 'too_large') {
    const rows = { source: source.map(({ row }) => row), target: target.map(({ row }) => row) }
    run.findings.push({ reason: 'group_too_large', rule, ...rows, candidates: [] })
    return rows
  }
  const taken = {
    source: pairs.map(([position]) => source[position]?.row ?? 0),
    target: pairs.map(([, position]) => target[position]?.row ?? 0),
  }
  match(run, taken, { rule, interchangeable: false, ambiguous: true })
  return taken
}

function closestPairs(edges: Choice['edges'], source: Placed, target: Placed): ReturnType<PickPairs> {
  if (edges === 'complete') return zip(source.length, target.length)
  if (Math.max(source.length, target.length) > bestRecordCountMax) return 'too_large'
  const joined = new Set<string>()
  edges.source.forEach((node, index) => {
    joined.add(`${node} ${edges.target[index]}`)
  })
  const targetsOf = source.map(({ node }) =>
    [...target.keys()].filter((position) => joined.has(`${node} ${target[position]?.node}`)),
  )
  return leastMatching({ sourceCount: source.length, targetCount: target.length, targetsOf })
}

const zip = (sourceCount: number, targetCount: number): [number, number][] =>
  Array.from({ length: Math.min(sourceCount, targetCount) }, (_, position) => [position, position])
