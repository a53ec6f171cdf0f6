import type { Slices } from '../../base/slices.ts'
import { type BoundRule, bindPlaces } from '../../match/state/bound-rule.ts'
import { status } from '../../match/state/run-state.ts'
import { sideOfPlace } from '../../match/state/seen-run.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import { createWork, sliceStepCountUsual } from '../../match/state/work.ts'
import type { BySide, Side } from '../../record/side.ts'
import { rowsByText } from '../../record/sort-texts.ts'
import type { Table } from '../../record/table.ts'
import type { PairJoin } from '../../result/pair-joins.ts'
import type { SearchedRun } from '../../result/pair-search.ts'
import { type OrderedSide, type Places, placeRecords } from '../../result/record-order.ts'
import type { CompiledRule } from '../../rules/compiled-policy.ts'
import { type MarkedLines, type PieceSide, readMarkedLines } from '../records/piece-records.ts'
import type { ReasonJoin } from './reason-joins.ts'

/** Some records in one place of joins. */
export interface PlacedRecords extends OrderedSide {
  readonly marked: MarkedLines
  readonly statuses: Uint8Array
}

export function* placedRecords({ table, ...marked }: PieceSide): Slices<PlacedRecords> {
  const { rowCount, stateOf } = marked
  const statuses = new Uint8Array(rowCount).fill(status.open)
  for (let row = 0; row < rowCount; row++) {
    const state = stateOf(row)
    if (state === 'matched' || state === 'netted') statuses[row] = status.matched
    if (row % recordsOfSlice === 0) yield
  }
  const rankById = new Int32Array(rowCount)
  for (const [rank, row] of rowsByText(table.text('id')).entries()) rankById[row] = rank
  yield
  return { table, ordering: { rankById }, marked, statuses }
}

const recordsOfSlice = 5_000

export const placedNone = ({ none: table }: ReasonJoin): PlacedRecords => ({
  table,
  ordering: { rankById: new Int32Array(0) },
  marked: readMarkedLines([]),
  statuses: new Uint8Array(0),
})

/** Whose signs are turned in each place: what a netting rule sees in both is of its one side. */
export const turnsInPlaces = ({ rule, turns }: CompiledRule): CompiledRule['turns'] =>
  rule.side === undefined ? turns : { source: turns[rule.side], target: turns[rule.side] }

/** A join over the records of its two places. */
export interface BoundPiece {
  readonly records: BySide<PlacedRecords>
  readonly run: SearchedRun
  readonly rule: BoundRule
  readonly pairs: PairJoin
  readonly places: Places
}

/**
 * Binds a join to records. Residuals that its rule or a later one left count as excluded. `places` are those of the
 * records, where a caller has placed them for another join.
 */
export function* bindPiece(
  join: ReasonJoin,
  records: BySide<PlacedRecords>,
  { facts, places = placeRecords(records, turnsInPlaces(join.compiled)) }: PieceContext = {},
): Slices<BoundPiece> {
  const statusesOf = ({ statuses, marked: { hasResiduals, markOf } }: PlacedRecords): Uint8Array =>
    hasResiduals ? statuses.map((own, row) => (markOf(row).bornAt < join.position ? own : status.excluded)) : statuses
  const seen = (placed: PlacedRecords) => ({
    table: placed.table,
    ordering: placed.ordering,
    statuses: statusesOf(placed),
  })
  const namesIn = (place: Side) => facts?.namesOf(sideOfPlace(join, place))
  const hasResiduals = records.source.marked.hasResiduals || records.target.marked.hasResiduals
  const run = {
    source: seen(records.source),
    target: seen(records.target),
    work: createWork({ sliceStepCount: sliceStepCountUsual }),
    exclusions: hasResiduals ? [status.excluded] : [],
    ...(facts && { names: { source: namesIn('source'), target: namesIn('target') } }),
  }
  yield
  const tables: BySide<Table> = { source: records.source.table, target: records.target.table }
  const rule = bindPlaces(join.compiled, tables, facts)
  const failed = join.failed === undefined ? undefined : rule.criteria[join.failed]
  yield
  return { records, run, rule, pairs: { rule, ...(failed && { failed }), stepCountMax: join.stepCountMax }, places }
}

interface PieceContext {
  readonly facts?: Pick<WholeFacts, 'tellsApart' | 'namesOf'>
  readonly places?: Places
}
