export interface DatasetWarning {
  readonly code: DatasetWarningCode
  readonly count: number
  readonly firstLine: number | null
  /** In an archive, the file in which `firstLine` is. */
  readonly file?: string
  /** For `missing_date` and `unknown_currency`: for each currency, the sum of the records concerned. */
  readonly totals?: { readonly [currency: string]: string }
  /**
   * For `balance_mismatch`, of the first such statement: its opening balance plus its entries, and its stated closing
   * balance.
   */
  readonly expected?: string
  readonly stated?: string
}

/**
 * `missing_currency`: a record without a currency matches only records without one. `unknown_currency`: no
 * current code of ISO 4217, such as a mistyped one, or one that both sides agreed on. `missing_date`: a record has no date,
 * as a line of totals has none. `value_date_used`: the value date replaces a missing booking date.
 * `unsigned_amount`: the amount of a refund, dispute or the like is read as its export writes it, without a sign.
 * `clamped_date`: a day that no month has, such as 30 February, is read as the last of its month. `skipped_entries`:
 * lines that say nothing of money, that move no money, or that the mapping leaves out, are no records.
 * `skipped_sheets`: other sheets of the workbook have data too, and were not read. `skipped_files`: no format reads
 * some files of the archive. `control_total_mismatch`: a stated total or count is not that of the file's lines.
 * `balance_mismatch`: opening balance plus entries is not the closing balance.
 */
export const datasetWarningCodes = [
  'no_records',
  'repeated_id',
  'missing_currency',
  'unknown_currency',
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

interface WarningCount {
  add(line: number): void
  warnings(): readonly DatasetWarning[]
}

export interface FileInArchive {
  /** The open file of an archive; undefined outside of archives. */
  name: string | undefined
}

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
