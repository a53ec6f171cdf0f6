import type { MappedParts } from '../mapping/mapping.ts'

/**
 * How an export of a payment processor, a bank's interface or an accounting program is read: data, one file a kind. A
 * column of a CSV is named by its header, a member of JSON by its path, as in `Amount.Currency`. Alternative names
 * stand side by side, the surest first: `Created (UTC) · Created`.
 */
export interface ExportMap {
  /** The adapter kind; absent for exports of banks, which are known by their header alone. */
  readonly kind?: string
  readonly title: string
  readonly format: 'csv' | 'json'
  /**
   * What every such export has: columns, or members (`object=refund|charge` for one of these values, in either case).
   */
  readonly signs: readonly string[]
  /** Whether no other file looks so: the export is then recognised without its kind. */
  readonly isUnmistakable?: boolean
  /** The columns or members of fields and of `attributes.<name>`; `decimal` is the decimal sign. */
  readonly fields: { readonly [field: string]: string | MappedParts }
  /** JSON: the places of its lists, `[]` for any element of a list. Absent for a list that mixes kinds of records. */
  readonly lists?: readonly string[]
  /** JSON: by list, the status of its records that name no status themselves. */
  readonly statuses?: { readonly [list: string]: string }
  /** JSON: fields in minor units of the currency, such as cents. */
  readonly minorUnits?: readonly string[]
  /** Digits of minor units where the processor differs from ISO 4217. */
  readonly exponents?: { readonly [currency: string]: number }
  /** JSON: fields where money that leaves the account is positive. */
  readonly turned?: readonly string[]
  /** JSON: set where amounts have no sign. */
  readonly unsigned?: UnsignedRecords
  /** JSON: dates in seconds since 1970. */
  readonly seconds?: readonly string[]
  /** JSON: members that do not become attributes, such as links, and parts that are records themselves. */
  readonly leftOut?: readonly string[]
  /** Records with one of these values (`''` for none) move no money, and are left out with a warning. */
  readonly skipped?: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** CSV: columns that are made of others. */
  readonly made?: readonly MadeColumn[]
  /** CSV: columns that a row without a date, the first of them, takes from the row above. */
  readonly carried?: readonly string[]
  /** CSV: a column of days and months, as DDMM, whose year the first line of the file gives. */
  readonly shortDate?: string
}

/** Amounts are read as written, with a warning where money goes out. All records of a file are of one kind. */
export interface UnsignedRecords {
  /** The member that says what kind a record is; absent where all records give money back. */
  readonly member?: string
  readonly incoming?: readonly string[]
}

/** The sum of other columns, the first of them with a value, or a copy in rows that meet a condition. */
export type MadeColumn =
  | { readonly name: string; readonly sumOf: readonly string[] }
  | { readonly name: string; readonly firstOf: readonly string[] }
  | { readonly name: string; readonly copyOf: string; readonly when: RowCondition }

export type RowCondition =
  | { readonly name: string; readonly values: readonly string[] }
  | { readonly name: string; readonly sameAs: string }

/** Splits alternative names. */
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
