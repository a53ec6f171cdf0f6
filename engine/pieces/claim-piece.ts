import { numberAt } from '../base/at.ts'
import { fromUtf8, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { Slices } from '../base/slices.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import { type Leftovers, type Match, type Residual, type RunState, status } from '../match/state/run-state.ts'
import { claimByRule } from '../match/waterfall.ts'
import { recordId } from '../record/id-column.ts'
import { type Side, sides } from '../record/side.ts'
import type { NamedRecord } from '../result/break-lines.ts'
import { renamed } from './filed-findings.ts'
import { type NamedLeftovers, openPiece, type Piece, type PieceRun, type PieceSink } from './piece.ts'
import { type PieceMark, type PieceState, pieceStates } from './records/piece-mark.ts'
import type { MarkedLines } from './records/piece-records.ts'
import { openRouting } from './route-records.ts'
import { addTallies, type Tally } from './tally.ts'
import { writeClaims } from './write-claims.ts'

interface ClaimedPiece {
  readonly hasFindings: boolean
  readonly leftoverCount: number
  readonly hasSuggestions: boolean
  /**
   * Sends records of a side, in the order of rows from `first`, to the sink: to their next rule, or as settled. The
   * lines are read during this call only. Throws when a matched or netted record is in no line.
   */
  settle(side: Side, records: { readonly first: number; readonly marked: MarkedLines }): Slices<void>
  /** The counts of the piece. Throws unless all of its records are settled. */
  tally(): Tally
}

/**
 * Runs one rule over the records of a piece, and writes the lines of its matches and nettings. Then `settle` takes the
 * records in parts, so that not all of their lines are in memory at once. Requires all records of each block. Throws
 * when a record would be in two matches.
 */
export function* claimPiece(context: PieceRun, piece: Piece, sink: PieceSink): Slices<ClaimedPiece> {
  const run = yield* openPiece(context, piece)
  yield* claimByRule(run, 0)
  const { claimOf, tally } = yield* writeClaims(context, { run, piece, sink })
  for (const leftovers of run.leftovers) sink.addLeftovers(namedLeftovers(run, leftovers, { piece, claimOf }))
  const named = { source: new Set<number>(), target: new Set<number>() }
  for (const finding of run.findings)
    sink.addFinding(
      renamed(finding, finding.rule, (side, row) => {
        named[side].add(row)
        return piece.sides[side].numberOf(row)
      }),
    )
  const from = piece.position + 1
  const routings = {
    source: openRouting(context, { side: 'source', table: run.source.table, from }, sink),
    target: openRouting(context, { side: 'target', table: run.target.table, from }, sink),
  }
  const residualsOf = residualsAfter(context, piece, run)
  const settledCount = { source: 0, target: 0 }
  const settleRow = (side: Side, { row, mark, line }: RowRecord): void => {
    const state = stateOfStatus.get(numberAt(run[side].statuses, row))
    if (state === undefined) throw new Error('Completeness: a record of a piece is excluded')
    const claim = state === 'open' ? '' : claimOf(side, row)
    if ((claim === '') !== (state === 'held' || state === 'open'))
      throw new Error('Completeness: a claimed record is in no line')
    const record = { mark: { ...mark, state, claim }, line }
    if (named[side].has(row)) sink.addNamed(side, record)
    if (state === 'open') routings[side].route(row, record)
    else sink.settle(side, record)
  }
  return {
    hasFindings: run.findings.length > 0,
    leftoverCount: run.leftovers.length,
    hasSuggestions: run.suggestions.length > 0,
    *settle(side, { first, marked }) {
      for (let index = 0; index < marked.rowCount; index++) {
        const { number, bornAt, byteCount } = marked.markOf(index)
        const [row, line] = [first + index, marked.lineOf(index)]
        settleRow(side, { row, mark: { number, bornAt, byteCount }, line })
        for (const residual of residualsOf(side, { row, number, line })) settleRow(side, residual)
        if (run.work.endsSlice(stepsOfSettling)) yield
      }
      settledCount[side] += marked.rowCount
    },
    tally() {
      for (const side of sides)
        if (settledCount[side] !== piece.sides[side].rowCount)
          throw new Error(`Completeness: not all records of the ${side} are settled`)
      return sides.map((side) => routings[side].tally()).reduce(addTallies, tally)
    },
  }
}

const stepsOfSettling = 700

const stateOfStatus: ReadonlyMap<number, PieceState> = new Map(pieceStates.map((state) => [status[state], state]))

interface Claims {
  readonly piece: Piece
  readonly claimOf: (side: Side, row: number) => string
}

function namedLeftovers(run: RunState, leftovers: Leftovers, { piece, claimOf }: Claims): NamedLeftovers {
  const named = (side: Side): NamedRecord[] =>
    rowsById(run[side], leftovers[side]).map((row) => ({
      record: piece.sides[side].numberOf(row),
      id: recordId(run[side].table, row),
    }))
  const idOf = ({ source: [source] }: Match): string => {
    const id = source === undefined ? '' : claimOf('source', source)
    if (id === '') throw new Error('Every match of the piece has a line')
    return id
  }
  const { counts, repeats } = leftovers
  return { source: named('source'), target: named('target'), counts, repeats: repeats.map(idOf) }
}

interface RowRecord {
  readonly row: number
  readonly mark: Omit<PieceMark, 'state' | 'claim'>
  readonly line: Uint8Array
}

/**
 * Makes a function that gives the residuals of a row that the piece's rule left. A residual's line is that of its
 * origin with its own id and amount, without `gross`, `fee` and `net`.
 */
function residualsAfter({ facts }: PieceRun, { position }: Piece, run: RunState) {
  const { source, target } = Object.groupBy(run.residuals, ({ side }) => side)
  const residuals = { source: byOrigin(source), target: byOrigin(target) }
  return (side: Side, origin: Omit<RowRecord, 'mark'> & { readonly number: number }): readonly RowRecord[] =>
    (residuals[side].get(origin.row) ?? []).map((residual) => ({
      row: residual.row,
      mark: {
        number: origin.number + facts[side].recordCount,
        bornAt: position,
        byteCount: numberAt(run[side].table.lineByteCounts, residual.row),
      },
      line: lineOfResidual(origin.line, { id: recordId(run[side].table, residual.row), residual }),
    }))
}

const byOrigin = (residuals: readonly Residual[] = []): ReadonlyMap<number, readonly Residual[]> =>
  Map.groupBy(residuals, ({ origin }) => origin)

function lineOfResidual(
  origin: Uint8Array,
  { id, residual }: { readonly id: string; readonly residual: Residual },
): Uint8Array {
  const { gross, fee, net, ...kept } = JSON.parse(fromUtf8(origin))
  return utf8(canonicalize({ ...kept, id, amount: formatDecimal(residual.amount) }))
}
