import { at } from '../../base/at.ts'
import { type AmountSource, columnsOfMapping, type Mapping } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import { type ColumnNames, joined, joinedName, plainName, withoutCurrency, withoutSuffix } from './column-names.ts'
import { createColumnValues } from './column-values.ts'

export interface Search {
  readonly columns: readonly Column[]
  isTaken(column: Column): boolean
  mapped(name: string | undefined): Column | undefined
  /**
   * The first free column that has a usual name of `field`, filled columns before empty ones. The column is then taken.
   */
  named(field: string): Column | undefined
  flagged(amount: Column): AmountSource<Column> | undefined
  /**
   * A debit and a credit column, which are then taken. Where there is an `amount`, they replace it only if some rows
   * have a debit or credit but no amount.
   */
  sides(amount?: Column): AmountSource<Column> | undefined
}

interface HeaderCells {
  readonly columns: readonly Column[]
  readonly below: readonly (readonly string[])[]
}

export function createSearch({ columns, below }: HeaderCells, mapping: Mapping, names: ColumnNames): Search {
  // Maps are fast for large input: a mapping may name hundreds of columns, and a row that is no header may have
  // thousands of cells.
  const byName = new Map(columns.map((column) => [column.name, column]))
  const plainNames = columns.map(({ name }) => plainName(name))
  const byOwnPlainName = new Map(columns.toReversed().map((column) => [plainNames[column.index], column]))
  const mapped = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : (byName.get(name.trim()) ?? byOwnPlainName.get(plainName(name)))
  const taken = new Set(columnsOfMapping(mapping).map(mapped))
  const byJoinedName = columnsByName(columns, plainNames)
  const values = createColumnValues({ plainNames, names, below })
  const isFree = (column: Column, field: string): boolean => !taken.has(column) && values.fits(column, field)
  const find = (field: string): Column | undefined => {
    const known = names.get(field)
    if (known === undefined) throw new Error(`The field ${field} has no names of columns`)
    let blank: Column | undefined
    for (const name of known)
      for (const column of byJoinedName.get(name) ?? []) {
        if (!isFree(column, field)) continue
        if (values.isFilled(column)) return column
        blank ??= column
      }
    return blank
  }
  return {
    columns,
    isTaken: (column) => taken.has(column),
    mapped,
    named(field) {
      const column = find(field)
      if (column !== undefined) taken.add(column)
      return column
    },
    sides(amount) {
      const [credit, debit] = [find('credit'), find('debit')]
      if (credit === undefined || debit === undefined) return undefined
      if (amount !== undefined && !values.hasSidesFor(amount, debit, credit)) return undefined
      if (amount !== undefined) taken.delete(amount)
      taken.add(debit).add(credit)
      return { kind: 'sides', debit, credit }
    },
    flagged(amount) {
      for (const column of columns.slice(0, flagSearchMax)) {
        const source = taken.has(column) ? undefined : values.flagged(amount, column)
        if (source !== undefined) return source
      }
      return undefined
    },
  }
}

/**
 * The columns of each joined name: first those of exactly this name, then those with a currency or a suffix such as
 * `#2`.
 */
function columnsByName(columns: readonly Column[], plainNames: readonly string[]): ReadonlyMap<string, Column[]> {
  const byName = new Map<string, Column[]>()
  const add = (name: string, column: Column): void => {
    const named = byName.get(name)
    if (named === undefined) byName.set(name, [column])
    else named.push(column)
  }
  for (const column of columns) add(joined(at(plainNames, column.index)), column)
  for (const column of columns) {
    const { name } = withoutCurrency(column.name)
    if (name !== column.name) add(joinedName(name), column)
    const repeated = withoutSuffix(column.name)
    if (repeated !== column.name) add(joinedName(repeated), column)
  }
  return byName
}

const flagSearchMax = 300
