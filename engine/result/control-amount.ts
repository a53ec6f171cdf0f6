import { noCurrency } from '../base/currency.ts'
import { addDecimals, type Decimal, formatDecimal, zero } from '../base/decimal.ts'
import type { Table } from '../record/table.ts'

/** The amount of a record in control totals: `amount`, else `net`, else `gross`, else 0. */
export const controlAmount = (table: Table, row: number): Decimal =>
  table.decimal('amount').valueAt(row) ??
  table.decimal('net').valueAt(row) ??
  table.decimal('gross').valueAt(row) ??
  zero

export const currencyOf = (table: Table, row: number): string => table.text('currency').textAt(row) ?? noCurrency

/** Canonical decimals by currency; currencies ascend. */
export type Totals = { readonly [currency: string]: string }

export const controlTotals = (table: Table, rows: Iterable<number>): Totals =>
  totalsOf(table, rows, (row) => controlAmount(table, row))

export function totalsOf(table: Table, rows: Iterable<number>, amountOf: (row: number) => Decimal): Totals {
  const sums = new Map<string, Decimal>()
  for (const row of rows) {
    const currency = currencyOf(table, row)
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, amountOf(row)))
  }
  return Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => [currency, formatDecimal(sum)]),
  )
}
