import { addDecimals, type Decimal, formatDecimal, subtractDecimals } from '../base/decimal.ts'
import type { RunState } from '../match/run-state.ts'
import type { Side } from '../record/side.ts'
import { controlAmount, currencyOf, zero } from './control-amount.ts'

/**
 * What a record counts in the totals of a run: its control amount, less what a match left over of it, which is an item of
 * its own. So the items of a side and their origins add up to the control total of the dataset.
 */
export function settledAmount(run: RunState, side: Side, row: number): Decimal {
  const amount = controlAmount(run[side].table, row)
  const rest = run.restOf[side].get(row)
  return rest === undefined ? amount : subtractDecimals(amount, rest.amount)
}

/** What records count in each currency, as canonical decimals, by name of the currency. */
export function settledTotals(
  run: RunState,
  side: Side,
  rows: Iterable<number>,
): { readonly [currency: string]: string } {
  const sums = new Map<string, Decimal>()
  for (const row of rows) {
    const currency = currencyOf(run[side].table, row)
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, settledAmount(run, side, row)))
  }
  return Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => [name, formatDecimal(sum)]),
  )
}
