import { at, int32At } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Slices } from '../base/slices.ts'
import { type RunState, status } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { type Side, sides } from '../record/side.ts'
import { createCoverage } from '../result/completeness.ts'
import { exchangeDifferences } from '../result/conversions.ts'
import { createDifferenceSums } from '../result/difference-sums.ts'
import { idOfLine } from '../result/line-id.ts'
import { createMatchDifferences } from '../result/match-differences.ts'
import { matchOrder, nettedLines } from '../result/match-lines.ts'
import { writeMatches } from '../result/match-writer.ts'
import { settledAmount } from '../result/settled-amount.ts'
import { settledUnits } from '../result/settled-units.ts'
import { entryOfLine, type LineNumbers, placeMaker } from './line-entries.ts'
import { createLineList } from './line-list.ts'
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
  claimOf(side: Side, row: number): string
  readonly tally: Tally
}

const noLine = -1

const stepsOfClaim = 400

/**
 * Writes the lines of matches and nettings, and counts their records. Holds at most about a megabyte of lines, and the
 * hashes of all.
 */
export function* writeClaims({ sha256 }: PieceRun, { run, piece, sink }: Claiming): Slices<WrittenClaims> {
  const settled = settledUnits(run)
  const differences = createMatchDifferences(run, settled)
  const sums = createDifferenceSums(run, settled, differences)
  const lineAt = {
    source: new Int32Array(run.source.statuses.length).fill(noLine),
    target: new Int32Array(run.target.statuses.length).fill(noLine),
  }
  const claim = (rows: LineNumbers, line: number): void => {
    for (const side of sides) for (const row of rows[side]) lineAt[side][row] = line
  }
  const numbersOf = numberMaker(piece, run)
  const placeOf = placeMaker({ source: run.source.table.text('id'), target: run.target.table.text('id') })
  const order = matchOrder(run)
  const artifact = createLineList(sha256, order.length, (position, line, countKey) => {
    const match = run.matches.at(int32At(order, position))
    claim(match, position)
    sink.addLine('matches', { ...numbersOf(match), line, place: placeOf(match), countKey })
  })
  const written = yield* writeMatches(
    { ...run, suggestions: [] },
    { artifact, coverage: createCoverage(run), settled, sums, differences },
  )
  artifact.giveAll()
  const nettedIds: string[] = []
  for (const { netting, line } of nettedLines(run)) {
    sums.addNetting(netting)
    const text = canonicalize(line)
    const rows = rowsBySide(netting.rule, netting)
    claim(rows, order.length + nettedIds.length)
    nettedIds.push(idOfLine('netted', hashOfLine(sha256, text)))
    sink.addLine('netted', entryOfLine(line, numbersOf(rows)))
    if (run.work.endsSlice(stepsOfClaim * (netting.source.length + netting.target.length))) yield
  }
  return {
    claimOf(side, row) {
      const line = int32At(lineAt[side], row)
      if (line === noLine) return ''
      return line < order.length ? written.idAt(line) : at(nettedIds, line - order.length)
    },
    tally: {
      ...claimedTally(run, piece.position),
      ...explainedTally(sums.sums()),
      confidence: written.confidence,
    },
  }
}

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
  const residualsOf = (side: Side): number => run.residuals.filter((residual) => residual.side === side).length
  const takenOf = (side: Side): number =>
    countOf(side, status.matched) + countOf(side, status.netted) - residualsOf(side)
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
      residualCount: { source: residualsOf('source'), target: residualsOf('target') },
    },
  ].reduce(addTallies)
}
