import type { MappedParts } from '../mapping/mapping.ts'

/**
 * How the export of a payment processor, bank interface or accounting program is read. A CSV column is named by its
 * header, a JSON member by its path, as in `Amount.Currency`. Alternative names stand side by side, the most reliable
 * first: `Created (UTC) · Created`.
 */
export interface ExportMap {
  /** The first part of the adapter's name. Absent for bank exports, which are recognised by their header alone. */
  readonly kind?: string
  readonly title: string
  readonly format: 'csv' | 'json'
  /**
   * What every export of this map has: columns, or JSON members. `object=refund|charge` asks for one of these values,
   * in upper or lower case.
   */
  readonly signs: readonly string[]
  /** Whether the signs occur in no other export. It is then recognised without its kind. */
  readonly isUnmistakable?: boolean
  /** The columns or members of each field and of `attributes.<name>`; `decimal` is the decimal sign. */
  readonly fields: { readonly [field: string]: string | MappedParts }
  /** JSON: where the lists of records stand, `[]` for an element of a list. */
  readonly lists?: readonly string[]
  /** JSON: for each list, the status of records that have none of their own. */
  readonly statuses?: { readonly [list: string]: string }
  /** JSON: fields in minor units of the currency, such as cents. */
  readonly minorUnits?: readonly string[]
  /** The number of digits of a minor unit, for currencies in which the processor differs from ISO 4217. */
  readonly exponents?: { readonly [currency: string]: number }
  /** JSON: fields with the opposite sign: outgoing money is positive. */
  readonly turned?: readonly string[]
  /** JSON: set if amounts have no sign. */
  readonly unsigned?: UnsignedRecords
  /** JSON: dates in seconds since 1970. */
  readonly seconds?: readonly string[]
  /** JSON: members that do not become attributes, such as links, and members that are records of their own. */
  readonly leftOut?: readonly string[]
  /** Records with one of these values move no money: they are left out with a warning. `''` stands for no value. */
  readonly skipped?: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** CSV: columns that are computed from others. */
  readonly made?: readonly MadeColumn[]
  /** CSV: columns whose cells are taken from the row above if the first of these columns, the date, is blank. */
  readonly carried?: readonly string[]
  /** CSV: a column of dates as DDMM. The first line of the file gives the year. */
  readonly shortDate?: string
}

/** Amounts are read as written, with a warning for outgoing money. All records of a file must be of one kind. */
export interface UnsignedRecords {
  /** The member that names the kind of a record. Absent if all records give money back. */
  readonly member?: string
  readonly incoming?: readonly string[]
}

/**
 * A column computed from others: their sum, the first of them with a value, or a copy in rows that meet a condition.
 */
export type MadeColumn =
  | { readonly name: string; readonly sumOf: readonly string[] }
  | { readonly name: string; readonly firstOf: readonly string[] }
  | { readonly name: string; readonly copyOf: string; readonly when: RowCondition }

export type RowCondition =
  | { readonly name: string; readonly values: readonly string[] }
  | { readonly name: string; readonly sameAs: string }

/** The single names of a list of alternatives. */
export const namesIn = (names: string): readonly string[] => names.split(separator)

const separator = ' · '

export function namesOfField(field: string | MappedParts): readonly string[] {
  if (typeof field === 'string') return namesIn(field)
  return [field.column, field.debit, field.credit, field.flag].flatMap((names) =>
    names === undefined ? [] : namesIn(names),
  )
}

export function renamed(
  field: string | MappedParts,
  rename: (names: string) => string | undefined,
): string | MappedParts | undefined {
  if (typeof field === 'string') return rename(field)
  const parts: { [part: string]: string } = {}
  for (const part of ['column', 'debit', 'credit', 'flag'] as const) {
    const names = field[part]
    const name = names === undefined ? undefined : rename(names)
    if (names !== undefined && name === undefined) return undefined
    if (name !== undefined) parts[part] = name
  }
  return { ...field, ...parts }
}
