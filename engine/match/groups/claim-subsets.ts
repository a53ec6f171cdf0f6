import { at } from '../../base/at.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import type { BoundRule } from '../bound-rule.ts'
import { stepCountMaxOf } from '../limits.ts'
import { countRecords } from '../plan-pairs.ts'
import type { RunState } from '../run-state.ts'
import { createWorkBudget } from '../work-budget.ts'
import { limitsOf, toSides } from './anchors.ts'
import { type Answer, createSolver, type Solver } from './subset-answers.ts'
import { claimClearAnswers } from './subset-claims.ts'
import { decideAnswers } from './subset-decision.ts'
import { type SearchSpace, searchSpaces, subsetLimitFinding } from './subset-space.ts'
import { applySubsetTies } from './subset-ties.ts'

/** Entries of the tables of half-sums that one step stands for. */
const entriesPerStep = 4

/**
 * `select: "subset"`: for each record of the 1-side the smallest set of open records of the other side that adds up to
 * it, when there is exactly one such set. All anchors are decided before any of them claims. The costliest searches of a
 * block that takes too many steps are findings, and their records stay for later rules. Returns the number of pairs of
 * an anchor and an item that meet the criteria. Changes `run`.
 */
export function claimSubsets(run: RunState, rule: BoundRule, sum: BoundSum): number {
  const { spaces, candidateCount } = searchSpaces(run, rule, { sum, itemCountMax: limitsOf(rule).maxCandidates })
  const solver = createSolver(run, rule, sum)
  const ofBlocks = [...Map.groupBy(spaces, ({ block }) => block).values()]
  const answers = ofBlocks.flatMap((ofBlock) => answerWithin(run, rule, { spaces: ofBlock, solver }))
  const decisions = [...Map.groupBy(answers, ({ space }) => space.block)].map(([block, ofBlock]) =>
    decideAnswers(block, ofBlock),
  )
  const clear = decisions.flatMap((decision) => decision.clear)
  const supply = claimClearAnswers(run, rule, clear)
  for (const { ambiguous } of decisions) applySubsetTies(run, rule, { components: ambiguous, supply, solver })
  return candidateCount
}

interface BlockSearch {
  /** The spaces of one block, at least one. */
  readonly spaces: readonly SearchSpace[]
  readonly solver: Solver
}

/** The answers of the spaces that the block can afford; the others are findings. */
function answerWithin(run: RunState, rule: BoundRule, { spaces, solver }: BlockSearch): Answer[] {
  const { block } = at(spaces, 0)
  const budget = createWorkBudget<SearchSpace>(
    stepCountMaxOf(run.work.limits, countRecords(toSides(rule, { anchors: block.anchors, items: block.items }))),
  )
  const stepCountOf = (space: SearchSpace): number => Math.ceil(solver.costOf(space) / entriesPerStep)
  const tooCostly = spaces.flatMap((space) => budget.add(space, stepCountOf(space)))
  for (const space of tooCostly) run.findings.push(subsetLimitFinding(rule, space))
  return budget.affordable().flatMap((space) => {
    run.work.spend(stepCountOf(space))
    return solver.answer(space)
  })
}
