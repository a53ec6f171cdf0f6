import { numberAt } from '../base/at.ts'
import { fromUtf8, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { Residual, RunState, Status } from '../match/run-state.ts'
import { recordId } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'
import type { Piece, PieceRecord, PieceRun } from './piece.ts'
import type { PieceMark } from './piece-mark.ts'

/** The rows of a side that have a status. O(rows). */
export function* rowsWith(run: RunState, side: Side, wanted: Status): Generator<number> {
  const { statuses } = run[side]
  for (let row = 0; row < statuses.length; row++) if (numberAt(statuses, row) === wanted) yield row
}

/** A record of a piece as its rule has left it. */
export type RecordAfter = (side: Side, row: number, became: Pick<PieceMark, 'state' | 'claim'>) => PieceRecord

/**
 * A function that gives the rows of a piece after its rule, rests among them: a rest is numbered as its origin and the
 * records of its side more, and its line is its origin's with another id and amount.
 */
export function recordsAfter({ facts }: PieceRun, { position, sides: own }: Piece, run: RunState): RecordAfter {
  const rests = { source: new Map<number, Residual>(), target: new Map<number, Residual>() }
  for (const rest of run.residuals) rests[rest.side].set(rest.row, rest)
  return (side, row, became) => {
    const { table, markOf, lineOf } = own[side]
    if (row < table.rowCount) {
      const { number, bornAt, byteCount } = markOf(row)
      return { mark: { number, bornAt, byteCount, state: became.state, claim: became.claim }, line: lineOf(row) }
    }
    const rest = rests[side].get(row)
    if (rest === undefined) throw new Error('Every row that was added is a rest')
    const mark = {
      number: markOf(rest.origin).number + facts[side].recordCount,
      bornAt: position,
      byteCount: numberAt(run[side].table.lineByteCounts, row),
      ...became,
    }
    return { mark, line: lineOfRest(lineOf(rest.origin), { id: recordId(run[side].table, row), rest }) }
  }
}

function lineOfRest(origin: Uint8Array, { id, rest }: { readonly id: string; readonly rest: Residual }): Uint8Array {
  const { gross, fee, net, ...kept } = JSON.parse(fromUtf8(origin))
  return utf8(canonicalize({ ...kept, id, amount: formatDecimal(rest.amount) }))
}
