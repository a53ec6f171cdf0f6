import { type DecimalField, decimalFields, textFields } from '../../record/record.ts'
import {
  type AmountSource,
  columnsOfAmount,
  columnsOfMapping,
  type Mapping,
  mappedAmount,
  mappedAttributes,
  mappedColumn,
  skipConditions,
} from '../mapping/mapping.ts'
import { createFreeNames } from '../rows/free-names.ts'
import type { Column } from '../rows/row.ts'
import type { RowFault } from '../rows/row-fault.ts'
import { type ColumnNames, nameColumns, withoutCurrency } from './column-names.ts'
import { usualFlags } from './debit-flags.ts'
import { doubledAmount } from './doubled-amount.ts'
import { createSearch, type Search } from './header-search.ts'
import { furtherNamesOf, joinedNamesOf } from './kinds.ts'
import type { MovementSample } from './movement-columns.ts'
import type { FoundCondition } from './row-skip.ts'
import { type SignDoubts, signDoubtsOf } from './sign-doubts.ts'

export interface ColumnPlan {
  readonly amounts: readonly { readonly field: DecimalField; readonly source: AmountSource<Column> }[]
  /** The columns of id, currency, dates and text fields. */
  readonly fields: ReadonlyMap<string, Column>
  readonly attributes: readonly AttributeColumn[]
}

export interface AttributeColumn {
  readonly name: string
  readonly column: Column
}

/** What is needed to recognise rows that are no records. */
export interface Table {
  readonly mapping: Mapping
  readonly columns: readonly Column[]
  readonly skip: readonly FoundCondition[]
  readonly delimiter?: string
}

/** A row read as a header, whether or not it is one: see `isHeader`. */
export interface Header extends ColumnPlan {
  readonly table: Table
  readonly columns: readonly Column[]
  /** The currency in the header of the amount, as in `Betrag (EUR)`. */
  readonly currency: string | undefined
  /** Columns that the mapping names but the row lacks. */
  readonly missing: readonly string[]
  /** The fault of an amount that two columns have. */
  readonly doubled: Omit<RowFault, 'line'> | undefined
  /**
   * Columns whose words suggest that amounts have no sign; `more` adds cells to look at. Undefined if the mapping names
   * the amount.
   */
  signDoubts(more?: readonly MovementSample[]): SignDoubts | undefined
}

export type HeaderReader = (cells: readonly string[], below?: readonly (readonly string[])[]) => Header

/**
 * Reads a row as a header: looks for names of the mapping, then for usual names. Every other column becomes an
 * attribute of its own name.
 */
export const createHeaderReader = (mapping: Mapping, kind: string | undefined): HeaderReader =>
  headerReaderBy(joinedNamesOf(kind), mapping)

/** Looks for further names, too: for files in which no row is a header by the usual names. */
export const createFurtherHeaderReader = (mapping: Mapping, kind: string | undefined): HeaderReader =>
  headerReaderBy(furtherNamesOf(kind), mapping)

function headerReaderBy(names: ColumnNames, mapping: Mapping): HeaderReader {
  return (cells, below = []) =>
    readHeader(createSearch({ columns: nameColumns(cells), below }, mapping, names), mapping, below)
}

/**
 * Whether a row is the header: it has all columns of the mapping, an amount or a debit and credit, and, if the mapping
 * names no columns, a date.
 */
export function isHeader(header: Header, mapping: Mapping): boolean {
  if (header.missing.length > 0 || !header.amounts.some(({ field }) => field !== 'fee')) return false
  return header.fields.has('date') || header.fields.has('valueDate') || columnsOfMapping(mapping).length > 0
}

function readHeader(search: Search, mapping: Mapping, below: readonly (readonly string[])[]): Header {
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
  const skip = skipConditions(mapping).map((condition) => ({ condition, column: search.mapped(condition.column) }))
  return {
    table: { mapping, columns: search.columns, skip },
    columns: search.columns,
    amounts,
    fields,
    attributes,
    currency: currencyNamedBy(amounts.find(({ field }) => field === 'amount')?.source),
    missing: [...columnsOfMapping(mapping), ...columnsOfSkip(mapping)].filter(
      (name) => search.mapped(name) === undefined,
    ),
    doubled: doubledAmount({ amounts, columns: search.columns, below, mapping }),
    signDoubts(more = []) {
      const amount = amounts.find(({ field }) => field !== 'fee' && mappedAmount(mapping, field) === undefined)
      const [type, description] = [fields.get('type'), fields.get('description')]
      const columns = [type, description, ...attributes.map(({ column }) => column)].filter(
        (each) => each !== undefined,
      )
      const samples = columns.map((column) => ({
        column,
        name: column === type ? 'type' : column.name,
        isDescription: column === description,
        cells: below.map((cells) => cells.at(column.index) ?? ''),
      }))
      return signDoubtsOf(amount, { samples: [...samples, ...more], mapping })
    },
  }
}

const columnsOfSkip = (mapping: Mapping): readonly string[] =>
  skipConditions(mapping).flatMap(({ column }) => (column === undefined ? [] : [column]))

function currencyNamedBy(source: AmountSource<Column> | undefined): string | undefined {
  if (source === undefined) return undefined
  const columns = source.kind === 'sides' ? columnsOfAmount(source) : [source.column]
  const named = new Set(columns.map(({ name }) => withoutCurrency(name).currency))
  return named.size === 1 ? [...named][0] : undefined
}

/** `type` is looked for last, since `Buchungstext` is the description if no other column is. */
const fieldOrder = [...textFields].sort((left, right) => Number(left === 'type') - Number(right === 'type'))

function amountSource(search: Search, mapping: Mapping, field: DecimalField): AmountSource<Column> | undefined {
  const mapped = mappedAmount(mapping, field)
  if (mapped !== undefined) return resolveSource(search, mapped)
  const column = search.named(field)
  if (field !== 'amount') return column && { kind: 'column', column }
  if (column !== undefined) {
    const flag = search.named('flag')
    if (flag !== undefined) return { kind: 'flagged', column, flag, flags: usualFlags }
    return search.flagged(column) ?? search.sides(column) ?? { kind: 'column', column }
  }
  return search.sides()
}

function resolveSource(search: Search, source: AmountSource<string>): AmountSource<Column> | undefined {
  if (source.kind === 'sides') {
    const [debit, credit] = [search.mapped(source.debit), search.mapped(source.credit)]
    return debit && credit && { kind: 'sides', debit, credit }
  }
  const column = search.mapped(source.column)
  if (source.kind === 'column') return column && { ...source, column }
  const flag = search.mapped(source.flag)
  return column && flag && { kind: 'flagged', column, flag, flags: source.flags }
}
