/** What a caller should know of a dataset that was read. */
export interface DatasetWarning {
  readonly code: DatasetWarningCode
  /** How many records it concerns. */
  readonly count: number
  /** The physical line of the first of them; null where there is none. */
  readonly firstLine: number | null
}

/** `missing_currency`: a record without one matches only records without one. */
export type DatasetWarningCode = 'repeated_id' | 'missing_currency' | 'no_records'
