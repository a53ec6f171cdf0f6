import { at } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import { status } from '../../match/state/run-state.ts'
import { sideOfPlace } from '../../match/state/seen-run.ts'
import type { WholeFacts } from '../../match/state/whole-facts.ts'
import { createWork, sliceStepCountUsual } from '../../match/state/work.ts'
import { type BySide, oppositeSide, type Side } from '../../record/side.ts'
import { pairLineSeen } from '../../result/compared-pair.ts'
import type { CandidateLine } from '../../result/line.ts'
import type { SearchedRun } from '../../result/pair-search.ts'
import { type Places, placeRecords } from '../../result/record-order.ts'
import { rankedSide } from './kept-entries.ts'
import { type BoundJoin, bindJoin, type ReasonJoin } from './reason-joins.ts'
import { codeOf, type EntryTable } from './searched-entry.ts'

export type PieceEntries = BySide<EntryTable>

export interface BoundPiece {
  readonly entries: PieceEntries
  readonly run: SearchedRun
  readonly bound: BoundJoin
  readonly places: Places
}

export interface JoinOfPiece {
  readonly join: ReasonJoin
  readonly facts: Pick<WholeFacts, 'tellsApart'>
}

/** Binds the rule of a join to the records of a piece. O(n log n). */
export function* bindPiece(entries: PieceEntries, { join, facts }: JoinOfPiece): Slices<BoundPiece> {
  const sideOf = (place: Side) => ({
    ...rankedSide(entries[place].table),
    statuses: Uint8Array.from(entries[place].marks, ({ isTaken }) => (isTaken ? status.matched : status.open)),
  })
  const source = sideOf('source')
  yield
  const target = sideOf('target')
  yield
  const run = { source, target, work: createWork({ sliceStepCount: sliceStepCountUsual }), exclusions: [] }
  const bound = bindJoin(join, { source: entries.source.table, target: entries.target.table }, facts)
  yield
  const places = placeRecords(run)
  yield
  return { entries, run, bound, places }
}

export const codeIn = ({ entries, bound }: BoundPiece, place: Side, row: number): number =>
  codeOf(sideOfPlace(bound.rule, place), at(entries[place].marks, row).number)

export function candidateIn(piece: BoundPiece, place: Side, [row, other]: readonly [number, number]): CandidateLine {
  const { run, bound, entries } = piece
  const { claim } = at(entries[oppositeSide(place)].marks, other)
  const [source, target] = place === 'source' ? [row, other] : [other, row]
  return { ...pairLineSeen(run, { rule: bound.rule, source, target }), ...(claim !== '' && { takenBy: claim }) }
}
