import { type Decimal, subtractDecimals } from '../base/decimal.ts'
import type { LinedRun } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import { controlAmount, type Totals, totalsOf } from './control-amount.ts'

/**
 * The amount of a record in the totals of a run: its control amount less the residual that a match left. The residual
 * counts as a record of its own, so that all records of a side add up to the control total of its dataset.
 */
export function settledAmount(run: LinedRun, side: Side, row: number): Decimal {
  const amount = controlAmount(run[side].table, row)
  const residual = run.residualOf[side].get(row)
  return residual === undefined ? amount : subtractDecimals(amount, residual.amount)
}

export const settledTotals = (run: LinedRun, side: Side, rows: Iterable<number>): Totals =>
  totalsOf(run[side].table, rows, (row) => settledAmount(run, side, row))
