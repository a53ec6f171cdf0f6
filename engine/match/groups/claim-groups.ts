import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import { type BoundRule, pairTest, type Side } from '../bound-rule.ts'
import { isTooLarge } from '../candidates.ts'
import { type Block, blocksOf, firstRow, type Node, qualified } from '../nodes.ts'
import { type Finding, type RunState, status } from '../run-state.ts'

/**
 * `select: "group"`: the records of a blocking key are one unit on each side, and match when their sums agree. A sum
 * that does not is a finding: the records stay for later rules. Returns how many keys were candidates, their sums aside.
 * O(records), and pairs where a window has to hold.
 */
export function claimGroups(run: RunState, rule: BoundRule, sum: BoundSum): number {
  let candidateCount = 0
  for (const each of blocksOf(rule, run)) {
    const block = qualified(each, sum)
    if (!isUnit(rule, block) || !isOneCurrency(run, block)) continue
    const rows = { source: rowsById(run, 'source', block.source), target: rowsById(run, 'target', block.target) }
    if (needsPairs(rule) && isTooLarge(rule, block)) {
      run.findings.push({ reason: 'group_too_large', rule, ...rows, candidates: [] })
      continue
    }
    if (!everyPairHolds(rule, block)) continue
    candidateCount += 1
    settleGroup(run, rule, { ...rows, block, sum })
  }
  return candidateCount
}

/** A side with no record is no candidate, nor is a 1-side with several. */
function isUnit({ compiled }: BoundRule, block: Block): boolean {
  const { cardinality } = compiled.rule
  const [source, target] = [countRows(block.source), countRows(block.target)]
  if (source === 0 || target === 0) return false
  return (cardinality !== '1:n' || source === 1) && (cardinality !== 'n:1' || target === 1)
}

const countRows = (nodes: readonly Node[]): number => nodes.reduce((count, { rows }) => count + rows.length, 0)

/** Sums never add across currencies, also where a rule does not compare them. */
const isOneCurrency = (run: RunState, block: Block): boolean =>
  (['source', 'target'] as const).every((side) => {
    const { table } = run[side]
    return new Set(block[side].map((node) => table.text('currency').textAt(firstRow(node)))).size === 1
  })

const needsPairs = ({ criteria }: BoundRule): boolean => criteria.some(({ criterion }) => !isKey(criterion))

/** Where all criteria are keys one pair speaks for all. */
function everyPairHolds(rule: BoundRule, { source, target }: Block): boolean {
  const [sources, targets] = needsPairs(rule) ? [source, target] : [source.slice(0, 1), target.slice(0, 1)]
  const holds = pairTest(rule.criteria, { source: firstRow(source[0]), target: firstRow(target[0]) })
  return sources.every((s) => targets.every((t) => holds(firstRow(s), firstRow(t))))
}

interface Group {
  readonly source: readonly number[]
  readonly target: readonly number[]
  readonly block: Block
  readonly sum: BoundSum
}

function settleGroup(run: RunState, rule: BoundRule, { source, target, block, sum }: Group): void {
  const totals = {
    source: total(source, sum.sourceUnits),
    target: total(target, sum.targetUnits),
  }
  const isMatch = rule.compiled.rule.action === 'match'
  if (!sum.holds(totals.source, totals.target)) {
    const finding: Finding = { reason: 'sum_mismatch', rule, source, target, candidates: [] }
    if (isMatch) run.findings.push(finding)
    return
  }
  const nodes = { source: block.source.map(firstRow), target: block.target.map(firstRow) }
  const match = { rule, source, target, nodes, interchangeable: false, ambiguous: false }
  if (!isMatch) {
    run.suggestions.push(match)
    return
  }
  for (const row of source) run.source.statuses[row] = status.matched
  for (const row of target) run.target.statuses[row] = status.matched
  run.matches.push(match)
}

/** What the records of one side add up to. */
export const total = (rows: readonly number[], unitsOf: (row: number) => bigint | undefined): bigint =>
  rows.reduce((sum, row) => sum + (unitsOf(row) ?? 0n), 0n)

function rowsById(run: RunState, side: Side, nodes: readonly Node[]): number[] {
  const { rankById } = run[side].ordering
  return nodes.flatMap(({ rows }) => rows).sort((a, b) => (rankById[a] ?? 0) - (rankById[b] ?? 0))
}
