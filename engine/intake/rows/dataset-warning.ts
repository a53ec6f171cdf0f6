/** A warning about a dataset. */
export interface DatasetWarning {
  readonly code: DatasetWarningCode
  /** How many records, or statements, the warning concerns. */
  readonly count: number
  /** The physical line of the first of them; null where there is none. */
  readonly firstLine: number | null
  /** The name of the file in an archive whose line that is. */
  readonly file?: string
  /** Of `missing_date`: the sums of the records concerned in each currency. */
  readonly totals?: { readonly [currency: string]: string }
  /** Of `balance_mismatch`: opening and entries of the first statement concerned, and the closing balance that it states. */
  readonly expected?: string
  readonly stated?: string
}

/**
 * `missing_currency`: a record without a currency matches only records without one. `missing_date`: a record has no date,
 * as a line of totals has none. `value_date_used`: the value date stands in for a booking date that is not there.
 * `unsigned_amount`: a refund, dispute or the like whose amount its export writes without a sign is read as it is written.
 * `clamped_date`: a day that no month has, such as 30 February, is read as the last of its month. `skipped_entries`: lines
 * that say nothing of money, that move no money, or that the mapping leaves out, are no records. `skipped_sheets`: other sheets of
 * the workbook have data too, and were not read. `skipped_files`: files of an archive were left out that no format reads. `control_total_mismatch`: a total or a count that the
 * file states is not that of its lines. `balance_mismatch`: opening balance and entries are not the closing balance.
 */
export const datasetWarningCodes = [
  'no_records',
  'repeated_id',
  'missing_currency',
  'missing_date',
  'value_date_used',
  'clamped_date',
  'unsigned_amount',
  'skipped_entries',
  'skipped_sheets',
  'skipped_files',
  'control_total_mismatch',
  'balance_mismatch',
] as const

export type DatasetWarningCode = (typeof datasetWarningCodes)[number]

/** A count of the records that a warning concerns. */
export interface WarningCount {
  /** Counts the record that begins on `line`. */
  add(line: number): void
  /** The warning; none when no record was counted. */
  warnings(): readonly DatasetWarning[]
}

/** The file of an archive that is read. */
export interface FileInArchive {
  /** Undefined where there is no archive. */
  name: string | undefined
}

/** A count of no records yet. */
export function createWarningCount(code: DatasetWarningCode, read: FileInArchive): WarningCount {
  let count = 0
  let first: Pick<DatasetWarning, 'firstLine' | 'file'> = { firstLine: null }
  return {
    add(line) {
      if (count === 0) first = { firstLine: line, ...(read.name !== undefined && { file: read.name }) }
      count += 1
    },
    warnings: () => (count === 0 ? [] : [{ code, count, ...first }]),
  }
}
