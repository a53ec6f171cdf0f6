import type { MappedParts } from '../mapping/mapping.ts'

/**
 * How an export of a payment processor, a bank's interface or an accounting program is read: data, one file a kind. A
 * column of a CSV is named by its header, a member of JSON by its path, as in `Amount.Currency`. Where exports differ in
 * a name, the names stand beside each other, the surest first: `Created (UTC) · Created`.
 */
export interface ExportMap {
  /** The adapter kind; none for exports of banks, which are known by their header alone. */
  readonly kind?: string
  /** What the export is called in a sentence. */
  readonly title: string
  readonly format: 'csv' | 'json'
  /** What every such export has: columns, or members (`object=refund|charge` for one of these values, in either case). */
  readonly signs: readonly string[]
  /** Whether nothing else looks so: then the export is recognised without its kind. */
  readonly isUnmistakable?: boolean
  /** The columns or members of fields and of `attributes.<name>`; with `decimal`, the sign of the export's amounts. */
  readonly fields: { readonly [field: string]: string | MappedParts }
  /** JSON: the places of its lists, `[]` for any element of a list. A list of all kinds of records needs none. */
  readonly lists?: readonly string[]
  /** JSON: the status of the records of a list, where they name none. */
  readonly statuses?: { readonly [list: string]: string }
  /** JSON: fields in minor units of the currency, such as cents. */
  readonly minorUnits?: readonly string[]
  /** Digits of minor units where the processor has others than ISO 4217. */
  readonly exponents?: { readonly [currency: string]: number }
  /** JSON: fields whose plus is money that leaves the account. */
  readonly turned?: readonly string[]
  /** JSON: amounts that have no sign, and what the records are. */
  readonly unsigned?: UnsignedRecords
  /** JSON: dates in seconds since 1970. */
  readonly seconds?: readonly string[]
  /** JSON: members that are not kept as attributes: parts of the record that are records themselves, and links. */
  readonly leftOut?: readonly string[]
  /** Records that move no money are left out, with a warning: those with one of these values, `''` for none. */
  readonly skipped?: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** CSV: columns that are made of others. */
  readonly made?: readonly MadeColumn[]
  /** CSV: columns that a row has from the row above, where it has nothing in the first of them, its date. */
  readonly carried?: readonly string[]
  /** CSV: a column of days and months, as DDMM, whose year the first line of the file gives. */
  readonly shortDate?: string
}

/**
 * Records whose amounts have no sign. They are read as they are written, with a warning where money is given back or paid
 * out, and a file has records of one kind, whose signs fit together.
 */
export interface UnsignedRecords {
  /** The member that says what a record is; none where all of them give money back. */
  readonly member?: string
  /** Its values of records by which money comes in. */
  readonly incoming?: readonly string[]
}

/** A column that is made of others: their sum, the first with a value, or a copy in rows of which something is true. */
export type MadeColumn =
  | { readonly name: string; readonly sumOf: readonly string[] }
  | { readonly name: string; readonly firstOf: readonly string[] }
  | { readonly name: string; readonly copyOf: string; readonly when: RowCondition }

export type RowCondition =
  | { readonly name: string; readonly values: readonly string[] }
  | { readonly name: string; readonly sameAs: string }

/** The names that stand beside each other. */
export const namesIn = (names: string): readonly string[] => names.split(separator)

const separator = ' · '

/** The names of columns or members that a field of a map is read from. */
export function namesOfField(field: string | MappedParts): readonly string[] {
  if (typeof field === 'string') return namesIn(field)
  return [field.column, field.debit, field.credit, field.flag].flatMap((names) =>
    names === undefined ? [] : namesIn(names),
  )
}

/** The field with each of its names replaced; undefined where one of them has no replacement. */
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
