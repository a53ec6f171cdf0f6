import { finish, type Slices } from '../../base/slices.ts'
import type { BySide, Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { CompiledPolicy } from '../../rules/compiled-policy.ts'
import { type BoundRule, bindRule } from './bound-rule.ts'
import { type ByHand, extendByHand } from './hand-matches.ts'
import { mark, nothingTaken, type RunState, type SideState, status } from './run-state.ts'
import { orderRecords } from './twins.ts'
import type { WholeFacts } from './whole-facts.ts'
import { createWork, type Work } from './work.ts'

/** The state of a run before its first rule: every record is open. O(n log n). */
export const createRunState = (source: Table, target: Table, policy: CompiledPolicy): RunState =>
  finish(openRunState({ source, target }, policy, { work: createWork() }))

/**
 * `facts` are needed where the tables hold only some of the records. Records that decisions match are taken. Yields
 * between sides and rules.
 */
export function* openRunState(
  read: BySide<Table>,
  policy: CompiledPolicy,
  { work, facts, byHand }: RunOptions,
): Slices<RunState> {
  const tables = byHand === undefined ? read : extendByHand(read, byHand)
  const apart = byHand?.apart
  const rowCount = tables.source.rowCount + tables.target.rowCount
  const begin = (side: Side): SideState => ({
    table: tables[side],
    ordering: orderRecords(tables[side], policy.attributePaths, apart?.[side]),
    statuses: new Uint8Array(tables[side].rowCount),
  })
  const source = begin('source')
  if (work.endsSlice(stepsOfOrder * rowCount)) yield
  const begun = { source, target: begin('target') }
  if (work.endsSlice(stepsOfOrder * rowCount)) yield
  const rules: BoundRule[] = []
  for (const compiled of policy.compiled) {
    if (!compiled.rule.enabled) continue
    rules.push(bindRule(compiled, tables, facts))
    if (work.endsSlice(stepsOfBinding * rowCount)) yield
  }
  const run = {
    rules,
    attributePaths: policy.attributePaths,
    ...begun,
    begun,
    ...nothingTaken(),
    work,
    ...(facts && { facts }),
    ...(byHand && { byHand, apart }),
  }
  for (const match of byHand?.matches ?? []) mark(run, match, status.matched)
  return run
}

interface RunOptions {
  readonly work: Work
  readonly facts?: WholeFacts | undefined
  readonly byHand?: ByHand | undefined
}

const [stepsOfOrder, stepsOfBinding] = [32, 8]
