import type { Slices } from '../../base/slices.ts'
import { type Block, countRecords } from '../blocks/blocks.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import { tooLargeFinding } from '../blocks/too-large.ts'
import { walkGroups } from '../candidates/walk-blocks.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { stepCountMaxOf } from '../state/limits.ts'
import { addPair, type RunState } from '../state/run-state.ts'
import { createWorkBudget } from '../state/work-budget.ts'
import { applyMost } from './apply-most.ts'
import { nodeCountMax } from './costs.ts'
import { isSolvable, mostComponents, type SolvableComponent } from './most-component.ts'

/** One step stands for this much work: pairs times edges. */
const workPerStep = 2

const runStepsPerStep = 4

/**
 * Components of up to this many steps do not count against the budget of the block: it has no more of them than
 * records.
 */
const quickStepCountMax = 2 ** 19

/**
 * `assign: "most"`: finds, in each connected component of all candidates, the matching with the most pairs and, of
 * these matchings, the least total rank. Components above 512 nodes a side are findings `group_too_large`. So are the
 * largest components of a block whose components together take too much work. Returns the number of candidates. Changes
 * `run`.
 */
export const claimMost = (run: RunState, rule: BoundRule): Slices<number> =>
  walkGroups(run, rule, (block, candidates) => claimInBlock(run, rule, { block, candidates }))

interface ListedBlock {
  readonly block: Block
  readonly candidates: CandidateList | 'complete'
}

function* claimInBlock(run: RunState, rule: BoundRule, { block, candidates }: ListedBlock): Slices<void> {
  const limit = stepCountMaxOf(run.work.limits, countRecords(block))
  const budget = createWorkBudget<SolvableComponent>(limit)
  const refused: SolvableComponent[] = []
  let needed = 0
  const how = { rule, interchangeable: false, ambiguous: false }
  for (const component of mostComponents(block, candidates)) {
    if ('pair' in component) {
      run.work.spend(runStepsPerStep)
      addPair(run, { how, ...component.pair })
      if (run.work.endsSlice(runStepsPerStep)) yield
      continue
    }
    if (!isSolvable(component)) {
      const nodeCount = Math.max(component.source.length, component.target.length)
      run.findings.push(tooLargeFinding(rule, component, { needed: nodeCount, limit: nodeCountMax, by: 'connected' }))
      continue
    }
    const stepCount = stepCountOf(component)
    if (stepCount <= quickStepCountMax) yield* weigh(run, rule, component)
    else {
      needed += stepCount
      refused.push(...budget.add(component, stepCount))
    }
  }
  for (const component of refused) run.findings.push(tooLargeFinding(rule, component, { needed, limit, by: 'assign' }))
  for (const component of budget.affordable()) yield* weigh(run, rule, component)
}

function* weigh(run: RunState, rule: BoundRule, component: SolvableComponent): Slices<void> {
  const stepCount = runStepsPerStep * stepCountOf(component)
  run.work.spend(stepCount)
  applyMost(run, rule, component)
  if (run.work.endsSlice(stepCount)) yield
}

/** The most steps that a component may take: each pair that can be sent takes a step for every edge. */
function stepCountOf({ transport: { supplies, demands, source } }: SolvableComponent): number {
  const count = (multiplicities: Int32Array): number => multiplicities.reduce((sum, each) => sum + each, 0)
  return Math.ceil((Math.min(count(supplies), count(demands)) * source.length) / workPerStep)
}
