import type { BoundRule } from './bound-rule.ts'
import { candidatesOf, countCandidates } from './candidates.ts'
import { settle, tooLarge } from './closest/apply-choice.ts'
import { chooseClosest } from './closest/closest-tiers.ts'
import { suggest } from './closest/suggest.ts'
import { claimGroups } from './groups/claim-groups.ts'
import { claimSubsets } from './groups/claim-subsets.ts'
import { claimMost } from './most/claim-most.ts'
import { blocksOf } from './nodes.ts'
import { type Exclusion, type RunState, type SideState, status } from './run-state.ts'
import { affordable } from './text-work.ts'

/** Hears which rule begins: its id, its position from 0 and how many there are. */
export type OnRule = (ruleId: string, position: number, ruleCount: number) => void

/** Runs the waterfall: each enabled rule in turn claims from the records that are still open. Changes `run`. */
export function claimAll(run: RunState, onRule?: OnRule): void {
  for (const [position, bound] of run.rules.entries()) {
    onRule?.(bound.compiled.rule.id, position, run.rules.length)
    claimByRule(run, bound)
  }
}

/** One pass: what the rule finds among the records that are open now, and an account of it. Changes `run`. */
export function claimByRule(run: RunState, bound: BoundRule): void {
  const { rule } = bound.compiled
  const matchCount = run.matches.length
  const suggestionCount = run.suggestions.length
  const findingCount = run.findings.length
  const excluded = rule.action === 'exclude' ? exclude(run, bound) : undefined
  const candidates = excluded ? 0 : claim(run, bound)
  const found = run.findings.slice(findingCount)
  const ambiguous = found.filter(({ reason }) => reason === 'ambiguous').length
  run.passes.push({
    rule: rule.id,
    action: rule.action,
    candidates,
    matches: run.matches.length - matchCount,
    suggestions: run.suggestions.length - suggestionCount,
    ambiguous,
    findings: found.length - ambiguous,
    excludedSource: excluded?.source.length ?? 0,
    excludedTarget: excluded?.target.length ?? 0,
    leftSource: countLeft(run.source),
    leftTarget: countLeft(run.target),
  })
}

const countLeft = ({ statuses }: SideState): number =>
  statuses.reduce((count, each) => (each === status.open || each === status.held ? count + 1 : count), 0)

/** A side without filters is not meant: `where` names what is out of scope. */
function exclude(run: RunState, { compiled, sourceTakesPart, targetTakesPart }: BoundRule): Exclusion {
  const take = (side: SideState, test: (row: number) => boolean): number[] => {
    const rows = [...side.statuses.keys()].filter((row) => side.statuses[row] === status.open && test(row))
    for (const row of rows) side.statuses[row] = status.excluded
    return rows
  }
  const exclusion = {
    ruleId: compiled.rule.id,
    source: compiled.filters.source.length === 0 ? [] : take(run.source, sourceTakesPart),
    target: compiled.filters.target.length === 0 ? [] : take(run.target, targetTakesPart),
  }
  run.exclusions.push(exclusion)
  return exclusion
}

/** Returns how many candidates there were. */
function claim(run: RunState, rule: BoundRule): number {
  const { assign, cardinality, select } = rule.compiled.rule
  if (cardinality !== '1:1' && rule.sum) {
    const claimSums = select === 'subset' ? claimSubsets : claimGroups
    return claimSums(run, rule, rule.sum)
  }
  return assign === 'most' ? claimMost(run, rule) : claimClosest(run, rule)
}

function claimClosest(run: RunState, rule: BoundRule): number {
  const decide = rule.compiled.rule.action === 'suggest' ? suggest : settle
  let candidateCount = 0
  const { within, beyond } = affordable(rule, blocksOf(rule, run))
  for (const block of beyond) run.findings.push(tooLarge(rule, block))
  for (const block of within) {
    const candidates = candidatesOf(rule, block)
    candidateCount += countCandidates(candidates, block)
    if (candidates === 'too_large') run.findings.push(tooLarge(rule, block))
    else chooseClosest(block, candidates, (choice) => decide(run, rule, choice))
  }
  return candidateCount
}
