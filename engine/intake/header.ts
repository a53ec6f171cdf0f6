import { at } from '../base/at.ts'
import { isKnownCurrency } from '../base/currency.ts'
import { type DecimalField, decimalFields, textFields } from '../record/record.ts'
import { createFreeNames } from './free-names.ts'
import { type ColumnNames, columnNamesOf } from './kinds.ts'
import {
  type AmountSource,
  columnsOfMapping,
  type Mapping,
  mappedAmount,
  mappedAttributes,
  mappedColumn,
} from './mapping.ts'
import type { Column } from './row.ts'

/** The columns that each field is read from. */
export interface ColumnPlan {
  readonly amounts: readonly { readonly field: DecimalField; readonly source: AmountSource<Column> }[]
  /** The column of each date and text field that the header has. */
  readonly fields: ReadonlyMap<string, Column>
  /** In order of their positions. */
  readonly attributes: readonly AttributeColumn[]
}

export interface AttributeColumn {
  readonly name: string
  readonly column: Column
}

/** The header row of an export, or any other row read as if it were one. */
export interface Header extends ColumnPlan {
  readonly columns: readonly Column[]
  /** The currency that the amount's header names, as in `Betrag (EUR)`. */
  readonly currency: string | undefined
  /** Columns that the mapping names and the row does not have. */
  readonly missing: readonly string[]
}

/**
 * A reader of header rows: by the mapping first, and then by the usual names of each field. A column that is no field
 * becomes an attribute of the same name.
 */
export function createHeaderReader(mapping: Mapping, kind: string | undefined): (cells: readonly string[]) => Header {
  const names = columnNamesOf(kind)
  return (cells) => readHeader(createSearch(nameColumns(cells), mapping, names), mapping)
}

/**
 * Whether a row is the header: it names an amount (or debit and credit) and a date. Where the mapping names columns, the
 * row has an amount and all of these columns.
 */
export function isHeader(header: Header, mapping: Mapping): boolean {
  if (header.missing.length > 0 || !header.amounts.some(({ field }) => field !== 'fee')) return false
  return header.fields.has('date') || columnsOfMapping(mapping).length > 0
}

function readHeader(search: Search, mapping: Mapping): Header {
  const amounts = decimalFields.flatMap((field) => {
    const source = amountSource(search, mapping, field)
    return source === undefined ? [] : [{ field, source }]
  })
  const fields = new Map<string, Column>()
  for (const field of ['date', 'valueDate', 'id', 'currency', ...fieldOrder]) {
    const column = search.mapped(mappedColumn(mapping, field)) ?? search.named(field)
    if (column !== undefined) fields.set(field, column)
  }
  const mapped = mappedAttributes(mapping).flatMap(({ name, column }) => {
    const found = search.mapped(column)
    return found === undefined ? [] : [{ name, column: found }]
  })
  const free = createFreeNames()
  const attributes = [
    ...mapped,
    ...search.columns.filter((column) => !search.isTaken(column)).map((column) => ({ name: column.name, column })),
  ]
    .map(({ name, column }) => ({ name: free(name), column }))
    .sort((left, right) => left.column.index - right.column.index)
  const amount = amounts.find(({ field }) => field === 'amount')?.source
  return {
    columns: search.columns,
    amounts,
    fields,
    attributes,
    currency: amount && amount.kind !== 'sides' ? withoutCurrency(amount.column.name).currency : undefined,
    missing: columnsOfMapping(mapping).filter((name) => search.mapped(name) === undefined),
  }
}

/** `type` comes last: a `Buchungstext` is the description, unless another column is. */
const fieldOrder = [...textFields].sort((left, right) => Number(left === 'type') - Number(right === 'type'))

/** Columns named by their cells: a blank cell gives its position from 1, a repeated name gets a suffix. */
function nameColumns(cells: readonly string[]): readonly Column[] {
  const free = createFreeNames()
  return cells.map((cell, index) => ({ name: free(cell.trim() || String(index + 1)), index }))
}

interface Search {
  readonly columns: readonly Column[]
  isTaken(column: Column): boolean
  /** The column that a mapping calls `name`; undefined when there is none. */
  mapped(name: string | undefined): Column | undefined
  /** The first column with one of the names of `field` that no other field has taken; `field` takes the column. */
  named(field: string): Column | undefined
}

function createSearch(columns: readonly Column[], mapping: Mapping, names: ColumnNames): Search {
  // Maps, since a mapping may name hundreds of columns, and a row that is no header may have thousands of cells.
  const byName = new Map(columns.map((column) => [column.name, column]))
  const byOwnPlainName = new Map(columns.toReversed().map((column) => [plainName(column.name), column]))
  const mapped = (name: string | undefined): Column | undefined =>
    name === undefined ? undefined : (byName.get(name.trim()) ?? byOwnPlainName.get(plainName(name)))
  const taken = new Set(columnsOfMapping(mapping).map(mapped))
  const byPlainName = new Map<string, Column>()
  for (const column of columns.toReversed()) {
    byPlainName.set(plainName(withoutCurrency(column.name).name), column)
  }
  for (const [name, column] of byOwnPlainName) byPlainName.set(name, column)
  return {
    columns,
    isTaken: (column) => taken.has(column),
    mapped,
    named(field) {
      const known = names.get(field)
      if (known === undefined) throw new Error(`The field ${field} has no names of columns`)
      const found = known
        .map((name) => byPlainName.get(name))
        .find((column) => column !== undefined && !taken.has(column))
      if (found !== undefined) taken.add(found)
      return found
    },
  }
}

function amountSource(search: Search, mapping: Mapping, field: DecimalField): AmountSource<Column> | undefined {
  const mapped = mappedAmount(mapping, field)
  if (mapped !== undefined) return resolveSource(search, mapped)
  const column = search.named(field)
  if (field !== 'amount') return column && { kind: 'column', column }
  if (column !== undefined) {
    const flag = search.named('flag')
    return flag === undefined ? { kind: 'column', column } : { kind: 'flagged', column, flag, flags: usualFlags }
  }
  const credit = search.named('credit')
  const debit = credit && search.named('debit')
  return credit && debit && { kind: 'sides', debit, credit }
}

const usualFlags = {
  debit: ['S', 'D', 'DR', 'DBIT', 'DEBIT', 'SOLL', 'AF'],
  credit: ['H', 'C', 'CR', 'CRDT', 'CREDIT', 'HABEN', 'BIJ'],
}

function resolveSource(search: Search, source: AmountSource<string>): AmountSource<Column> | undefined {
  if (source.kind === 'sides') {
    const [debit, credit] = [search.mapped(source.debit), search.mapped(source.credit)]
    return debit && credit && { kind: 'sides', debit, credit }
  }
  const column = search.mapped(source.column)
  if (source.kind === 'column') return column && { kind: 'column', column }
  const flag = search.mapped(source.flag)
  return column && flag && { kind: 'flagged', column, flag, flags: source.flags }
}

/** Lower case without accents, with one space for whatever is no letter or digit. */
const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Longer cells are not searched for a currency: they are no headers, and the search costs the square of the length. */
const nameLengthMax = 200

/** A header without the currency, or the UTC of a time, at its end: `Betrag (EUR)`, `Amount CZK`, `Created (UTC)`. */
function withoutCurrency(name: string): { readonly name: string; readonly currency: string | undefined } {
  const parts = name.length > nameLengthMax ? null : /^(.+?)[\s([]+([A-Z]{3})[)\]]?$/.exec(name)
  if (parts === null) return { name, currency: undefined }
  const [shorter, code] = [at(parts, 1), at(parts, 2)]
  if (code === 'UTC') return { name: shorter, currency: undefined }
  return isKnownCurrency(code) ? { name: shorter, currency: code } : { name, currency: undefined }
}
