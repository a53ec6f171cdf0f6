import { at } from '../../base/at.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { BoundRule } from '../bound-rule.ts'
import type { RunState } from '../run-state.ts'
import { createWorkBudget } from '../work-budget.ts'
import { limitsOf } from './anchors.ts'
import { createSolver, type Solver } from './subset-answers.ts'
import { claimClearAnswers } from './subset-claims.ts'
import { type Decision, decideAnswers } from './subset-decision.ts'
import { asSuggestion } from './subset-guard.ts'
import { reportShortfalls } from './subset-shortfall.ts'
import { type SearchSpace, searchSpaces, subsetLimitFinding } from './subset-space.ts'
import { applySubsetTies } from './subset-ties.ts'

/** Table entries that the searches of one rule may look at: as many as 130,000 anchors with 24 items each can need. */
const stepCountMax = 4_000_000_000

/**
 * `select: "subset"`: for each record of the 1-side the smallest set of open records of the other side that adds up to
 * it, when there is exactly one such set. All anchors are decided before any of them claims. Searches that are too large
 * are findings, and their records stay for later rules. Blocks without an identity may be suggested only. Returns the number of pairs of an anchor and an item that meet
 * the criteria. Changes `run`.
 */
export function claimSubsets(run: RunState, rule: BoundRule, sum: BoundSum): number {
  const limits = { sum, itemCountMax: limitsOf(rule).maxCandidates }
  const { spaces, candidateCount, suggestedBlocks } = searchSpaces(run, rule, limits)
  const solver = createSolver(run, rule, sum)
  const budget = createWorkBudget<SearchSpace>(stepCountMax)
  const tooCostly = spaces.flatMap((space) => budget.add(space, solver.costOf(space)))
  for (const space of tooCostly) run.findings.push(subsetLimitFinding(rule, space))
  const answers = budget.affordable().flatMap(solver.answer)
  const answered = new Set(answers.map(({ space, anchor }) => at(space.block.anchors, anchor)))
  for (const space of budget.affordable())
    if (rule.compiled.rule.action === 'match' && !suggestedBlocks.has(space.block))
      reportShortfalls(run, rule, { space, answered, solver })
  const [claimed, suggested]: [Decision[], Decision[]] = [[], []]
  for (const [block, ofBlock] of Map.groupBy(answers, ({ space }) => space.block))
    (suggestedBlocks.has(block) ? suggested : claimed).push(decideAnswers(block, ofBlock))
  apply(run, rule, { decisions: claimed, solver })
  apply(run, asSuggestion(rule), { decisions: suggested, solver })
  return candidateCount
}

interface Decided {
  /** One for each block. */
  readonly decisions: readonly Decision[]
  readonly solver: Solver
}

/** Claims, or suggests, what is decided. Changes `run`. */
function apply(run: RunState, rule: BoundRule, { decisions, solver }: Decided): void {
  const supply = claimClearAnswers(
    run,
    rule,
    decisions.flatMap(({ clear }) => clear),
  )
  const components = decisions.flatMap(({ ambiguous }) => ambiguous)
  applySubsetTies(run, rule, { components, supply, solver })
}
