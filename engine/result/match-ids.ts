import { at, int32At } from '../base/at.ts'
import type { Match, RunState } from '../match/run-state.ts'
import { rowsBySide } from '../match/seen-run.ts'
import { type Side, sides } from '../record/side.ts'
import type { MatchIds } from './break.ts'

/** The matches of a run in the order of their lines, with the id of each by its position, and the nettings with theirs. */
interface NamedMatches {
  readonly matches: readonly Match[]
  readonly idAt: (position: number) => string
  readonly nettings: readonly { readonly netting: Match; readonly id: string }[]
}

/**
 * The ids by which breaks refer to matches and nettings. A record is in at most one of them. The id of a match is made
 * when it is asked for, since few matches are referred to. O(records); 4 bytes each.
 */
export function createMatchIds(run: RunState, { matches, idAt, nettings }: NamedMatches): MatchIds {
  const positionOf = {
    source: new Int32Array(run.source.table.rowCount).fill(none),
    target: new Int32Array(run.target.table.rowCount).fill(none),
  }
  const place = (match: Match, position: number): void => {
    const rows = rowsBySide(match.rule, match)
    for (const row of rows.source) positionOf.source[row] = position
    for (const row of rows.target) positionOf.target[row] = position
  }
  matches.forEach(place)
  nettings.forEach(({ netting }, index) => {
    place(netting, matches.length + index)
  })
  const ofRow = (side: Side, row: number): string | undefined => {
    const position = int32At(positionOf[side], row)
    if (position === none) return undefined
    return position < matches.length ? idAt(position) : at(nettings, position - matches.length).id
  }
  return {
    ofRow,
    ofMatch(match) {
      const rows = rowsBySide(match.rule, match)
      const [id] = sides.flatMap((side) => rows[side].slice(0, 1).map((row) => ofRow(side, row)))
      if (id === undefined) throw new Error('Every match of the run has a line')
      return id
    },
  }
}

const none = -1
