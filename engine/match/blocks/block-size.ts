import { uint32At } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import type { WorkNeeded } from '../state/limits.ts'
import type { RunState } from '../state/run-state.ts'
import type { Block } from './blocks.ts'
import { groupByKey, type KeyGroups } from './key-groups.ts'
import { mayExceedNormalizing, normalizingExcess, readTexts, spendNormalizing } from './normalizing-work.ts'
import { tooLargeFinding } from './too-large.ts'

interface DecidableGroups {
  readonly groups: KeyGroups
  isDecidable(group: number): boolean
}

/**
 * The groups of a rule that are small enough to be decided, by their records, bytes of lines and steps of normalising.
 * Each other group becomes a finding. Changes `run`. O(records).
 */
export function* decidableGroups(run: RunState, rule: BoundRule): Slices<DecidableGroups> {
  spendNormalizing(run, rule)
  yield* readTexts(run, rule)
  const groups = groupByKey(rule, run)
  const mayExceed = sizeTest(run)
  const isNormalizing = mayExceedNormalizing(run, rule.criteria)
  const tooLarge = new Set<number>()
  const isAnyDoubted = isNormalizing || mayExceed(run.source.table.rowCount + run.target.table.rowCount)
  for (let group = 0; group < (isAnyDoubted ? groups.count : 0); group++) {
    const recordCount = groups.size('source', group) + groups.size('target', group)
    const excess =
      (mayExceed(recordCount) ? sizeExcess(run, rowsOfGroup(groups, group)) : undefined) ??
      (isNormalizing ? normalizingExcess(run, rule, groups.block(group)) : undefined)
    if (excess === undefined) continue
    run.findings.push(tooLargeFinding(rule, groups.block(group), excess))
    tooLarge.add(group)
  }
  return { groups, isDecidable: (group) => !tooLarge.has(group) }
}

export function* decidableBlocks(run: RunState, rule: BoundRule): Slices<Block[]> {
  const { groups, isDecidable } = yield* decidableGroups(run, rule)
  const indices = Array.from({ length: groups.count }, (_, group) => group)
  return indices.filter(isDecidable).map(groups.block)
}

const rowsOfGroup = (groups: KeyGroups, group: number): BySide<Uint32Array> => ({
  source: groups.rows('source', group),
  target: groups.rows('target', group),
})

/** Tells by a number of records alone that they cannot be too many, nor their lines too long. */
function sizeTest({ source, target, work: { limits } }: RunState): (recordCount: number) => boolean {
  const lineByteCountMax = Math.max(longestLine(source.table), longestLine(target.table))
  return (count) => count > limits.blockRecordCountMax || count * lineByteCountMax > limits.blockByteCountMax
}

function longestLine({ lineByteCounts, rowCount }: Table): number {
  let longest = 0
  for (let row = 0; row < rowCount; row++) longest = Math.max(longest, uint32At(lineByteCounts, row))
  return longest
}

export function sizeExcess(run: RunState, rows: BySide<RowList>): WorkNeeded | undefined {
  const { blockRecordCountMax, blockByteCountMax } = run.work.limits
  const records = rows.source.length + rows.target.length
  if (records > blockRecordCountMax) return { needed: records, limit: blockRecordCountMax, by: 'records' }
  const bytes = sides.reduce((sum, side) => sum + countBytes(run, side, rows[side]), 0)
  return bytes > blockByteCountMax ? { needed: bytes, limit: blockByteCountMax, by: 'bytes' } : undefined
}

type RowList = Iterable<number> & { readonly length: number }

function countBytes(run: RunState, side: Side, rows: RowList): number {
  const { lineByteCounts } = run[side].table
  let bytes = 0
  for (const row of rows) bytes += uint32At(lineByteCounts, row)
  return bytes
}
