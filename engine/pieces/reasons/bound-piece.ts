import { at } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { type BoundRule, bindPlaces } from '../../match/state/bound-rule.ts'
import { status } from '../../match/state/run-state.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import { createWork, sliceStepCountUsual } from '../../match/state/work.ts'
import type { BySide } from '../../record/side.ts'
import { rowsByText } from '../../record/sort-texts.ts'
import type { Table } from '../../record/table.ts'
import type { PairJoin } from '../../result/pair-joins.ts'
import type { SearchedRun } from '../../result/pair-search.ts'
import { type OrderedSide, type Places, placeRecords } from '../../result/record-order.ts'
import type { PieceMark } from '../records/piece-mark.ts'
import type { PieceSide } from '../records/piece-records.ts'
import type { ReasonJoin } from './reason-joins.ts'

/** Some records in one place of joins. */
export interface PlacedRecords extends OrderedSide {
  readonly marks: readonly PieceMark[]
  readonly statuses: Uint8Array
  readonly hasResiduals: boolean
}

export function* placedRecords({ table, rowCount, markOf }: PieceSide): Slices<PlacedRecords> {
  const marks: PieceMark[] = []
  const statuses = new Uint8Array(rowCount).fill(status.open)
  let hasResiduals = false
  for (let row = 0; row < rowCount; row++) {
    const mark = markOf(row)
    marks.push(mark)
    if (mark.state === 'matched' || mark.state === 'netted') statuses[row] = status.matched
    hasResiduals ||= mark.bornAt >= 0
    if (row % recordsOfSlice === 0) yield
  }
  const rankById = new Int32Array(rowCount)
  for (const [rank, row] of rowsByText(table.text('id')).entries()) rankById[row] = rank
  yield
  return { table, ordering: { rankById }, marks, statuses, hasResiduals }
}

const recordsOfSlice = 5_000

export const placedNone = ({ none: table }: ReasonJoin): PlacedRecords => ({
  table,
  ordering: { rankById: new Int32Array(0) },
  marks: [],
  statuses: new Uint8Array(0),
  hasResiduals: false,
})

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
  { facts, places = placeRecords(records, join.compiled.turns) }: PieceContext = {},
): Slices<BoundPiece> {
  const seen = ({ table, ordering, statuses, marks, hasResiduals }: PlacedRecords) => ({
    table,
    ordering,
    statuses: hasResiduals ? statuses.map((own, row) => (isBorn(at(marks, row)) ? own : status.excluded)) : statuses,
  })
  const isBorn = ({ bornAt }: PieceMark): boolean => bornAt < join.position
  const hasResiduals = records.source.hasResiduals || records.target.hasResiduals
  const run = {
    source: seen(records.source),
    target: seen(records.target),
    work: createWork({ sliceStepCount: sliceStepCountUsual }),
    exclusions: hasResiduals ? [status.excluded] : [],
  }
  yield
  const tables: BySide<Table> = { source: records.source.table, target: records.target.table }
  const rule = bindPlaces(join.compiled, tables, facts)
  const failed = join.failed === undefined ? undefined : rule.criteria[join.failed]
  yield
  return { records, run, rule, pairs: { rule, ...(failed && { failed }), stepCountMax: join.stepCountMax }, places }
}

interface PieceContext {
  readonly facts?: Pick<WholeFacts, 'tellsApart'>
  readonly places?: Places
}
