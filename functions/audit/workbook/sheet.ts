/** A table of a workbook. Its heading is frozen and has filters. */
export interface Sheet {
  /** Any text; `nameSheets` makes it a valid name. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Each row is as long as `columns`; null stands for an empty cell. */
  readonly rows: Iterable<Row> | AsyncIterable<Row>
}

/**
 * A column, by the kind of its cells:
 *
 * - `text` stays text: an id `007` keeps its zeros, and `=1+1` is no formula;
 * - `amount` and `count` are decimals, `-1234.5`, written as text beyond 15 significant digits;
 * - `date` is `2026-03-31`, written as text before 1900-03-01: programs disagree on the numbers of earlier days.
 *
 * A value of another kind is written as text.
 */
export interface Column {
  readonly title: string
  readonly kind: 'text' | 'amount' | 'count' | 'date'
  readonly currencyIn?: string
  /** The width in characters. Left out, it follows from title and kind. */
  readonly width?: number
}

export type Row = readonly (string | null)[]
