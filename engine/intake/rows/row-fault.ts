export type RowFaultCode =
  | 'unknown_encoding'
  | 'invalid_encoding'
  | 'record_too_large'
  | 'malformed_json'
  | 'malformed_xml'
  | 'malformed_file'
  | 'duplicate_member'
  | 'lone_surrogate'
  | 'number_precision'
  | 'number_range'
  | 'too_deep'
  | 'too_many_values'
  | 'too_many_members'
  | 'too_many_columns'
  | 'too_many_records'
  | 'too_many_statements'
  | 'dataset_too_large'
  | 'header_too_large'
  | 'name_too_long'
  | 'unclosed_quote'
  | 'malformed_quote'
  | 'too_many_cells'
  | 'header_not_found'
  | 'unknown_sheet'
  | 'invalid_cell'
  | 'unknown_column'
  | 'undecided_column'
  | 'unknown_member'
  | 'invalid_record'
  | 'not_a_record'
  | 'missing_amount'
  | 'invalid_decimal'
  | 'undecided_decimal'
  | 'undecided_sign'
  | 'debit_and_credit'
  | 'mixed_signs'
  | 'invalid_flag'
  | 'invalid_date'
  | 'undecided_date'
  | 'invalid_date_format'
  | 'invalid_currency'
  | 'invalid_text'
  | 'invalid_attribute'

export interface RowFault {
  /**
   * The line of the file, from 1, header included. In a JSON body it is the line of the member, in a workbook the row.
   */
  readonly line: number
  /** The file in an archive, or the sheet in a workbook. */
  readonly file?: string
  /** RFC 6901 pointer into a JSON body, where several records may stand on one line. */
  readonly pointer?: string
  /** The column, member, element or tag; null for a fault of the whole row or file. */
  readonly column: string | null
  /** The canonical field that could not be read; null if the fault is not of a field. */
  readonly field: string | null
  readonly code: RowFaultCode
  /** What the reader got and what it wanted: `Got "x", wanted a decimal`. */
  readonly detail: string
}

/** After this many faults a file is not read further: twenty show the pattern. */
export const rowFaultCountMax = 20

export interface FaultLog {
  add(fault: RowFault): void
  close(): void
  isEmpty(): boolean
  isFull(): boolean
  faults(): readonly RowFault[]
}

export function createFaultLog(): FaultLog {
  const faults: RowFault[] = []
  let isClosed = false
  return {
    add(fault) {
      if (faults.length < rowFaultCountMax && !isClosed) faults.push(fault)
    },
    close() {
      isClosed = true
    },
    isEmpty: () => faults.length === 0,
    isFull: () => isClosed || faults.length >= rowFaultCountMax,
    faults: () => faults.toSorted((left, right) => left.line - right.line),
  }
}

const shownLengthMax = 60

/** `value` as JSON for the text of a fault, shortened if it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax).toWellFormed()}…` : text
}
