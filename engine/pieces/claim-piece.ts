import { at, numberAt } from '../base/at.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/id-order.ts'
import { type Match, type RunState, type Surplus, status } from '../match/run-state.ts'
import { recordId } from '../record/id-column.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { NamedRecord } from '../result/break-lines.ts'
import { type NamedSurplus, type Piece, type PieceRun, type PieceSink, runPiece } from './piece.ts'
import { type RecordAfter, recordsAfter, rowsWith } from './piece-rows.ts'
import { routeRecords } from './route-records.ts'
import { addTallies, type Tally } from './tally.ts'
import { writeClaims } from './write-claims.ts'

/** What a piece counted, and whether its breaks or suggestions have to be written in the end. */
export interface ClaimedPiece {
  readonly tally: Tally
  readonly hasFindings: boolean
  readonly surplusCount: number
  readonly hasSuggestions: boolean
}

/**
 * Runs one rule over the records of a piece: lines of matches and nettings, what became of each record, and where the open
 * ones go. Requires whole blocks. Throws when a record would be in two lines.
 */
export function* claimPiece(context: PieceRun, piece: Piece, sink: PieceSink): Slices<ClaimedPiece> {
  const run = yield* runPiece(context, piece)
  const { claims, tally } = yield* writeClaims(context, { run, piece, sink })
  const recordOf = recordsAfter(context, piece, run)
  for (const surplus of run.surpluses) sink.addSurplus(namedSurplus(run, surplus, { piece, claims }))
  let routed = tally
  for (const side of sides) {
    yield* settleRecords(run, side, { claims: claims[side], recordOf, sink })
    const open = {
      rows: rowsWith(run, side, status.open),
      recordOf: (row: number) => recordOf(side, row, { state: 'open', claim: '' }),
    }
    const from = piece.position + 1
    const rows = { side, table: run[side].table, ...open, from, pace: run.work }
    routed = addTallies(routed, yield* routeRecords(context, rows, sink))
  }
  return {
    tally: routed,
    hasFindings: run.findings.length > 0,
    surplusCount: run.surpluses.length,
    hasSuggestions: run.suggestions.length > 0,
  }
}

interface NamedClaims {
  readonly piece: Piece
  readonly claims: BySide<readonly string[]>
}

function namedSurplus(run: RunState, surplus: Surplus, { piece, claims }: NamedClaims): NamedSurplus {
  const named = (side: Side): NamedRecord[] =>
    rowsById(run[side], surplus[side]).map((row) => ({
      record: piece.sides[side].numberOf(row),
      id: recordId(run[side].table, row),
    }))
  const idOf = ({ source: [source] }: Match): string => {
    const id = source === undefined ? '' : at(claims.source, source)
    if (id === '') throw new Error('Every match of the piece has a line')
    return id
  }
  const { counts, repeats } = surplus
  return { source: named('source'), target: named('target'), counts, repeats: repeats.map(idOf) }
}

interface Settling {
  readonly claims: readonly string[]
  readonly recordOf: RecordAfter
  readonly sink: Pick<PieceSink, 'settle'>
}

/** Settles the records that no later rule sees. Throws when a claimed record is in no line. */
function* settleRecords(run: RunState, side: Side, { claims, recordOf, sink }: Settling): Slices<void> {
  const { statuses } = run[side]
  for (const state of ['held', 'matched', 'netted'] as const)
    for (let row = 0; row < statuses.length; row++) {
      if (numberAt(statuses, row) !== status[state]) continue
      const claim = at(claims, row)
      if ((claim === '') !== (state === 'held')) throw new Error('Completeness: a claimed record is in no line')
      sink.settle(side, recordOf(side, row, { state, claim }))
      if (run.work.endsSlice(stepsOfSettling)) yield
    }
}

/** What settling a record costs. */
const stepsOfSettling = 500
