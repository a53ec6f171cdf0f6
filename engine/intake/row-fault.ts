/** What is wrong with a row, in words that let its sender find and mend it. */

export const rowFaultCodes = [
  'unknown_encoding',
  'invalid_encoding',
  'record_too_large',
  'malformed_json',
  'duplicate_member',
  'lone_surrogate',
  'number_precision',
  'number_range',
  'too_deep',
  'unclosed_quote',
  'malformed_quote',
  'too_many_cells',
  'header_not_found',
  'unknown_column',
  'unknown_member',
  'invalid_record',
  'missing_amount',
  'invalid_decimal',
  'undecided_decimal',
  'debit_and_credit',
  'mixed_signs',
  'invalid_flag',
  'invalid_date',
  'undecided_date',
  'invalid_date_format',
  'invalid_currency',
  'invalid_text',
  'invalid_attribute',
] as const

export type RowFaultCode = (typeof rowFaultCodes)[number]

export interface RowFault {
  /** The physical line from 1, a header row included; in a JSON body the line of the member. */
  readonly line: number
  /** RFC 6901 pointer into a JSON body: several records may stand on one line of it. */
  readonly pointer?: string
  /** The header or member name. */
  readonly column: string | null
  /** The canonical field that could not be read. */
  readonly field: string | null
  readonly code: RowFaultCode
  /** Got and wanted. */
  readonly detail: string
}

/** More are not listed: whoever mends twenty will have found the pattern. */
export const rowFaultCountMax = 20

export interface FaultLog {
  add(fault: RowFault): void
  isEmpty(): boolean
  isFull(): boolean
  /** By line, at most `rowFaultCountMax`. */
  faults(): readonly RowFault[]
}

/** An empty log of faults. */
export function createFaultLog(): FaultLog {
  const faults: RowFault[] = []
  return {
    add(fault) {
      if (faults.length < rowFaultCountMax) faults.push(fault)
    },
    isEmpty: () => faults.length === 0,
    isFull: () => faults.length >= rowFaultCountMax,
    faults: () => faults.toSorted((left, right) => left.line - right.line),
  }
}

const shownLengthMax = 60

/** `value` in a fault's detail, cut short where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax).toWellFormed()}…` : text
}
