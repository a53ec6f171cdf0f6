import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { BoundRule } from '../bound-rule.ts'
import type { RunState } from '../run-state.ts'
import { createWorkBudget } from '../work-budget.ts'
import { createSolver } from './subset-answers.ts'
import { claimClear, oriented } from './subset-claims.ts'
import { decide } from './subset-decision.ts'
import { type Refusal, refusal, type Space, spacesOf } from './subset-space.ts'
import { settleSubsets } from './subset-ties.ts'

/** Entries of tables that the searches of one rule may look at: of 130,000 anchors with 24 candidates each, at most. */
const stepCountMax = 4_000_000_000

/**
 * `select: "subset"`: for each record of the 1-side the smallest set of open records of the other side that adds up to
 * it, when there is exactly one. All anchors are decided before any of them claims. What is too large to be searched
 * is a finding: its records stay for later rules. Returns how many pairs of an anchor and a record there were.
 * Changes `run`.
 */
export function claimSubsets(run: RunState, rule: BoundRule, sum: BoundSum): number {
  const limits = { sum, countMax: rule.compiled.rule.limits?.maxCandidates ?? 0 }
  const { spaces, refusals, candidateCount } = spacesOf(run, rule, limits)
  const solver = createSolver(run, rule, sum)
  const budget = createWorkBudget<Space>(stepCountMax)
  const costly = spaces.flatMap((space) => budget.add(space, solver.costOf(space)))
  report(run, rule, [...refusals, ...costly.map((space) => refusal('subset_limit', space))])
  const answers = budget.held().flatMap(solver.answer)
  const decisions = [...Map.groupBy(answers, ({ space }) => space.block)].map(([block, those]) => decide(block, those))
  const supply = claimClear(
    run,
    rule,
    decisions.flatMap(({ clear }) => clear),
  )
  settleSubsets(run, rule, { components: decisions.flatMap(({ ambiguous }) => ambiguous), supply, solver })
  return candidateCount
}

function report(run: RunState, rule: BoundRule, refusals: readonly Refusal[]): void {
  for (const { reason, anchors, items } of refusals)
    run.findings.push({ reason, rule, ...oriented(rule, anchors, items), candidates: [] })
}
