import { numberAt } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { numberOfRow } from '../../record/numbering.ts'
import { type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { CompiledFilter } from '../../rules/compiled-policy.ts'
import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import type { NormalizingSteps } from '../../rules/criteria/comparison-answers.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import { type BoundRule, takesPartOf, valueAt } from '../state/bound-rule.ts'
import { stepCountMaxOf, type WorkNeeded } from '../state/limits.ts'
import { type RunState, status } from '../state/run-state.ts'
import { type Block, countRecords, firstRow } from './blocks.ts'
import { keyNumbersOf } from './key-numbers.ts'

/** In a run with a limit of steps, counts the steps of normalising texts before any text is read. O(records). */
export function spendNormalizing(run: RunState, rule: BoundRule): void {
  if (!run.work.isLimited) return
  for (const { normalizing } of rule.criteria) {
    if (normalizing === undefined) continue
    const { countCost } = normalizing
    for (const side of sides) run.work.spend(stepsOfOpen(run, rule, { side, stepsOf: (row) => countCost(side, row) }))
  }
}

/** Texts that together cost less fit into one slice, and are normalised only when a pair reads them. */
const costAhead = 1_000_000

/** Normalises costly texts in advance, in slices, so that no later read takes longer than a slice. */
export function* readTexts(run: RunState, rule: BoundRule): Slices<void> {
  for (const bound of rule.criteria) {
    const { normalizing } = bound
    if (!run.work.isSliced || normalizing === undefined || normalizing.costMost < costAhead) continue
    for (const side of sides) {
      const { statuses } = run[side]
      const takesPart = takesPartOf(rule, side)
      const read = textReader(bound, side)
      for (let row = 0; row < statuses.length; row++) {
        if (numberAt(statuses, row) !== status.open || !takesPart(row)) continue
        read(row)
        if (run.work.endsSlice(normalizing.costOf(side, row))) yield
      }
    }
  }
}

function textReader(bound: BoundCriterion, side: Side): (row: number) => unknown {
  if (!isKey(bound.criterion)) return (row) => valueAt(bound, side, row)
  const numbers = keyNumbersOf(bound)
  return (row) => numberOfRow(numbers, side, row)
}

/** Counts the steps of a rule's filters and tests the records in advance, in slices. O(records × filters). */
export function* testFilters(run: RunState, rule: BoundRule): Slices<void> {
  if (!run.work.isLimited && !run.work.isSliced) return
  for (const side of sides) {
    const { table, statuses } = run[side]
    const cost = rule.compiled.filters[side].reduce((sum, filter) => sum + costOfFilter(filter, table), 0)
    run.work.spend(cost)
    if (cost < costAhead) continue
    const takesPart = takesPartOf(rule, side)
    const costOfRow = Math.ceil(cost / statuses.length)
    for (let row = 0; row < statuses.length; row++) {
      takesPart(row)
      if (run.work.endsSlice(costOfRow)) yield
    }
  }
}

const costOfFilter = ({ field, type }: CompiledFilter, table: Table): number =>
  stepsOfTest * table.rowCount + (type === 'text' ? 2 * table.text(field).bytes.length : 0)

const stepsOfTest = 24

interface SideSteps {
  readonly side: Side
  readonly stepsOf: (row: number) => number
}

function stepsOfOpen(run: RunState, rule: BoundRule, { side, stepsOf }: SideSteps): number {
  const { statuses } = run[side]
  const takesPart = takesPartOf(rule, side)
  let steps = 0
  for (let row = 0; row < statuses.length; row++)
    if (numberAt(statuses, row) === status.open && takesPart(row)) steps += stepsOf(row)
  return steps
}

/**
 * The first criterion whose texts take too many steps of normalising in a block, with these steps; undefined for none.
 */
export function normalizingExcess(run: RunState, rule: BoundRule, block: Block): WorkNeeded | undefined {
  const limit = stepCountMaxOf(run.work.limits, countRecords(block))
  for (const { criterion, normalizing } of rule.criteria) {
    if (normalizing === undefined) continue
    const needed = stepsOfBlock(normalizing, block)
    if (needed > limit) return { needed, limit, by: criterion.name }
  }
  return undefined
}

const stepsOfBlock = (stepsOf: NormalizingSteps, block: Block): number =>
  sides.reduce((sum, side) => sum + block[side].reduce((all, node) => all + stepsOf[side](firstRow(node)), 0), 0)

export const mayExceedNormalizing = ({ work: { limits } }: RunState, criteria: readonly BoundCriterion[]): boolean =>
  criteria.some(({ normalizing }) => normalizing !== undefined && normalizing.most > limits.blockStepCountMin)
