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

/** Which columns are which fields. */
export interface ColumnPlan {
  readonly amounts: readonly { readonly field: DecimalField; readonly source: AmountSource<Column> }[]
  /** The column of each date and text field that there is. */
  readonly fields: ReadonlyMap<string, Column>
  /** By position. */
  readonly attributes: readonly AttributeColumn[]
}

export interface AttributeColumn {
  readonly name: string
  readonly column: Column
}

/** What the header row of an export says. */
export interface Header extends ColumnPlan {
  readonly columns: readonly Column[]
  /** The currency that the amount's header names, as in `Betrag (EUR)`. */
  readonly currency: string | undefined
  /** Columns of the mapping that are not there. */
  readonly missing: readonly string[]
}

/**
 * A reader of header rows, by the mapping first and then by what each field is usually called. Every column that is no
 * field becomes an attribute of its name.
 */
export function createHeaderReader(mapping: Mapping, kind: string | undefined): (cells: readonly string[]) => Header {
  const names = columnNamesOf(kind)
  return (cells) => readHeader(createSearch(nameColumns(cells), mapping, names), mapping)
}

/**
 * Whether a row names an amount, or debit and credit, and a date; where the mapping names columns, all of those and an
 * amount.
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
    currency:
      amount?.kind === 'sides' || amount === undefined ? undefined : withoutCurrency(amount.column.name).currency,
    missing: columnsOfMapping(mapping).filter((name) => search.mapped(name) === undefined),
  }
}

/** `description` comes before `type`: a `Buchungstext` is either, and which depends on what else there is. */
const fieldOrder = [...textFields].sort((left, right) => Number(left === 'type') - Number(right === 'type'))

/** A blank name is the position from 1; a repeated one gets a suffix. */
function nameColumns(cells: readonly string[]): readonly Column[] {
  const free = createFreeNames()
  return cells.map((cell, index) => ({ name: free(cell.trim() || String(index + 1)), index }))
}

interface Search {
  readonly columns: readonly Column[]
  isTaken(column: Column): boolean
  /** The column that a mapping means by `name`. */
  mapped(name: string | undefined): Column | undefined
  /** The first free column with one of the names of `field`; it is taken from then on. */
  named(field: string): Column | undefined
}

function createSearch(columns: readonly Column[], mapping: Mapping, names: ColumnNames): Search {
  const mapped = (name: string | undefined): Column | undefined =>
    name === undefined
      ? undefined
      : (columns.find((column) => column.name === name.trim()) ??
        columns.find((column) => plainName(column.name) === plainName(name)))
  const taken = new Set(columnsOfMapping(mapping).map(mapped))
  const byPlainName = new Map<string, Column>()
  for (const column of columns.toReversed()) {
    byPlainName.set(plainName(withoutCurrency(column.name).name), column)
  }
  for (const column of columns.toReversed()) byPlainName.set(plainName(column.name), column)
  return {
    columns,
    isTaken: (column) => taken.has(column),
    mapped,
    named(field) {
      const found = (names[field] ?? [])
        .map((name) => byPlainName.get(name))
        .find((column) => column !== undefined && !taken.has(column))
      if (found !== undefined) taken.add(found)
      return found
    },
  }
}

function amountSource(search: Search, mapping: Mapping, field: DecimalField): AmountSource<Column> | undefined {
  const mapped = mappedAmount(mapping, field)
  if (mapped !== undefined) return resolved(search, mapped)
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

function resolved(search: Search, source: AmountSource<string>): AmountSource<Column> | undefined {
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

/** A longer cell is no header, and looking through all of it would cost the square of its length. */
const nameLengthMax = 200

/** A header without the currency (or the UTC of a time) at its end: `Betrag (EUR)`, `Amount CZK`, `Created (UTC)`. */
function withoutCurrency(name: string): { readonly name: string; readonly currency: string | undefined } {
  const parts = name.length > nameLengthMax ? null : /^(.+?)[\s([]+([A-Z]{3})[)\]]?$/.exec(name)
  const code = parts?.[2] ?? ''
  if (code !== 'UTC' && !isKnownCurrency(code)) return { name, currency: undefined }
  return { name: parts?.[1] ?? name, currency: code === 'UTC' ? undefined : code }
}
