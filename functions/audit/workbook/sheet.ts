/** A table of a workbook: a heading, which stays in view and has filters, and rows below it. */
export interface Sheet {
  /** Made fit for a workbook: at most 31 characters, none of `[]:*?/\`, unlike every other name. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Each as long as `columns`; a cell without a value is null. */
  readonly rows: Iterable<Row> | AsyncIterable<Row>
}

/**
 * A column, by what its cells are:
 *
 * - `text` stays text, whatever it looks like: an id `007` keeps its zeros, and `=1+1` is no formula;
 * - `amount` and `count` are decimals, `-1234.5`; a number has at most 15 significant digits, and more of them are text;
 * - `date` is `2026-03-31`, a date from 1900-03-01 on and text before: earlier days have no number that programs agree on.
 *
 * A value that is none of its kind is written as text.
 */
export interface Column {
  readonly title: string
  readonly kind: 'text' | 'amount' | 'count' | 'date'
  /** Of amounts: the title of the column that holds their currency, whose digits they are shown with. */
  readonly currencyIn?: string
  /** In characters. When left out it fits the title and the kind. */
  readonly width?: number
}

/** The cells of a row, in the order of its columns. */
export type Row = readonly (string | null)[]
