import { leastMatching } from './best.ts'
import type { BoundRule } from './bound-rule.ts'
import { candidatesOf } from './candidates.ts'
import { type Choice, chooseClosest, type Taken } from './choose.ts'
import { claimGroups } from './group.ts'
import { type Block, blocksOf } from './nodes.ts'
import { type Finding, type Match, type RunState, type SideState, status } from './run-state.ts'
import { suggest } from './suggest.ts'
import { pairsOfThree } from './tied-pairs.ts'

/** `ambiguous: "best"` weighs every pairing of a component; above this many records a side it is too large to. */
const bestRecordCountMax = 512

/** Hears which rule begins: its id, its position from 0 and how many there are. */
export type OnRule = (ruleId: string, position: number, ruleCount: number) => void

/** Runs the waterfall: each enabled rule in turn claims from the records that are still open. Changes `run`. */
export function claimAll(run: RunState, onRule?: OnRule): void {
  for (const [position, bound] of run.rules.entries()) {
    const { rule } = bound.compiled
    onRule?.(rule.id, position, run.rules.length)
    const before = { matches: run.matches.length, findings: run.findings.length }
    if (rule.action === 'exclude') exclude(run, bound)
    else claim(run, bound)
    run.tallies.push({
      id: rule.id,
      matches: run.matches.length - before.matches,
      ambiguous: run.findings.slice(before.findings).filter(({ reason }) => reason === 'ambiguous').length,
      leftSource: countLeft(run.source),
      leftTarget: countLeft(run.target),
    })
  }
}

const countLeft = ({ statuses }: SideState): number =>
  statuses.reduce((count, each) => (each === status.open || each === status.held ? count + 1 : count), 0)

/** A side without filters is not meant: `where` names what is out of scope. */
function exclude(run: RunState, { compiled, sourceTakesPart, targetTakesPart }: BoundRule): void {
  const take = (side: SideState, test: (row: number) => boolean): number[] => {
    const rows = [...side.statuses.keys()].filter((row) => side.statuses[row] === status.open && test(row))
    for (const row of rows) side.statuses[row] = status.excluded
    return rows
  }
  run.exclusions.push({
    ruleId: compiled.rule.id,
    source: compiled.filters.source.length === 0 ? [] : take(run.source, sourceTakesPart),
    target: compiled.filters.target.length === 0 ? [] : take(run.target, targetTakesPart),
  })
}

function claim(run: RunState, rule: BoundRule): void {
  const { cardinality } = rule.compiled.rule
  if (cardinality !== '1:1' && rule.sum) {
    claimGroups(run, rule, rule.sum)
    return
  }
  const decide = rule.compiled.rule.action === 'suggest' ? suggest : settle
  for (const block of blocksOf(rule, run)) {
    const candidates = candidatesOf(rule, block)
    if (candidates === 'too_large') run.findings.push(tooLarge(rule, block))
    else chooseClosest(block, candidates, (choice) => decide(run, rule, choice))
  }
}

function tooLarge(rule: BoundRule, block: Pick<Block, 'source' | 'target'>): Finding {
  const rows = (nodes: Block['source']): number[] => nodes.flatMap((node) => node.rows)
  return { reason: 'group_too_large', rule, source: rows(block.source), target: rows(block.target), candidates: [] }
}

function settle(run: RunState, rule: BoundRule, choice: Choice): Taken {
  const [source, target] = [choice.source.flat(), choice.target.flat()]
  if (choice.source.length === 1 && choice.target.length === 1) return pairOff(run, rule, { source, target })
  if (rule.compiled.rule.ambiguous === 'best') return takeBest(run, rule, choice)
  run.findings.push({ reason: 'ambiguous', rule, source, target, candidates: pairsOfThree(run, choice) })
  if (rule.compiled.rule.ambiguous === 'review') {
    for (const row of source) run.source.statuses[row] = status.held
    for (const row of target) run.target.statuses[row] = status.held
  }
  return { source, target }
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

function match(run: RunState, rows: Taken, how: Omit<Match, 'source' | 'target'>): Match[] {
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
function takeBest(run: RunState, rule: BoundRule, choice: Choice): Taken {
  const byId = (side: SideState, nodes: Choice['source']) =>
    nodes
      .flatMap((rows, node) => rows.map((row) => ({ row, node })))
      .sort((a, b) => (side.ordering.rankById[a.row] ?? 0) - (side.ordering.rankById[b.row] ?? 0))
  const [source, target] = [byId(run.source, choice.source), byId(run.target, choice.target)]
  const pairs = choice.edges === 'complete' ? zip(source.length, target.length) : weigh(choice.edges, source, target)
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

const zip = (sourceCount: number, targetCount: number): [number, number][] =>
  Array.from({ length: Math.min(sourceCount, targetCount) }, (_, position) => [position, position])

type Placed = readonly { readonly row: number; readonly node: number }[]

function weigh(
  edges: Exclude<Choice['edges'], 'complete'>,
  source: Placed,
  target: Placed,
): (readonly [number, number])[] | 'too_large' {
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
