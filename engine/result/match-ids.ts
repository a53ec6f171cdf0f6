import type { Match } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { MatchIds } from './break.ts'
import type { Coverage } from './completeness.ts'

interface NamedMatches {
  /**
   * The lines of records. At this point only the lines of matches are noted, so a line's number is the position of the
   * match.
   */
  readonly coverage: Pick<Coverage, 'lineOf'>
  readonly idAt: (position: number) => string
  readonly nettings: readonly { readonly netting: Match; readonly id: string }[]
}

/**
 * The ids by which breaks refer to matches and nettings. Call it after the lines of matches are written. The id of a
 * match is made on demand, since breaks refer to few matches. O(nettings).
 */
export function createMatchIds({ coverage, idAt, nettings }: NamedMatches): MatchIds {
  const netted: BySide<Map<number, string>> = { source: new Map(), target: new Map() }
  for (const { netting, id } of nettings) {
    const rows = rowsBySide(netting.rule, netting)
    for (const side of sides) for (const row of rows[side]) netted[side].set(row, id)
  }
  const ofRow = (side: Side, row: number): string | undefined => {
    const position = coverage.lineOf(side, row)
    return position === undefined ? netted[side].get(row) : idAt(position)
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
