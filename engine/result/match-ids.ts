import { byteAt, int32At } from '../base/at.ts'
import { isWhole, type MatchList } from '../match/state/match-list.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { MatchIds } from './break.ts'
import type { DecidedMatch } from './decided-lines.ts'

interface NamedMatches {
  /** In the order of their lines. */
  readonly matches: MatchList
  readonly idAt: (position: number) => string
  readonly nettings: readonly { readonly netting: Match; readonly id: string }[]
  readonly decided: readonly DecidedMatch[]
}

/**
 * The ids by which breaks refer to matches, those by hand too, and nettings. Call it after the lines of matches are
 * written. The id of a match is made on demand, since breaks refer to few matches. O(nettings); O(matches) for the first
 * id.
 */
export function createMatchIds(run: RunState, { matches, idAt, nettings, decided }: NamedMatches): MatchIds {
  const named: BySide<Map<number, string>> = { source: new Map(), target: new Map() }
  for (const { match, id } of decided) for (const side of sides) for (const row of match[side]) named[side].set(row, id)
  for (const { netting, id } of nettings) {
    const rows = rowsBySide(netting.rule, netting)
    for (const side of sides) for (const row of rows[side]) named[side].set(row, id)
  }
  let lines: BySide<Int32Array> | undefined
  const ofRow = (side: Side, row: number): string | undefined => {
    lines ??= linesOfRows(run, matches)
    const line = int32At(lines[side], row)
    return line === 0 ? named[side].get(row) : idAt(line - 1)
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

/** Row → the position of its match among the lines of matches, from 1; 0 for a row that is not matched. */
function linesOfRows({ source, target }: RunState, matches: MatchList): BySide<Int32Array> {
  const lines = { source: new Int32Array(source.table.rowCount), target: new Int32Array(target.table.rowCount) }
  const columns = matches.columns()
  for (const side of sides) noteLines(lines[side], columns[side])
  const areWhole = Uint8Array.from(columns.hows, (how) => Number(isWhole(how)))
  for (let position = 0; position < columns.howAt.length; position++) {
    if (byteAt(areWhole, int32At(columns.howAt, position)) === 0) continue
    const match = matches.at(position)
    for (const side of sides) for (const row of match[side]) lines[side][row] = position + 1
  }
  return lines
}

/** In a loop of its own: writes at random overlap in a short loop. */
function noteLines(lines: Int32Array, rows: Int32Array): void {
  for (let position = 0; position < rows.length; position++) lines[int32At(rows, position)] = position + 1
}
