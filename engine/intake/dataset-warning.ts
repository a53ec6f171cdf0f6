/** A warning about a dataset. */
export interface DatasetWarning {
  readonly code: DatasetWarningCode
  /** How many records the warning concerns. */
  readonly count: number
  /** The physical line of the first of them; null where there is none. */
  readonly firstLine: number | null
}

/** `missing_currency`: a record without a currency matches only records without one. */
export type DatasetWarningCode = 'repeated_id' | 'missing_currency' | 'no_records'

/** A count of the records that a warning concerns. */
export interface WarningCount {
  /** Counts the record that begins on `line`. */
  add(line: number): void
  /** The warning; none when no record was counted. */
  warnings(): readonly DatasetWarning[]
}

/** A count of no records yet. */
export function createWarningCount(code: DatasetWarningCode): WarningCount {
  let count = 0
  let firstLine: number | null = null
  return {
    add(line) {
      firstLine ??= line
      count += 1
    },
    warnings: () => (count === 0 ? [] : [{ code, count, firstLine }]),
  }
}
