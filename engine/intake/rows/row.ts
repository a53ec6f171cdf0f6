import type { JsonValue } from '../../base/canonical.ts'
import type { Attributes } from '../../record/record.ts'
import type { RowFaultCode } from './row-fault.ts'
import type { UsualPlan } from './usual-plan.ts'

/** A column: its unique name, and its position from 0. For a JSON member the position is any unique number. */
export interface Column {
  readonly name: string
  readonly index: number
}

/** One record as its format gives it: cells of a CSV row are text, those of a JSON object any JSON value. */
export interface Row {
  /** The line of the file, from 1, on which the record begins. */
  readonly line: number
  /** Cells at this position and beyond are absent; infinite for JSON, whose members have no order. */
  readonly width: number
  cell(column: Column): JsonValue | undefined
  lineOf(column: Column): number
  /** For JSON bodies: the RFC 6901 pointer to a member, or to the record if no column is given. */
  pointerOf?(column: Column | undefined): string
}

/** A record while its fields are being read. A field that cannot be read adds a fault and no value. */
export interface Draft {
  readonly line: number
  readonly record: { [field: string]: string | Attributes }
  /** The currency that the row names, in its column or beside an amount. */
  statedCurrency?: string
  /** Adds a fault. Returns undefined, so that a reader can return the call as its missing value. */
  fault(code: RowFaultCode, detail: string, place?: FaultPlace): undefined
}

/** Without a column and a field, the fault is of the whole record. */
export interface FaultPlace {
  readonly column?: Column
  readonly field?: string
}

export interface FieldReader {
  /** Learns from a row how the values of its column are written. */
  observe?(row: Row): void
  /** The first ambiguous value of the column; undefined once another value has decided how all are read. */
  undecided?(): Undecided | undefined
  read(row: Row, draft: Draft): void
  /** Says how usual values are read, to the same as by `read`. Rows that `observe` has to see are not usual. */
  declare(plan: UsualPlan): void
}

/** An ambiguous value, with the fault that it gets if no other value decides. */
export interface Undecided {
  readonly row: Row
  readonly column: Column
  readonly field: string
  readonly code: RowFaultCode
  readonly detail: string
}
