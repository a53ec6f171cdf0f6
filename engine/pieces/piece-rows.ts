import { numberAt } from '../base/at.ts'
import { fromUtf8, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { Residual, RunState } from '../match/state/run-state.ts'
import { recordId } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'
import type { Piece, PieceRun } from './piece.ts'
import type { PieceMark } from './records/piece-mark.ts'

export interface RowRecord {
  readonly row: number
  readonly mark: Omit<PieceMark, 'state' | 'claim'>
  readonly line: Uint8Array
}

/**
 * Makes a function that gives the residuals of a row that the piece's rule left. A residual's line is that of its
 * origin with its own id and amount, without `gross`, `fee` and `net`.
 */
export function residualsAfter({ facts }: PieceRun, { position }: Piece, run: RunState) {
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
