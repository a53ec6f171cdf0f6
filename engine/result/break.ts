import type { Match } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import type { BreakLine, CandidateLine, PartOf } from './line.ts'
import type { SideRows } from './record-ids.ts'

/** A break whose records are known by row. `line` has everything but the ids and the group. */
export interface Break extends SideRows {
  readonly line: Omit<BreakLine, 'source' | 'target' | 'candidates' | 'group'>
  readonly candidates: readonly CandidateLine[]
  readonly isUnsearched?: true
  readonly set?: AnchoredSet
}

/** The id of a match or netting, by one of its rows or by the match itself. */
export interface MatchIds {
  ofRow(side: Side, row: number): string | undefined
  ofMatch(match: Match): string
}

/** The records that come nearest to the sum of an anchor. They are in breaks of their own. */
interface AnchoredSet {
  readonly side: Side
  readonly rows: readonly number[]
  readonly partOf: PartOf
}
