import type { RunState } from '../match/state/run-state.ts'
import type { BySide, Side } from '../record/side.ts'
import type { LineNumbers } from './line-entries.ts'
import type { PieceSide } from './records/piece-records.ts'

/**
 * Makes a function that gives the numbers of rows, see `PieceMark`. It throws an error for a residual that the piece's
 * own rule left, since no line of this rule has such a record.
 */
export function numberMaker({ sides }: { readonly sides: BySide<PieceSide> }, run: Pick<RunState, 'begun'>) {
  const numberOf = (side: Side, row: number): number => {
    if (row >= run.begun[side].table.rowCount) throw new Error('What a rule leaves is in no line of the rule')
    return sides[side].numberOf(row)
  }
  return ({ source, target }: LineNumbers): LineNumbers => ({
    source: source.map((row) => numberOf('source', row)),
    target: target.map((row) => numberOf('target', row)),
  })
}
