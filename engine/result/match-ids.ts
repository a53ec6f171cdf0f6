import { at, byteAt, int32At } from '../base/at.ts'
import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createWordBuffer } from '../base/word-buffer.ts'
import { isWhole, type MatchList } from '../match/state/match-list.ts'
import type { LinedRun, Match, RunState } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { leafHash } from '../merkle/tree.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { MatchIds } from './break.ts'
import type { DecidedMatch } from './decided-lines.ts'
import type { MatchDifferences } from './match-differences.ts'
import { createMatchWriter } from './match-writer.ts'

interface NamedMatches {
  /** In the order of their lines. */
  readonly matches: MatchList
  readonly idAt: (position: number) => string
  readonly nettings: readonly { readonly netting: Match; readonly id: string }[]
  readonly decided: readonly DecidedMatch[]
}

/**
 * The ids by which breaks refer to matches, those by hand too, and nettings. The id of a match is asked for on demand,
 * since breaks refer to few matches. O(nettings); O(matches) for the first id.
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

interface HashedMatches {
  readonly matches: MatchList
  readonly differences: MatchDifferences
  readonly sha256: Sha256
}

/**
 * Makes a function that gives the leaf hash, in hex, of the line of the match at a position. Makes the line again, so
 * that nobody has to wait until all lines are written, nor keep their hashes.
 */
export function hashesOfMatches(
  run: LinedRun,
  { matches, differences, sha256 }: HashedMatches,
): (position: number) => string {
  const buffer = createWordBuffer(1_024)
  const { writePair, writeMatch } = createMatchWriter(run, { buffer, endLine: () => {} }, differences)
  const { source, target, howAt, hows } = matches.columns()
  return (position) => {
    buffer.end = 0
    const how = at(hows, int32At(howAt, position))
    if (isWhole(how)) writeMatch(how)
    else writePair({ how, source: int32At(source, position), target: int32At(target, position) })
    return toHex(leafHash(sha256, buffer.bytes.subarray(0, buffer.end)))
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
