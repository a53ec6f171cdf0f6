import type { Match } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import type { BreakLine, CandidateLine } from './line.ts'
import type { SideRows } from './record-ids.ts'

/** A break with its records as rows; `line` holds all but the ids and the group. */
export interface Break extends SideRows {
  readonly line: Omit<BreakLine, 'source' | 'target' | 'candidates' | 'group'>
  readonly candidates: readonly CandidateLine[]
  readonly isUnsearched?: true
}

/** The ids of matches, by a row that a match or netting holds, or by the match. */
export interface MatchIds {
  ofRow(side: Side, row: number): string | undefined
  ofMatch(match: Match): string
}
