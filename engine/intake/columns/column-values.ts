import { at } from '../../base/at.ts'
import { isKnownCurrency } from '../../base/currency.ts'
import type { AmountSource } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import { dateOrderOf } from '../values/date-format.ts'
import { joined } from './column-names.ts'
import { flagPairOf } from './debit-flags.ts'
import type { ColumnNames } from './kinds.ts'

/** What the first rows say of the columns whose names say too little. */
export interface ColumnValues {
  /** Whether a column may be that of a field: some names mean one thing to one bank, and another to others. */
  fits(column: Column, field: string): boolean
  /** Whether one of the rows has something in a column. */
  isFilled(column: Column): boolean
  /** The amount with a column whose values say which amounts are debits; undefined where `column` is none. */
  flagged(amount: Column, column: Column): AmountSource<Column> | undefined
  /** Whether rows have a debit or a credit and no amount, and none has an amount alone. */
  hasSidesFor(amount: Column, debit: Column, credit: Column): boolean
}

export interface ColumnSample {
  /** By the positions of the columns. */
  readonly plainNames: readonly string[]
  readonly names: ColumnNames
  /** Some of the rows below the header. */
  readonly below: readonly (readonly string[])[]
}

/** What the rows below a header say of its columns. */
export function createColumnValues({ plainNames, names, below }: ColumnSample): ColumnValues {
  const valuesOf = ({ index }: Column): readonly string[] => below.map((cells) => cells.at(index)?.trim() ?? '')
  const firstValueOf = (column: Column): string => valuesOf(column).find((value) => value !== '') ?? ''
  /** An account is the other side's where it stands behind the name of that, or before a bank code. */
  const isOtherAccount = ({ index }: Column): boolean => {
    if (!accounts.has(at(plainNames, index))) return false
    const [before, after] = [index === 0 ? '' : at(plainNames, index - 1), plainNames.at(index + 1) ?? '']
    return (names.get('counterparty') ?? []).includes(joined(before)) || bankCodes.has(after)
  }
  const natureOf = ({ name, index }: Column): 'nameless' | 'flags' | 'other' => {
    if (name === String(index + 1)) return 'nameless'
    return flagNames.has(joined(at(plainNames, index))) ? 'flags' : 'other'
  }
  return {
    fits(column, field) {
      const name = at(plainNames, column.index)
      if (name === 'valuta') return isKnownCurrency(firstValueOf(column)) === (field === 'currency')
      if (name === 'wert') return dateOrderOf(firstValueOf(column)) !== undefined
      if (field === 'counterparty') return !accountPattern.test(firstValueOf(column))
      return field !== 'account' || !isOtherAccount(column)
    },
    isFilled: ({ index }) => below.some((cells) => isText(cells[index])),
    flagged(amount, column) {
      const flags = flagPairOf({ amounts: valuesOf(amount), flags: valuesOf(column), column: natureOf(column) })
      if (flags === undefined) return undefined
      // Where no debit is seen, another word leaves the amount as it is. Beside debits it would say nothing of the side.
      const hasDebits = valuesOf(column).some((value) => value.toUpperCase() === flags.debit)
      const found = { debit: [flags.debit], credit: hasDebits ? [flags.credit] : undefined }
      return { kind: 'flagged', column: amount, flag: column, flags: found }
    },
    hasSidesFor(amount, debit, credit) {
      const rows = below.map((_, row) => ({
        hasAmount: at(valuesOf(amount), row) !== '',
        hasSide: at(valuesOf(debit), row) !== '' || at(valuesOf(credit), row) !== '',
      }))
      return (
        rows.some(({ hasAmount, hasSide }) => hasSide && !hasAmount) &&
        !rows.some(({ hasAmount, hasSide }) => hasAmount && !hasSide)
      )
    },
  }
}

const isText = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== ''

/** Accounts that may be those of either side. */
const accounts: ReadonlySet<string> = new Set(['kontonummer', 'account number', 'account no'])
const bankCodes: ReadonlySet<string> = new Set(['blz', 'bankleitzahl'])

/** An account instead of a name, in a column such as `Counterparty`. */
const accountPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/

/**
 * Columns whose values may say which amounts are debits, and may say something else: what the amounts look like decides.
 * One of cards may name a credit card, and is not among them.
 */
const flagNames: ReadonlySet<string> = new Set(
  [
    'type · transaction · transaction type · trans type · entry type · posting type · direction · details · indicator · sign · side',
    'typ · umsatztyp · transaktionstyp · transaktionsart · art · richtung · type de transaction · tipo · segno',
    'bejovo kimeno · kierunek · smer · retning · riktning',
  ].flatMap((list) => list.split(' · ').map(joined)),
)
