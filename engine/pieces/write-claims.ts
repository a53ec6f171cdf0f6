import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Slices } from '../base/slices.ts'
import { type Match, type RunState, status } from '../match/run-state.ts'
import { rowsBySide } from '../match/seen-run.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { createArtifactWriter } from '../result/artifact.ts'
import { createCoverage } from '../result/completeness.ts'
import { exchangeDifferences } from '../result/conversions.ts'
import { createExplainedDifferences } from '../result/explained-differences.ts'
import { idOfLine } from '../result/line-id.ts'
import { createMatchDifferences } from '../result/match-differences.ts'
import { matchesById, nettedLines } from '../result/match-lines.ts'
import { writeMatches } from '../result/match-writer.ts'
import { settledAmount } from '../result/settled-amount.ts'
import { settledUnits } from '../result/settled-units.ts'
import type { Piece, PieceRun, PieceSink } from './piece.ts'
import { numberMaker } from './piece-numbers.ts'
import { rowsWith } from './piece-rows.ts'
import { addTallies, emptyTally, explainedTally, sumPart, type Tally, tallyOfSums } from './tally.ts'

interface Claiming {
  readonly run: RunState
  readonly piece: Piece
  readonly sink: Pick<PieceSink, 'addLine'>
}

interface WrittenClaims {
  /** Row → the id of the line that holds it. */
  readonly claims: BySide<ReadonlyMap<number, string>>
  readonly tally: Tally
}

/** Writes the lines of matches and nettings, and counts what they hold. */
export function* writeClaims({ sha256 }: PieceRun, { run, piece, sink }: Claiming): Slices<WrittenClaims> {
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const explained = createExplainedDifferences(run, settled, differences)
  const artifact = createArtifactWriter(sha256)
  const written = yield* writeMatches(
    { ...run, suggestions: [] },
    { artifact, coverage: createCoverage(run), settled, explained, differences },
  )
  const claims = { source: new Map<number, string>(), target: new Map<number, string>() }
  const numbersOf = numberMaker(piece, run)
  const claim = (match: Match, id: string): void => {
    const rows = rowsBySide(match.rule, match)
    for (const side of sides) for (const row of rows[side]) claims[side].set(row, id)
  }
  const matches = matchesById(run)
  const lines = linesIn(artifact.finish().chunks.map(({ bytes }) => bytes))
  for (const [position, match] of matches.entries()) {
    claim(match, written.idAt(position))
    const { value } = lines.next()
    if (value === undefined) throw new Error('Every match has a line')
    sink.addLine('matches', { ...numbersOf(match), line: value })
  }
  for (const { netting, line } of nettedLines(run)) {
    explained.addNetting(netting)
    const text = canonicalize(line)
    claim(netting, idOfLine('netted', hashOfLine(sha256, text)))
    sink.addLine('netted', { ...numbersOf(rowsBySide(netting.rule, netting)), line: utf8(text) })
  }
  return {
    claims,
    tally: {
      ...claimedTally(run, piece.position),
      ...explainedTally(explained.sums()),
      confidence: written.confidence,
    },
  }
}

/** The figures of what a rule claimed and holds for review. */
function claimedTally(run: RunState, position: number): Tally {
  const [pass] = run.passes
  if (pass === undefined) throw new Error('A rule that ran has a pass')
  const { rule, action, leftSource, leftTarget, ...counts } = pass
  const countOf = (side: Side, wanted: number): number =>
    run[side].statuses.reduce((sum, each) => sum + Number(each === wanted), 0)
  const recordsOf = (side: Side) => ({
    matched: countOf(side, status.matched),
    open: countOf(side, status.held),
    netted: countOf(side, status.netted),
  })
  const restsOf = (side: Side): number => run.residuals.filter((rest) => rest.side === side).length
  const takenOf = (side: Side): number => countOf(side, status.matched) + countOf(side, status.netted) - restsOf(side)
  const parts = sides.flatMap((side) =>
    (['matched', 'held', 'netted'] as const).map((state) =>
      tallyOfSums(
        side,
        sumPart(run[side].table, rowsWith(run, side, status[state]), {
          part: state === 'held' ? 'open' : state,
          amountOf: (row) => settledAmount(run, side, row),
        }),
      ),
    ),
  )
  return [
    ...parts,
    {
      ...emptyTally,
      passes: { [position]: counts },
      taken: { [position]: { source: takenOf('source'), target: takenOf('target') } },
      fx: exchangeDifferences(run),
      records: { source: recordsOf('source'), target: recordsOf('target') },
      residualCount: { source: restsOf('source'), target: restsOf('target') },
    },
  ].reduce(addTallies)
}

function* linesIn(chunks: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const bytes of chunks)
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(0x0a, start)
      yield bytes.subarray(start, end)
      start = end + 1
    }
}
