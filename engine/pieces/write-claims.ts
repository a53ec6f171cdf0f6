import { at } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import type { RunState } from '../match/state/run-state.ts'
import { type Side, sides } from '../record/side.ts'
import { type ClaimedLines, writeClaimed } from '../result/claimed-lines.ts'
import { exchangeDifferences } from '../result/conversions.ts'
import { createCoverage, noneCovered } from '../result/coverage.ts'
import { matchesById } from '../result/match-lines.ts'
import { countSide, partOfClaimed, sumSide } from '../result/side-sums.ts'
import { formatSums } from '../result/totals.ts'
import { entryOfLine, placeMaker } from './line-entries.ts'
import { createLineList } from './line-list.ts'
import type { Piece, PieceRun, PieceSink } from './piece.ts'
import { numberMaker } from './piece-numbers.ts'
import { emptyTally, type Tally } from './tally.ts'

interface Claiming {
  readonly run: RunState
  readonly piece: Piece
  readonly sink: Pick<PieceSink, 'addLine' | 'addSuggestion'>
}

interface WrittenClaims {
  claimOf(side: Side, row: number): string
  readonly tally: Tally
}

/**
 * Writes the lines of matches, suggestions and nettings, and counts the records that these take. Holds at most about a
 * megabyte of lines, and the hashes of all.
 */
export function* writeClaims({ sha256 }: PieceRun, { run, piece, sink }: Claiming): Slices<WrittenClaims> {
  const numbersOf = numberMaker(piece, run)
  const placeOf = placeMaker({ source: run.source.table.text('id'), target: run.target.table.text('id') })
  const { suggestions } = run
  const matches = matchesById(run)
  const matchCount = matches.count()
  const artifact = createLineList(sha256, matchCount + suggestions.length, (position, line, countKey) => {
    const isMatch = position < matchCount
    const match = isMatch ? matches.at(position) : at(suggestions, position - matchCount)
    const entry = { ...numbersOf(match), line, place: placeOf(match), countKey }
    if (isMatch) sink.addLine('matches', entry)
    else sink.addSuggestion(entry)
  })
  const coverage = createCoverage(noneCovered({ source: run.source.table.rowCount, target: run.target.table.rowCount }))
  const claimed = yield* writeClaimed(run, {
    ...{ artifact, coverage, suggestions, sha256 },
    hashOfMatch: artifact.leafHash,
  })
  artifact.giveAll()
  for (const { line, ...rows } of claimed.netted) sink.addLine('netted', entryOfLine(line, numbersOf(rows)))
  return {
    claimOf: (side, row) => claimed.ids.ofRow(side, row) ?? '',
    tally: claimedTally(run, piece.position, claimed),
  }
}

function claimedTally(run: RunState, position: number, claimed: ClaimedLines): Tally {
  const { settled, differences, confidence } = claimed
  const [pass] = run.passes
  if (pass === undefined) throw new Error('A rule that ran has a pass')
  const { rule, action, leftSource, leftTarget, ...counts } = pass
  const recordsOf = (side: Side) => countSide(run, side, partOfClaimed)
  const records = { source: recordsOf('source'), target: recordsOf('target') }
  const sumsOf = (side: Side) => sumSide(run, side, { ...settled, partOf: partOfClaimed })
  const sums = { source: sumsOf('source'), target: sumsOf('target') }
  const taken = { source: 0, target: 0 }
  for (const side of sides) taken[side] = records[side].matched + records[side].netted
  for (const { side } of run.residuals) taken[side] -= 1
  return {
    ...emptyTally,
    passes: { [position]: counts },
    taken: { [position]: taken },
    totals: formatSums({ sums, differences, fx: exchangeDifferences(run) }),
    confidence: confidence(),
    records,
    residualCount: run.residuals.length,
  }
}
