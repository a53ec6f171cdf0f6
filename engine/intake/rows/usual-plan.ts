import type { Watch } from './beginnings.ts'

/** What the module of rows is told about a file: which cells become which fields, and how their texts are written. */
export interface UsualPlan {
  /** How rows are split into cells, and whether the white space around a cell counts. */
  readCells(cells: UsualCells): void
  /** Requires a text field or the id. */
  readText(field: string, cell: number): void
  /** `usual` is the currency of records that name none, as `currencyAt` gives it; undefined where it is no code. */
  readCurrency(cell: number, usual: number | undefined): void
  readDecimal(field: string, decimal: UsualDecimal): void
  readDate(field: string, date: UsualDate): void
  /** Requires names in canonical order. */
  readAttribute(name: string, cell: number): void
  watch(watch: Watch): void
  doubtSigns(field: string, state: SignState): void
  useValueDate(): void
}

export interface UsualCells {
  readonly columnCount: number
  /** One ASCII character. */
  readonly delimiter: string
  readonly isTrimmed: boolean
}

export interface SignState {
  /** Whether a flag gives the amount its sign. */
  readonly isFlagged: boolean
  /** Whether some amount had a minus. */
  readonly hasSigns: boolean
}

export interface UsualDecimal {
  readonly kind: 'column' | 'negated' | 'flagged' | 'sides'
  readonly cell: number
  /** The cell of the flag or of the credit. */
  readonly other: number
  /** The character before the fraction and the one between groups; empty where there is none. */
  readonly sign: string
  readonly group: string
  readonly areDebitsNegative: boolean | undefined
  readonly areCreditsNegative: boolean | undefined
  /** Undefined for an unknown flag. */
  readonly isDebit: (flag: string) => boolean | undefined
}

export interface UsualDate {
  readonly cell: number
  /** Whether a date in the form `YYYY-MM-DD` is read, whatever the column's other dates look like. */
  readonly isIso: boolean
  /** The attribute that keeps a date with a time of day. */
  readonly timestamp: string
  /** Undefined for a text that the general reader has to read. */
  readonly dayOf: (text: string) => number | undefined
}
