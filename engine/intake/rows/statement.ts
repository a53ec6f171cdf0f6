import { addDecimals, type Decimal, formatDecimal, subtractDecimals, zero } from '../../base/decimal.ts'

/** A statement of a file as a dataset keeps it. Amounts are canonical decimals. */
export interface Statement {
  readonly line: number
  /** The file in an archive; null outside of archives. */
  readonly file: string | null
  /** The account as the file names it: an IBAN, or the bank's own number. */
  readonly account: string | null
  readonly reference: string | null
  readonly currency: string | null
  readonly period: { readonly from: string | null; readonly to: string | null }
  readonly opening: string | null
  readonly closing: string | null
  /** The number and the sum of the entries that the balances include. Expected entries are not included. */
  readonly entryCount: number
  readonly entryTotal: string
  /**
   * Whether opening + entries = closing. `unchecked`: a balance is missing, or its currency is not that of the entries.
   */
  readonly check: StatementCheck
  /** closing − opening − entries; null where `unchecked`. */
  readonly difference: string | null
}

export const statementChecks = ['balanced', 'mismatch', 'unchecked'] as const
type StatementCheck = (typeof statementChecks)[number]

export interface StatedBalance {
  readonly amount: Decimal
  /** Undefined if it is the statement's currency. */
  readonly currency?: string | undefined
}

interface EntryCount {
  add(amount: Decimal, currency: string | undefined): void
  /** Compares the entries with the stated balances. A balance without a currency has that of the statement. */
  check(stated: StatedBalances): Pick<Statement, 'entryCount' | 'entryTotal' | 'check' | 'difference'>
}

interface StatedBalances {
  readonly currency: string | undefined
  readonly opening: StatedBalance | undefined
  readonly closing: StatedBalance | undefined
}

export function createEntryCount(): EntryCount {
  const currencies = new Set<string | undefined>()
  let count = 0
  let total = zero
  return {
    add(amount, currency) {
      currencies.add(currency)
      count += 1
      total = addDecimals(total, amount)
    },
    check({ currency, opening, closing }) {
      for (const balance of [opening, closing]) currencies.add(balance?.currency ?? currency)
      const isOneCurrency = currencies.size === 1
      const entries = { entryCount: count, entryTotal: formatDecimal(total) }
      if (!isOneCurrency || opening === undefined || closing === undefined)
        return { ...entries, check: 'unchecked', difference: null }
      const difference = subtractDecimals(closing.amount, addDecimals(opening.amount, total))
      const check = difference.coefficient === 0n ? 'balanced' : 'mismatch'
      return { ...entries, check, difference: formatDecimal(difference) }
    },
  }
}
