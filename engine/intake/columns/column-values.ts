import { at } from '../../base/at.ts'
import { isKnownCurrency } from '../../base/currency.ts'
import type { AmountSource } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import { dateOrderOf } from '../values/date-format.ts'
import { decimalSignOf } from '../values/number-format.ts'
import { type ColumnNames, joined, joinedName, withoutCurrency } from './column-names.ts'
import { flagPairOf } from './debit-flags.ts'
import { isFurtherName } from './further-names.ts'

interface ColumnValues {
  fits(column: Column, field: string): boolean
  isFilled(column: Column): boolean
  /** Makes `column` the debit and credit flags of an amount; undefined if `column` has no flags. */
  flagged(amount: Column, column: Column): AmountSource<Column> | undefined
  /** Whether some rows have a debit or credit but no amount, and no row has an amount alone. */
  hasSidesFor(amount: Column, debit: Column, credit: Column): boolean
}

interface ColumnSample {
  readonly plainNames: readonly string[]
  readonly names: ColumnNames
  readonly below: readonly (readonly string[])[]
}

export function createColumnValues({ plainNames, names, below }: ColumnSample): ColumnValues {
  const valuesOf = ({ index }: Column): readonly string[] => below.map((cells) => cells.at(index)?.trim() ?? '')
  const firstValueOf = (column: Column): string => valuesOf(column).find((value) => value !== '') ?? ''
  /** Whether an account is the counterparty's: it follows the counterparty's name, or precedes a bank code. */
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
      if (isFurtherName(joinedName(withoutCurrency(column.name).name), field))
        return looksLike(field, firstValueOf(column))
      if (field === 'counterparty') return !accountPattern.test(firstValueOf(column))
      return field !== 'account' || !isOtherAccount(column)
    },
    isFilled: ({ index }) => below.some((cells) => isText(cells[index])),
    flagged(amount, column) {
      const flags = flagPairOf({ amounts: valuesOf(amount), flags: valuesOf(column), column: natureOf(column) })
      if (flags === undefined) return undefined
      // If debits occur, a word other than the two flags is a fault. If none occur, any other word counts as a credit.
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

/** `Posted` may also be a column of yes and no, and `Total` one of words. */
function looksLike(field: string, value: string): boolean {
  if (field === 'date') return dateOrderOf(value) !== undefined
  return field === 'amount' ? decimalSignOf(value) !== undefined : isKnownCurrency(value)
}

const isText = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== ''

/** Names of columns that may hold the own account or the counterparty's. */
const accounts: ReadonlySet<string> = new Set(['kontonummer', 'account number', 'account no'])
const bankCodes: ReadonlySet<string> = new Set(['blz', 'bankleitzahl'])

/** An IBAN where a name is expected, in a column such as `Counterparty`. */
const accountPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/

/**
 * Names of columns that may hold flags of debit and credit; their cells and the amounts decide. Card columns are left
 * out, since `Credit` may be a kind of card.
 */
const flagNames: ReadonlySet<string> = new Set(
  [
    'type · transaction · transaction type · trans type · entry type · posting type · direction · details · indicator · sign · side',
    'typ · umsatztyp · transaktionstyp · transaktionsart · art · richtung · type de transaction · tipo · segno',
    'bejovo kimeno · kierunek · smer · retning · riktning',
  ].flatMap((list) => list.split(' · ').map(joined)),
)
