import { uint32At } from '../base/at.ts'
import { type Side, sides } from '../record/side.ts'
import { type Block, blocksOf, rowsOfBlock } from './blocks.ts'
import type { BoundRule } from './bound-rule.ts'
import type { WorkNeeded } from './limits.ts'
import { mayExceedNormalizing, normalizingExcess, spendNormalizing } from './normalizing-work.ts'
import type { Rows, RunState } from './run-state.ts'
import { tooLargeFinding } from './too-large.ts'

/**
 * The blocks of a rule that are small enough to be decided: by their records, the bytes of their canonical lines and the
 * steps of normalising their texts. Each other block is a finding, whatever the rule would do with it. Changes `run`.
 * O(records).
 */
export function decidableBlocks(run: RunState, rule: BoundRule): Block[] {
  spendNormalizing(run, rule)
  const blocks = blocksOf(rule, run)
  const tests = [
    ...(mayExceed(run) ? [blockExcess] : []),
    ...(mayExceedNormalizing(run, rule.criteria) ? [normalizingExcess] : []),
  ]
  if (tests.length === 0) return blocks
  return blocks.filter((block) => {
    const excess = tests.map((excessOf) => excessOf(run, rule, block)).find((each) => each !== undefined)
    if (excess !== undefined) run.findings.push(tooLargeFinding(rule, block, excess))
    return excess === undefined
  })
}

/** Whether all records of the run together are more than one block may have. */
function mayExceed({ source: { table: source }, target: { table: target }, work: { limits } }: RunState): boolean {
  return (
    source.rowCount + target.rowCount > limits.blockRecordCountMax ||
    source.lineByteCount + target.lineByteCount > limits.blockByteCountMax
  )
}

const blockExcess = (run: RunState, _rule: BoundRule, block: Block): WorkNeeded | undefined =>
  sizeExcess(run, rowsOfBlock(block))

/** What records of one block have too much of: their number, or the bytes of their canonical lines. */
export function sizeExcess(run: RunState, rows: Rows): WorkNeeded | undefined {
  const { blockRecordCountMax, blockByteCountMax } = run.work.limits
  const records = rows.source.length + rows.target.length
  if (records > blockRecordCountMax) return { needed: records, limit: blockRecordCountMax, by: 'records' }
  const bytes = sides.reduce((sum, side) => sum + countBytes(run, side, rows[side]), 0)
  return bytes > blockByteCountMax ? { needed: bytes, limit: blockByteCountMax, by: 'bytes' } : undefined
}

const countBytes = (run: RunState, side: Side, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + uint32At(run[side].table.lineByteCounts, row), 0)
