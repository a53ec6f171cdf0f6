import { type DateField, type DecimalField, dateFields } from '../../record/record.ts'
import type { Column } from '../rows/row.ts'
import { type FaultLog, shown } from '../rows/row-fault.ts'
import { type DatePattern, parseDatePattern } from '../values/date-pattern.ts'
import { type DecimalSign, isDecimalSign } from '../values/number-format.ts'
import type { SkipCondition } from './skip-condition.ts'

/**
 * From which columns fields are read, as a caller writes it:
 *
 *     { "amount": { "debit": "Soll", "credit": "Haben" }, "date": { "column": "Datum", "format": "DD.MM.YYYY" },
 *       "attributes.batch": "Batch", "decimal": "," }
 *
 * `decimal` is the decimal sign of all amounts. `header: false` says that the first row is data; columns are then named
 * by position: `"1"`, `"2"`. `skip` says which rows are no records. Fields that the mapping leaves out are found by
 * their header or member names.
 */
export interface Mapping {
  readonly [field: string]: MappedColumn | boolean | readonly SkipCondition[] | undefined
}

export type MappedColumn = string | MappedParts

/**
 * A column with a date format or an opposite sign, a debit and a credit column, or an amount with a column of flags.
 */
export interface MappedParts {
  readonly column?: string | undefined
  readonly negate?: boolean | undefined
  readonly format?: string | undefined
  readonly debit?: string | undefined
  readonly credit?: string | undefined
  readonly flag?: string | undefined
  readonly debitValues?: readonly string[] | undefined
  /** If given, a flag that is in neither list is a fault. `""` stands for a blank flag. */
  readonly creditValues?: readonly string[] | undefined
}

export type AmountSource<Column> =
  | { readonly kind: 'column'; readonly column: Column; readonly isNegated?: boolean }
  | { readonly kind: 'sides'; readonly debit: Column; readonly credit: Column }
  | { readonly kind: 'flagged'; readonly column: Column; readonly flag: Column; readonly flags: FlagValues }

/** The columns of an amount: the debit before the credit, the amount before its flag. */
export function columnsOfAmount<Column>(source: AmountSource<Column>): readonly Column[] {
  if (source.kind === 'sides') return [source.debit, source.credit]
  return source.kind === 'column' ? [source.column] : [source.column, source.flag]
}

export interface FlagValues {
  readonly debit: readonly string[]
  /** If undefined, every flag is a credit that is neither blank nor a debit. */
  readonly credit: readonly string[] | undefined
}

/** Undefined when the mapping does not name the field. */
export function mappedAmount(mapping: Mapping, field: DecimalField): AmountSource<string> | undefined {
  const mapped = mappedAt(mapping, field)
  if (typeof mapped === 'string') return { kind: 'column', column: mapped }
  if (mapped === undefined) return undefined
  const { column, negate = false, debit, credit, flag, debitValues, creditValues } = mapped
  if (debit !== undefined && credit !== undefined) return { kind: 'sides', debit, credit }
  if (column === undefined) return undefined
  if (flag === undefined) return { kind: 'column', column, isNegated: negate }
  return { kind: 'flagged', column, flag, flags: { debit: debitValues ?? [], credit: creditValues } }
}

/** What a mapping says of an amount that is read from `source`: the inverse of `mappedAmount`. */
export function mappedSource(source: AmountSource<Column>, nameOf: (column: Column) => string): MappedColumn {
  if (source.kind === 'sides') return { debit: nameOf(source.debit), credit: nameOf(source.credit) }
  if (source.kind === 'column') return nameOf(source.column)
  const { debit, credit } = source.flags
  return {
    column: nameOf(source.column),
    flag: nameOf(source.flag),
    debitValues: debit,
    ...(credit && { creditValues: credit }),
  }
}

/** Undefined when the mapping does not name the field, or reads it from a debit and a credit column. */
export function mappedColumn(mapping: Mapping, field: string): string | undefined {
  const mapped = mappedAt(mapping, field)
  return typeof mapped === 'object' ? mapped.column : mapped
}

export function mappedAt(mapping: Mapping, field: string): MappedColumn | undefined {
  const mapped = mapping[field]
  return typeof mapped === 'string' || isParts(mapped) ? mapped : undefined
}

const isParts = (mapped: Mapping[string]): mapped is MappedParts => typeof mapped === 'object' && !Array.isArray(mapped)

const isConditions = (mapped: Mapping[string]): mapped is readonly SkipCondition[] => Array.isArray(mapped)

export function skipConditions(mapping: Mapping): readonly SkipCondition[] {
  const conditions = mapping['skip']
  return isConditions(conditions) ? conditions : []
}

export type DatePatterns = { readonly [field in DateField]?: DatePattern }

/** Faults have line 1 and no column, since the mapping is not part of the file. */
export function mappedDatePatterns(mapping: Mapping, faults: FaultLog): DatePatterns {
  const patterns: { [field in DateField]?: DatePattern } = {}
  for (const field of dateFields) {
    const mapped = mappedAt(mapping, field)
    const format = typeof mapped === 'object' ? mapped.format : undefined
    const pattern = format === undefined ? undefined : parseDatePattern(format)
    if (pattern !== undefined) patterns[field] = pattern
    else if (format !== undefined) {
      const detail = `Got the format ${shown(format)}, wanted one of YYYY, YY, MMM, MM, M, DD and D for each of year, month and day`
      faults.add({ line: 1, column: null, field, code: 'invalid_date_format', detail })
    }
  }
  return patterns
}

export function mappedDecimalSign(mapping: Mapping): DecimalSign | undefined {
  const sign = mapping['decimal']
  return isDecimalSign(sign) ? sign : undefined
}

/** The mapped attributes; their names come without the prefix `attributes.`. */
export function mappedAttributes(mapping: Mapping): readonly { readonly name: string; readonly column: string }[] {
  return Object.keys(mapping)
    .filter((field) => field.startsWith(attributePrefix))
    .flatMap((field) => {
      const column = mappedColumn(mapping, field)
      return column === undefined ? [] : [{ name: field.slice(attributePrefix.length), column }]
    })
}

export function columnsOfMapping(mapping: Mapping): readonly string[] {
  const named = Object.keys(mapping)
    .filter((field) => field !== 'decimal')
    .flatMap((field) => {
      const mapped = mappedAt(mapping, field)
      if (typeof mapped === 'string') return [mapped]
      return typeof mapped === 'object' ? [mapped.column, mapped.debit, mapped.credit, mapped.flag] : []
    })
  return [...new Set(named.filter((column) => column !== undefined))]
}

const attributePrefix = 'attributes.'
