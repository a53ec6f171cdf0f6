import { at } from '../../base/at.ts'
import type { FlagValues } from '../mapping/mapping.ts'
import { decimalSignOf } from '../values/number-format.ts'

/** What banks write beside an amount without a sign: a debit, and a credit, in upper case. */
interface FlagPair {
  readonly debit: string
  readonly credit: string
  /** Whether the two, together and in any column, say nothing else, as `Debit` and `Credit` may of a card. */
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

/** The flags of a column whose name says that it has them. */
export const usualFlags = {
  debit: flagPairs.map(({ debit }) => debit),
  credit: flagPairs.map(({ credit }) => credit),
} satisfies FlagValues

/** What amounts are, and what the column beside them says. */
export interface FlaggedCells {
  readonly amounts: readonly string[]
  /** One for each amount. */
  readonly flags: readonly string[]
  /** What the name of the column allows: one without a name is one of flags by its values alone, of either side. */
  readonly column: 'nameless' | 'flags' | 'other'
}

/**
 * The pair of flags in a column beside amounts; undefined where the column is none of flags, or the debits among the amounts
 * have a minus of their own. Letters have to be of both sides, as one of them may stand for anything.
 */
export function flagPairOf({ amounts, flags, column }: FlaggedCells): FlagPair | undefined {
  const rows = amounts
    .map((amount, index) => ({ amount: amount.trim(), flag: at(flags, index).trim().toUpperCase() }))
    .filter(({ amount }) => decimalSignOf(amount) !== undefined)
  if (rows.length === 0) return undefined
  // A blank flag is a fault of its row, where others are those of debits.
  const isColumnOf = (debit: string, credit: string): boolean =>
    rows.every(({ flag }) => flag === debit || flag === credit) ||
    (rows.every(({ flag }) => flag === debit || flag === credit || flag === '') &&
      rows.some(({ flag }) => flag === debit))
  // A third word among both sides, such as `Fee`, is a question of its row, where no amount has a sign of its own.
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

/** Whether an amount is written as one below zero. */
export const hasMinus = (amount: string): boolean => /(?<!\de)[-\u2212(]|dr/i.test(amount)
