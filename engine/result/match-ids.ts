import type { Match } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { MatchIds } from './break.ts'
import type { Coverage } from './completeness.ts'

interface NamedMatches {
  /** The lines in which records stand; those of the matches are the first, and no others are noted yet. */
  readonly coverage: Pick<Coverage, 'lineOf'>
  /** The id of a match by its position among the matches. */
  readonly idAt: (position: number) => string
  readonly nettings: readonly { readonly netting: Match; readonly id: string }[]
}

/**
 * The ids by which breaks refer to matches and nettings, once the lines of matches are written. A record is in at most one
 * of them. The id of a match is made when it is asked for, since few matches are referred to. O(nettings).
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
