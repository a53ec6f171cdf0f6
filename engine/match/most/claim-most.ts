import { blocksOf } from '../blocks.ts'
import type { BoundRule } from '../bound-rule.ts'
import type { RunState } from '../run-state.ts'
import { tooLargeFinding, walkBlocks } from '../walk-blocks.ts'
import { createWorkBudget } from '../work-budget.ts'
import { applyMost } from './apply-most.ts'
import { isSolvable, mostComponents, type SolvableComponent } from './most-component.ts'

/** The work of all components of a rule, at most, in pairs × edges, which bounds the steps of their flows: seconds. */
const workMax = 2 ** 31

/** Components up to this work do not count against the budget: the number of records bounds how many there are. */
const quickWorkMax = 2 ** 20

/**
 * `assign: "most"`: in each connected component of all candidates the matching with the most pairs and, of those, the
 * least total rank. Components above 512 nodes a side are findings `group_too_large`, and so are the largest components
 * where all together are too much work. Returns the number of candidates. Changes `run`.
 */
export function claimMost(run: RunState, rule: BoundRule): number {
  const budget = createWorkBudget<SolvableComponent>(workMax)
  const candidateCount = walkBlocks(run, { rule, blocks: blocksOf(rule, run) }, (block, candidates) => {
    for (const component of mostComponents(block, candidates)) {
      if (!isSolvable(component)) run.findings.push(tooLargeFinding(rule, component))
      else if (workOf(component) <= quickWorkMax) applyMost(run, rule, component)
      else
        for (const refused of budget.add(component, workOf(component)))
          run.findings.push(tooLargeFinding(rule, refused))
    }
  })
  for (const component of budget.affordable()) applyMost(run, rule, component)
  return candidateCount
}

function workOf({ transport: { supplies, demands, source } }: SolvableComponent): number {
  const count = (multiplicities: Int32Array): number => multiplicities.reduce((sum, each) => sum + each, 0)
  return Math.min(count(supplies), count(demands)) * source.length
}
