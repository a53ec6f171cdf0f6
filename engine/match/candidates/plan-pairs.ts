import type { Slices } from '../../base/slices.ts'
import type { ComparedValue } from '../../rules/criteria/criterion-kind.ts'
import { type Block, countRecords, firstRow, type Node } from '../blocks/blocks.ts'
import type { CountedWalk, PairPath } from '../blocks/pair-path.ts'
import { pathsOf } from '../paths/plan-paths.ts'
import { comparedTexts, mostStepsOfPair, textNames, textStepCounter } from '../paths/text-work.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { stepCountMaxOf, type WorkNeeded } from '../state/limits.ts'
import type { RunState } from '../state/run-state.ts'

export type PairPlan = PlannedWalk | { readonly excess: WorkNeeded }

interface PlannedWalk extends CountedWalk {
  /** The mean steps of testing a pair; 1 where no texts are compared. */
  readonly stepsOfPair: number
}

/**
 * Chooses the cheapest path whose text comparisons the block can afford. Finding pairs and comparing texts may each
 * take all steps of the block, and are counted in advance, in `run.work`.
 */
export function* planPairs(run: RunState, rule: BoundRule, block: Block): Slices<PairPlan> {
  const { work } = run
  const limit = stepCountMaxOf(work.limits, countRecords(block))
  const texts = comparedTexts(rule, block)
  // In a run without a limit an upper bound of the steps is enough, and saves counting them.
  const most = mostStepsOfPair(texts)
  const isSure = ({ stepCount }: PairPath): boolean => !work.isLimited && stepCount * Math.max(1, most) <= limit
  const paths = pathsOf(rule, block, { texts, isSure })
  const within = paths.filter(({ stepCount }) => stepCount <= limit)
  const [first] = within
  if (first === undefined) return { excess: { ...needOf(leastOf(paths)), limit } }
  if (texts.length === 0) return openPath(run, block, { path: first, stepsOfPair: 1 + searchSteps(run, rule, block) })
  if (isSure(first)) return openPath(run, block, { path: first, stepsOfPair: 1 + most })
  const countSteps = textStepCounter(rule, block, texts)
  let needed = Number.POSITIVE_INFINITY
  for (const path of within) {
    const plan = openPath(run, block, { path, stepsOfPair: 1 + searchSteps(run, rule, block) })
    const stepCount = yield* countSteps(plan, work)
    if (stepCount <= limit) {
      work.spend(stepCount)
      return { ...plan, stepsOfPair: plan.stepsOfPair + Math.ceil(stepCount / Math.max(1, path.stepCount)) }
    }
    needed = Math.min(needed, stepCount)
  }
  return { excess: { needed, limit, by: textNames(rule) } }
}

interface OpenPath {
  readonly path: PairPath
  readonly stepsOfPair: number
}

function openPath({ work }: RunState, block: Block, { path, stepsOfPair }: OpenPath): PlannedWalk {
  work.spend(path.stepCount * stepsOfPair)
  const stepsOfSource = Math.ceil(path.stepCount / block.source.length)
  return { ...(path.openHeld?.() ?? { walk: path.open(), held: [] }), stepsOfPair, stepsOfSource }
}

/** The mean steps of searching one text in another. They count against the limit of the run, not that of the block. */
function searchSteps({ work }: RunState, { criteria }: BoundRule, block: Block): number {
  if (!work.isLimited && !work.isSliced) return 0
  return criteria
    .filter(({ criterion }) => criterion.kind.op === 'contains')
    .reduce(
      (sum, { sourceValue, targetValue }) =>
        sum + meanLength(block.source, sourceValue) + meanLength(block.target, targetValue),
      0,
    )
}

function meanLength(nodes: readonly Node[], valueAt: (row: number) => ComparedValue | undefined): number {
  let length = 0
  for (const node of nodes) {
    const value = valueAt(firstRow(node))
    if (typeof value === 'string') length += value.length
  }
  return Math.ceil(length / nodes.length)
}

const leastOf = ([first, ...others]: readonly [PairPath, ...PairPath[]]): PairPath =>
  others.reduce((least, path) => (path.stepCount < least.stepCount ? path : least), first)

const needOf = ({ stepCount, by }: PairPath): Pick<WorkNeeded, 'needed' | 'by'> => ({ needed: stepCount, by })
