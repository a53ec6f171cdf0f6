export interface Bai2Fault {
  readonly code: 'invalid_record' | 'invalid_decimal' | 'invalid_date'
  readonly detail: string
  /** The canonical field that could not be read, if one is concerned. */
  readonly field?: string
}
