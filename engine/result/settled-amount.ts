import { type Decimal, subtractDecimals } from '../base/decimal.ts'
import type { RunState } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import { controlAmount, type Totals, totalsOf } from './control-amount.ts'

/**
 * What a record counts in the totals of a run: its control amount, less what a match left over of it, which is an item of
 * its own. So the items of a side and their origins add up to the control total of the dataset.
 */
export function settledAmount(run: RunState, side: Side, row: number): Decimal {
  const amount = controlAmount(run[side].table, row)
  const rest = run.residualOf[side].get(row)
  return rest === undefined ? amount : subtractDecimals(amount, rest.amount)
}

/** What records count in each currency. */
export const settledTotals = (run: RunState, side: Side, rows: Iterable<number>): Totals =>
  totalsOf(run[side].table, rows, (row) => settledAmount(run, side, row))
