export interface Bai2Fault {
  readonly code: 'invalid_record' | 'invalid_decimal' | 'invalid_date'
  readonly detail: string
  readonly field?: string
}
