import { at, byteAt, numberAt } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { testFilters } from './blocks/normalizing-work.ts'
import { walkGroups } from './candidates/walk-blocks.ts'
import { applyChoice } from './closest/apply-choice.ts'
import { walkTiers } from './closest/closest-tiers.ts'
import { suggestChoice } from './closest/suggest.ts'
import { suggestAlone } from './closest/suggest-alone.ts'
import { claimGroups } from './groups/claim-groups.ts'
import { claimListed } from './groups/claim-listed.ts'
import { claimSubsets } from './groups/claim-subsets.ts'
import { listingCriterion } from './groups/listings.ts'
import { claimMost } from './most/claim-most.ts'
import { openResiduals } from './residuals.ts'
import type { BoundRule } from './state/bound-rule.ts'
import { type Exclusion, mark, type RunState, type SideState, status } from './state/run-state.ts'
import { runSeenBy } from './state/seen-run.ts'

/** Called before each rule. `position` counts from 0. */
export type OnRule = (ruleId: string, position: number, ruleCount: number) => void

/**
 * Runs the waterfall: one enabled rule after another claims from the records that are still open. Changes `run`. Yields
 * within a rule that takes long, and between rules.
 */
export function* claimAll(run: RunState, onRule?: OnRule): Slices<void> {
  for (const [position, bound] of run.rules.entries()) {
    onRule?.(bound.compiled.rule.id, position, run.rules.length)
    yield* claimByRule(run, position)
  }
}

/** Applies one rule to the records that are still open. Changes `run`. */
export function* claimByRule(run: RunState, position: number): Slices<void> {
  const bound = at(run.rules, position)
  const { rule } = bound.compiled
  const matchCount = run.matches.count()
  const nettingCount = run.nettings.count()
  const suggestionCount = run.suggestions.length
  const findingCount = run.findings.length
  const seen = runSeenBy(run, bound)
  yield* testFilters(seen, bound)
  const excluded = rule.action === 'exclude' ? exclude(run, bound) : undefined
  const candidates = excluded ? 0 : yield* claim(seen, bound)
  openResiduals(run, position, matchCount)
  const found = run.findings.slice(findingCount)
  const ambiguous = found.filter(({ reason }) => reason === 'ambiguous').length
  run.passes.push({
    rule: rule.id,
    action: rule.action,
    candidates,
    matches: run.matches.count() - matchCount,
    netted: run.nettings.count() - nettingCount,
    suggestions: run.suggestions.length - suggestionCount,
    ambiguous,
    findings: found.length - ambiguous,
    excludedSource: excluded?.source.length ?? 0,
    excludedTarget: excluded?.target.length ?? 0,
    leftSource: countLeft(run.source),
    leftTarget: countLeft(run.target),
  })
  if (run.work.endsSlice(stepsOfPass * countRows(run))) yield
}

const stepsOfPass = 32

const countRows = ({ source, target }: RunState): number => source.statuses.length + target.statuses.length

function countLeft({ statuses }: SideState): number {
  let count = 0
  for (let row = 0; row < statuses.length; row++) {
    const each = byteAt(statuses, row)
    if (each === status.open || each === status.held) count += 1
  }
  return count
}

/** Excludes the open records that the rule's filters let take part. A side without filters loses no record. */
function exclude(run: RunState, { compiled, sourceTakesPart, targetTakesPart }: BoundRule): Exclusion {
  const openRows = ({ statuses }: SideState, takesPart: (row: number) => boolean): number[] =>
    [...statuses.keys()].filter((row) => numberAt(statuses, row) === status.open && takesPart(row))
  const exclusion = {
    ruleId: compiled.rule.id,
    source: compiled.filters.source.length === 0 ? [] : openRows(run.source, sourceTakesPart),
    target: compiled.filters.target.length === 0 ? [] : openRows(run.target, targetTakesPart),
  }
  mark(run, exclusion, status.excluded)
  run.exclusions.push(exclusion)
  return exclusion
}

/** Applies a rule that matches, suggests or nets. Returns the number of candidates. */
function claim(run: RunState, rule: BoundRule): Slices<number> {
  const { assign, cardinality, select } = rule.compiled.rule
  if (cardinality !== '1:1' && rule.sum) {
    const claimWhole = listingCriterion(rule) === undefined ? claimGroups : claimListed
    const claimSums = select === 'subset' ? claimSubsets : claimWhole
    return claimSums(run, rule, rule.sum)
  }
  return assign === 'most' ? claimMost(run, rule) : claimClosest(run, rule)
}

function claimClosest(run: RunState, rule: BoundRule): Slices<number> {
  const { action, ambiguous } = rule.compiled.rule
  const apply = action === 'suggest' ? suggestChoice : applyChoice
  return walkGroups(run, rule, (block, candidates) =>
    ambiguous === 'drop'
      ? suggestAlone(run, rule, { block, candidates })
      : walkTiers({ block, candidates }, run.work, (choice) => apply(run, rule, choice)),
  )
}
