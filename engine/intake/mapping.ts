import type { DecimalField } from '../record/record.ts'

/**
 * Which columns the canonical fields come from, as a caller says it:
 *
 *     { "amount": { "debit": "Soll", "credit": "Haben" }, "date": { "column": "Datum", "format": "DD.MM.YYYY" },
 *       "attributes.batch": "Batch", "decimal": "," }
 *
 * `decimal` holds for every amount. `header: false` says that the first row is data; its columns are then named by
 * their positions, `"1"`, `"2"` and so on. A field that is not named is found by its header or member name.
 */
export interface Mapping {
  readonly [field: string]: MappedColumn | boolean | undefined
}

export type MappedColumn = string | MappedParts

/** The object forms: a column with a date format, a debit and a credit column, or an amount with a flag column. */
export interface MappedParts {
  readonly column?: string | undefined
  readonly format?: string | undefined
  readonly debit?: string | undefined
  readonly credit?: string | undefined
  readonly flag?: string | undefined
  readonly debitValues?: readonly string[] | undefined
  /** Where it is given, a flag that is in neither list is a fault; `""` stands for a blank one. */
  readonly creditValues?: readonly string[] | undefined
}

/** Where an amount stands, with columns by name. */
export type AmountSource<Column> =
  | { readonly kind: 'column'; readonly column: Column }
  | { readonly kind: 'sides'; readonly debit: Column; readonly credit: Column }
  | { readonly kind: 'flagged'; readonly column: Column; readonly flag: Column; readonly flags: FlagValues }

export interface FlagValues {
  readonly debit: readonly string[]
  /** Undefined: whatever is neither blank nor a debit. */
  readonly credit: readonly string[] | undefined
}

/** The mapped source of an amount; undefined when the mapping does not name the field. */
export function mappedAmount(mapping: Mapping, field: DecimalField): AmountSource<string> | undefined {
  const mapped = mapping[field]
  if (typeof mapped === 'string') return { kind: 'column', column: mapped }
  if (typeof mapped !== 'object') return undefined
  const { column, debit, credit, flag, debitValues, creditValues } = mapped
  if (debit !== undefined && credit !== undefined) return { kind: 'sides', debit, credit }
  if (column === undefined) return undefined
  if (flag === undefined) return { kind: 'column', column }
  return { kind: 'flagged', column, flag, flags: { debit: debitValues ?? [], credit: creditValues } }
}

/** The column of a field that is read from one; undefined when the mapping does not name it. */
export function mappedColumn(mapping: Mapping, field: string): string | undefined {
  const mapped = mapping[field]
  return typeof mapped === 'object' ? mapped.column : typeof mapped === 'string' ? mapped : undefined
}

/** The `date.format` of a date field, if there is one. */
export function mappedFormat(mapping: Mapping, field: string): string | undefined {
  const mapped = mapping[field]
  return typeof mapped === 'object' ? mapped.format : undefined
}

/** The attributes that the mapping names, without their prefix, and the column of each. */
export function mappedAttributes(mapping: Mapping): readonly { readonly name: string; readonly column: string }[] {
  return Object.keys(mapping)
    .filter((field) => field.startsWith(attributePrefix))
    .flatMap((field) => {
      const column = mappedColumn(mapping, field)
      return column === undefined ? [] : [{ name: field.slice(attributePrefix.length), column }]
    })
}

/** Every column that the mapping names, each once. */
export function columnsOfMapping(mapping: Mapping): readonly string[] {
  const named = Object.keys(mapping)
    .filter((field) => field !== 'decimal' && field !== 'header')
    .flatMap((field) => {
      const mapped = mapping[field]
      if (typeof mapped === 'string') return [mapped]
      return typeof mapped === 'object' ? [mapped.column, mapped.debit, mapped.credit, mapped.flag] : []
    })
  return [...new Set(named.filter((column) => column !== undefined))]
}

const attributePrefix = 'attributes.'
