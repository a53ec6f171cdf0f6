import { at } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { sides } from '../../record/side.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import { decidableBlocks } from '../blocks/block-size.ts'
import { type Block, countRecords, firstRow, qualifyingNodes } from '../blocks/blocks.ts'
import { rowsById } from '../blocks/id-order.ts'
import { windowOf } from '../paths/window.ts'
import { holdsApart } from '../state/apart.ts'
import { type BoundRule, pairTest } from '../state/bound-rule.ts'
import { stepCountMaxOf, type WorkNeeded } from '../state/limits.ts'
import { addMatch, type Rows, type RunState } from '../state/run-state.ts'

/**
 * `select: "group"`: the records of a blocking key form one group on each side, and the groups match when their sums
 * agree. Different sums, and several records on a 1-side, are findings whose records stay open for later rules. Returns
 * the number of keys whose groups meet all criteria but the sum. Changes `run`. O(records), and O(pairs) where a
 * criterion is not part of the key.
 */
export function* claimGroups(run: RunState, rule: BoundRule, sum: BoundSum): Slices<number> {
  let candidateCount = 0
  for (const all of yield* decidableBlocks(run, rule)) {
    const block = qualifyingNodes(all, sum)
    if (run.work.endsSlice(stepsOfGroup * (all.source.length + all.target.length))) yield
    if (block.source.length === 0 || block.target.length === 0 || !hasOneCurrency(run, block)) continue
    const rows = { source: groupById(run, block, 'source'), target: groupById(run, block, 'target') }
    if (holdsApart(run, rule, rows)) continue
    const hasOneSide = fitsCardinality(rule, rows)
    const verdict = yield* everyPairHolds(run, rule, block)
    if (typeof verdict === 'object' && hasOneSide)
      run.findings.push({ reason: 'group_too_large', rule, ...rows, candidates: [], work: verdict })
    if (verdict !== true) continue
    if (hasOneSide) {
      candidateCount += 1
      applyGroups(run, rule, { rows, block, sum })
    } else if (rule.compiled.rule.action === 'match')
      run.findings.push({ reason: 'sum_mismatch', rule, ...rows, candidates: [], code: 'one_side_count' })
  }
  return candidateCount
}

const stepsOfGroup = 64

function fitsCardinality({ compiled }: BoundRule, { source, target }: Rows): boolean {
  const { cardinality } = compiled.rule
  return (cardinality !== '1:n' || source.length === 1) && (cardinality !== 'n:1' || target.length === 1)
}

/** Amounts of two currencies never add up, even where no criterion compares currencies. */
const hasOneCurrency = (run: RunState, block: Block): boolean =>
  sides.every((side) => {
    const { table } = run[side]
    return new Set(block[side].map((node) => table.text('currency').textAt(firstRow(node)))).size === 1
  })

const groupById = (run: RunState, block: Block, side: keyof Block): number[] =>
  rowsById(
    run[side],
    block[side].flatMap(({ rows }) => rows),
  )

interface Groups {
  readonly rows: Rows
  readonly block: Block
  readonly sum: BoundSum
}

function applyGroups(run: RunState, rule: BoundRule, { rows, block, sum }: Groups): void {
  if (!sum.holds(total(rows.source, sum.sourceUnits), total(rows.target, sum.targetUnits))) {
    if (rule.compiled.rule.action === 'match')
      run.findings.push({ reason: 'sum_mismatch', rule, ...rows, candidates: [] })
    return
  }
  const nodes = { source: block.source.map(firstRow), target: block.target.map(firstRow) }
  addMatch(run, { rule, ...rows, nodes, interchangeable: false, ambiguous: false })
}

/** Throws for a record that lacks a field of the sum: groups leave these records out beforehand. */
export const total = (rows: readonly number[], unitsOf: (row: number) => bigint | undefined): bigint =>
  rows.reduce((sum, row) => {
    const units = unitsOf(row)
    if (units === undefined) throw new Error(`The record of row ${row} lacks a field of the sum`)
    return sum + units
  }, 0n)

/**
 * Whether all pairs of a block meet the rule's criteria; the work needed, where testing them exceeds the limit. Counts
 * its steps in `run.work`.
 * If all criteria are keys, one pair decides for all. If a window excludes a pair, no pair has to be tested.
 */
function* everyPairHolds(run: RunState, rule: BoundRule, block: Block): Slices<boolean | WorkNeeded> {
  const [firstSource, firstTarget] = [at(block.source, 0), at(block.target, 0)]
  const holds = pairTest(rule.criteria, { source: firstRow(firstSource), target: firstRow(firstTarget) })
  if (rule.criteria.every(({ criterion }) => isKey(criterion)))
    return holds(firstRow(firstSource), firstRow(firstTarget))
  const pairCount = block.source.length * block.target.length
  const windows = rule.criteria.filter(({ criterion }) => criterion.blocking === 'window')
  if (windows.some((bound) => windowOf(bound, block).pairCount < pairCount)) return false
  const limit = stepCountMaxOf(run.work.limits, countRecords(block))
  if (pairCount > limit)
    return { needed: pairCount, limit, by: windows.map(({ criterion }) => criterion.name).join(', ') || 'pairs' }
  run.work.spend(pairCount)
  for (const source of block.source) {
    if (!block.target.every((target) => holds(firstRow(source), firstRow(target)))) return false
    if (run.work.endsSlice(block.target.length)) yield
  }
  return true
}
