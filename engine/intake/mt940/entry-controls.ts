import { absolute, addDecimals, compareDecimals, type Decimal, zero } from '../../base/decimal.ts'
import { amountSpelling, parseAmount } from './swift-amount.ts'

interface EntryControls {
  add(amount: Decimal): void
  /** Whether the debits (or credits) have the count and sum that a field :90D: (or :90C:) states: `2EUR12,50`. */
  isSide(side: 'debit' | 'credit', text: string): boolean
  /**
   * Whether a text after the closing balance states totals that differ from the entries. Most such texts state none.
   */
  contradicts(text: string): boolean
}

export function createEntryControls(): EntryControls {
  const sides = { debit: { count: 0, sum: zero }, credit: { count: 0, sum: zero } }
  const equals = (side: 'debit' | 'credit', count: string | undefined, figure: string | undefined): boolean => {
    const sum = figure === undefined ? undefined : parseAmount(figure)
    const counted = sides[side]
    return counted.count === Number(count) && sum !== undefined && compareDecimals(counted.sum, sum) === 0
  }
  return {
    add(amount) {
      const side = sides[amount.coefficient < 0n ? 'debit' : 'credit']
      side.count += 1
      side.sum = addDecimals(side.sum, absolute(amount))
    },
    isSide(side, text) {
      const [, count, sum] = sidePattern.exec(text) ?? []
      return equals(side, count, sum)
    },
    contradicts(text) {
      const [, debitCount, creditCount, debits, credits] = sumPattern.exec(text) ?? []
      if (debitCount === undefined) return false
      return !equals('debit', debitCount, debits) || !equals('credit', creditCount, credits)
    },
  }
}

const sidePattern = new RegExp(`^(\\d{1,5})[A-Z]{3}(${amountSpelling})\\s*$`)

/** Totals as `/SUM/1/2/10,00/20,00/`, or in older files `D000001C000002D10,00C20,00`. */
const sumPattern = new RegExp(`^(?:/SUM/|D)(\\d+)[/C](\\d+)[/D](${amountSpelling})[/C](${amountSpelling})/?\\s*$`)
