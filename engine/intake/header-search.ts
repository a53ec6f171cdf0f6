import { at } from '../base/at.ts'
import { isKnownCurrency } from '../base/currency.ts'
import { joined, joinedName, plainName, withoutCurrency } from './column-names.ts'
import { flagPairOf } from './debit-flags.ts'
import type { ColumnNames } from './kinds.ts'
import { type AmountSource, columnsOfMapping, type Mapping } from './mapping.ts'
import type { Column } from './row.ts'

/** Finds the columns of a row that may be a header. */
export interface Search {
  readonly columns: readonly Column[]
  isTaken(column: Column): boolean
  /** The column that a mapping calls `name`; undefined when there is none. */
  mapped(name: string | undefined): Column | undefined
  /** The first column with one of the names of `field` that no other field has taken; `field` takes the column. */
  named(field: string): Column | undefined
  /** The amount with the column that says, by its values, which amounts are debits; undefined where none does. */
  flagged(amount: Column): AmountSource<Column> | undefined
}

/** A row, its cells as columns, and some of the rows below it. */
export interface HeaderCells {
  readonly columns: readonly Column[]
  readonly below: readonly (readonly string[])[]
}

/** A search for the columns that the mapping names, and then for those with one of the usual names, without spaces. */
export function createSearch({ columns, below }: HeaderCells, mapping: Mapping, names: ColumnNames): Search {
  // Maps, since a mapping may name hundreds of columns, and a row that is no header may have thousands of cells.
  const byName = new Map(columns.map((column) => [column.name, column]))
  const plainNames = columns.map(({ name }) => plainName(name))
  const byOwnPlainName = new Map(columns.toReversed().map((column) => [plainNames[column.index], column]))
  const mapped = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : (byName.get(name.trim()) ?? byOwnPlainName.get(plainName(name)))
  const taken = new Set(columnsOfMapping(mapping).map(mapped))
  const byJoinedName = new Map<string, Column>()
  for (const column of columns.toReversed()) {
    const { name } = withoutCurrency(column.name)
    if (name !== column.name) byJoinedName.set(joinedName(name), column)
  }
  for (const column of columns.toReversed()) byJoinedName.set(joined(at(plainNames, column.index)), column)
  /** `Valuta` is a value date to some banks, and the currency to others. */
  const holdsCurrencies = ({ index }: Column): boolean => {
    const value = below.map((cells) => cells[index]?.trim() ?? '').find((cell) => cell !== '')
    return value !== undefined && isKnownCurrency(value)
  }
  const isFree = (column: Column, field: string): boolean =>
    !taken.has(column) && (plainNames[column.index] !== 'valuta' || holdsCurrencies(column) === (field === 'currency'))
  return {
    columns,
    isTaken: (column) => taken.has(column),
    mapped,
    named(field) {
      const known = names.get(field)
      if (known === undefined) throw new Error(`The field ${field} has no names of columns`)
      for (const name of known) {
        const column = byJoinedName.get(name)
        if (column === undefined || !isFree(column, field)) continue
        taken.add(column)
        return column
      }
      return undefined
    },
    flagged(amount) {
      const cellsOf = ({ index }: Column): readonly string[] => below.map((cells) => cells[index] ?? '')
      for (const column of columns) {
        const isNameless = column.name === String(column.index + 1)
        if (taken.has(column) || !(isNameless || flagNames.has(at(plainNames, column.index)))) continue
        const flags = flagPairOf({ amounts: cellsOf(amount), flags: cellsOf(column), isNameless })
        if (flags === undefined) continue
        // Any other word says nothing of the side, and leaves the amount as it is.
        return { kind: 'flagged', column: amount, flag: column, flags: { debit: [flags.debit], credit: undefined } }
      }
      return undefined
    },
  }
}

/**
 * Columns whose values may say which amounts are debits, and may say something else: what the amounts look like decides.
 * One of cards may name a credit card, and is not among them.
 */
const flagNames: ReadonlySet<string> = new Set(
  [
    'type · transaction type · trans type · entry type · posting type · direction · details · indicator · sign · side',
    'typ · umsatztyp · transaktionstyp · transaktionsart · art · richtung · type de transaction · sens · tipo · segno',
    'bejovo kimeno · kierunek · smer · retning · riktning',
  ].flatMap((names) => names.split(' · ')),
)
