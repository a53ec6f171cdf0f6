import { at } from '../base/at.ts'
import { decimalSignOf } from './fields/number-format.ts'

/** What banks write beside an amount without a sign: a debit, and a credit, in upper case. */
interface FlagPair {
  readonly debit: string
  readonly credit: string
}

const pair = (debit: string, credit: string): FlagPair => ({ debit, credit })

const flagPairs: readonly FlagPair[] = [
  pair('S', 'H'),
  pair('D', 'C'),
  pair('D', 'K'),
  pair('T', 'J'),
  pair('DR', 'CR'),
  pair('AF', 'BIJ'),
  pair('DBIT', 'CRDT'),
  pair('DEBIT', 'CREDIT'),
  pair('DÉBIT', 'CRÉDIT'),
  pair('DEBET', 'CREDIT'),
  pair('DEBET', 'KREDIT'),
  pair('SOLL', 'HABEN'),
  pair('CARGO', 'ABONO'),
  pair('DEBE', 'HABER'),
  pair('DARE', 'AVERE'),
  pair('WITHDRAWAL', 'DEPOSIT'),
  pair('EXPENSE', 'INCOME'),
  pair('AUSGANG', 'EINGANG'),
  pair('OUT', 'IN'),
  pair('KIMENŐ', 'BEJÖVŐ'),
  pair('WYDATEK', 'WPŁYW'),
]

/** What amounts are, and what the column beside them says. */
export interface FlaggedCells {
  readonly amounts: readonly string[]
  /** One for each amount. */
  readonly flags: readonly string[]
  /** Whether the column has no name: then it is one of flags by its values alone, of either side. */
  readonly isNameless: boolean
}

/**
 * The pair of flags in a column beside amounts; undefined where the column is none of flags, or the debits among the amounts
 * have a minus of their own. Letters have to be of both sides, as one of them may stand for anything.
 */
export function flagPairOf({ amounts, flags, isNameless }: FlaggedCells): FlagPair | undefined {
  const rows = amounts
    .map((amount, index) => ({ amount: amount.trim(), flag: at(flags, index).trim().toUpperCase() }))
    .filter(({ amount }) => decimalSignOf(amount) !== undefined)
  if (rows.length === 0) return undefined
  const found = flagPairs.find(({ debit, credit }) => rows.every(({ flag }) => flag === debit || flag === credit))
  if (found === undefined || rows.some(({ amount, flag }) => flag === found.debit && hasMinus(amount))) return undefined
  const hasBoth = [found.debit, found.credit].every((side) => rows.some(({ flag }) => flag === side))
  return hasBoth || isNameless || found.debit.length > 1 ? found : undefined
}

const hasMinus = (amount: string): boolean => /[-\u2212(]|dr/i.test(amount)
