import { at } from '../../base/at.ts'
import type { FlagValues } from '../mapping/mapping.ts'
import { decimalSignOf } from '../values/number-format.ts'

interface FlagPair {
  readonly debit: string
  readonly credit: string
  /**
   * Whether the two words are flags in any column. Other pairs are ambiguous: `Debit` and `Credit` may be kinds of
   * cards.
   */
  readonly isTelling: boolean
}

const pair = (debit: string, credit: string): FlagPair => ({ debit, credit, isTelling: false })
const telling = (debit: string, credit: string): FlagPair => ({ debit, credit, isTelling: true })

const flagPairs: readonly FlagPair[] = [
  telling('S', 'H'),
  pair('D', 'C'),
  telling('D', 'K'),
  pair('T', 'J'),
  telling('DR', 'CR'),
  telling('AF', 'BIJ'),
  telling('DBIT', 'CRDT'),
  pair('DEBIT', 'CREDIT'),
  pair('DÉBIT', 'CRÉDIT'),
  pair('DEBET', 'CREDIT'),
  telling('DEBET', 'KREDIT'),
  telling('SOLL', 'HABEN'),
  pair('CARGO', 'ABONO'),
  pair('DEBE', 'HABER'),
  pair('DARE', 'AVERE'),
  pair('WITHDRAWAL', 'DEPOSIT'),
  pair('EXPENSE', 'INCOME'),
  pair('AUSGANG', 'EINGANG'),
  pair('OUT', 'IN'),
  pair('SENT', 'RECEIVED'),
  telling('OUTGOING', 'INCOMING'),
  telling('OUTBOUND', 'INBOUND'),
  telling('MONEY OUT', 'MONEY IN'),
  telling('MONEY_OUT', 'MONEY_IN'),
  telling('DEBITED', 'CREDITED'),
  pair('O', 'I'),
  pair('KIMENŐ', 'BEJÖVŐ'),
  pair('WYDATEK', 'WPŁYW'),
  telling('-', '+'),
]

export const usualFlags = {
  debit: flagPairs.map(({ debit }) => debit),
  credit: flagPairs.map(({ credit }) => credit),
} satisfies FlagValues

interface FlaggedCells {
  readonly amounts: readonly string[]
  readonly flags: readonly string[]
  /**
   * What the column's name says. A `nameless` column may have flags of one side only; an `other` column needs both
   * flags of a telling pair.
   */
  readonly column: 'nameless' | 'flags' | 'other'
}

/**
 * The flags that a column uses. Undefined if debits have a minus already. A single letter of one side only is no flag,
 * unless the column is nameless.
 */
export function flagPairOf({ amounts, flags, column }: FlaggedCells): FlagPair | undefined {
  const rows = amounts
    .map((amount, index) => ({ amount: amount.trim(), flag: at(flags, index).trim().toUpperCase() }))
    .filter(({ amount }) => decimalSignOf(amount) !== undefined)
  if (rows.length === 0) return undefined
  // Blank flags are allowed if debits occur: the row of a blank flag then gets a fault.
  const isColumnOf = (debit: string, credit: string): boolean =>
    rows.every(({ flag }) => flag === debit || flag === credit) ||
    (rows.every(({ flag }) => flag === debit || flag === credit || flag === '') &&
      rows.some(({ flag }) => flag === debit))
  // Allows other words, such as `Fee`, in half of the rows if no amount has a minus. Rows with other words get a fault.
  const isNearlyOf = (debit: string, credit: string): boolean =>
    column === 'flags' &&
    rows.some(({ flag }) => flag === debit) &&
    rows.some(({ flag }) => flag === credit) &&
    2 * rows.filter(({ flag }) => flag === debit || flag === credit).length >= rows.length &&
    !rows.some(({ amount }) => hasMinus(amount))
  const found =
    flagPairs.find(({ debit, credit }) => isColumnOf(debit, credit)) ??
    flagPairs.find(({ debit, credit }) => isNearlyOf(debit, credit))
  if (found === undefined || rows.some(({ amount, flag }) => flag === found.debit && hasMinus(amount))) return undefined
  const hasBoth = [found.debit, found.credit].every((side) => rows.some(({ flag }) => flag === side))
  if (column === 'other') return hasBoth && found.isTelling ? found : undefined
  return hasBoth || column === 'nameless' || found.debit.length > 1 ? found : undefined
}

export const hasMinus = (amount: string): boolean => /(?<!\de)[-\u2212(]|dr/i.test(amount)
