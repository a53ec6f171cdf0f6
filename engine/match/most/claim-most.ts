import type { BoundRule } from '../bound-rule.ts'
import { candidatesOf, countCandidates } from '../candidates.ts'
import { tooLarge } from '../closest/apply-choice.ts'
import { blocksOf } from '../nodes.ts'
import type { RunState } from '../run-state.ts'
import { affordable } from '../text-work.ts'
import { createWorkBudget } from '../work-budget.ts'
import { settleMost } from './apply-most.ts'
import { isWeighable, mostComponents, type WeighableComponent } from './most-component.ts'

/** What all components of a rule may cost together, as pairs × edges, which bounds the steps of their flows: seconds. */
const workMax = 2 ** 31

/** Components that cost no more are settled as they come: however many there are, their records bound their number. */
const quickWorkMax = 2 ** 20

/**
 * `assign: "most"`: in each connected component of all candidates the matching with the most pairs, then the least total
 * rank. Components above 512 nodes a side, and the largest where all would cost too much together, are findings
 * `group_too_large`. Returns how many candidates there were. Changes `run`.
 */
export function claimMost(run: RunState, rule: BoundRule): number {
  let candidateCount = 0
  const budget = createWorkBudget<WeighableComponent>(workMax)
  const { within, beyond } = affordable(rule, blocksOf(rule, run))
  for (const block of beyond) run.findings.push(tooLarge(rule, block))
  for (const block of within) {
    const candidates = candidatesOf(rule, block)
    candidateCount += countCandidates(candidates, block)
    if (candidates === 'too_large') run.findings.push(tooLarge(rule, block))
    else {
      for (const component of mostComponents(block, candidates)) {
        if (!isWeighable(component)) run.findings.push(tooLarge(rule, component))
        else if (workOf(component) <= quickWorkMax) settleMost(run, rule, component)
        else for (const each of budget.add(component, workOf(component))) run.findings.push(tooLarge(rule, each))
      }
    }
  }
  for (const component of budget.held()) settleMost(run, rule, component)
  return candidateCount
}

function workOf({ transport: { supplies, demands, source } }: WeighableComponent): number {
  const count = (multiplicities: Int32Array): number => multiplicities.reduce((sum, each) => sum + each, 0)
  return Math.min(count(supplies), count(demands)) * source.length
}
