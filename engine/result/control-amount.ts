import { noCurrency } from '../base/currency.ts'
import { addDecimals, type Decimal, formatDecimal } from '../base/decimal.ts'
import type { Table } from '../record/table.ts'

export const zero: Decimal = { coefficient: 0n, scale: 0 }

/** The control amount of a record: its `amount`, else `net`, else `gross`, else 0. */
export const controlAmount = (table: Table, row: number): Decimal =>
  table.decimal('amount').valueAt(row) ??
  table.decimal('net').valueAt(row) ??
  table.decimal('gross').valueAt(row) ??
  zero

/** The currency under which a record is counted. */
export const currencyOf = (table: Table, row: number): string => table.text('currency').textAt(row) ?? noCurrency

/** The sum of the records' control amounts in each currency, as canonical decimals, by name of the currency. */
export function controlTotals(table: Table, rows: Iterable<number>): { readonly [currency: string]: string } {
  const sums = new Map<string, Decimal>()
  for (const row of rows) {
    const currency = currencyOf(table, row)
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, controlAmount(table, row)))
  }
  return Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => [currency, formatDecimal(sum)]),
  )
}
