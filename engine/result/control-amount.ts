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

export const totalsOf = (table: Table, rows: Iterable<number>, amountOf: (row: number) => Decimal): Totals =>
  Object.fromEntries(
    [...sumsByCurrency(table, rows, amountOf)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { total }]) => [currency, formatDecimal(total)]),
  )

interface CurrencySum {
  readonly count: number
  readonly total: Decimal
}

/** The number of rows of each currency, and the sum of their amounts: control amounts unless given. */
export function sumsByCurrency(
  table: Table,
  rows: Iterable<number>,
  amountOf: (row: number) => Decimal = (row) => controlAmount(table, row),
): ReadonlyMap<string, CurrencySum> {
  const sums = new Map<string, CurrencySum>()
  for (const row of rows) {
    const currency = currencyOf(table, row)
    const { count, total } = sums.get(currency) ?? { count: 0, total: zero }
    sums.set(currency, { count: count + 1, total: addDecimals(total, amountOf(row)) })
  }
  return sums
}
