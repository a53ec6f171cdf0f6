import type { JsonValue } from '../../base/canonical.ts'
import type { Attributes } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import type { Cells } from './cells.ts'
import type { RowFaultCode } from './row-fault.ts'

/** A column by its unique name and its position from 0; a member of JSON has any unique number. */
export interface Column {
  readonly name: string
  readonly index: number
}

/** One record as its format gives it: cells of a CSV row are text, those of a JSON object any JSON value. */
export interface Row {
  /** The line of the file, from 1, on which the record begins. */
  readonly line: number
  /** No column from this position on has a cell; infinite for members of JSON, which have no order. */
  readonly width: number
  cell(column: Column): JsonValue | undefined
  lineOf(column: Column): number
  /** RFC 6901 pointer to a member, or to the record, where the row is part of a JSON body. */
  pointerOf?(column: Column | undefined): string
}

/** A record while its fields are read. A field that cannot be read has a fault instead of a value. */
export interface Draft {
  readonly line: number
  readonly record: { [field: string]: string | Attributes }
  /** The currency that the row itself names, in its column or beside an amount. */
  statedCurrency?: string
  /** Returns undefined, as a field with a fault has no value. */
  fault(code: RowFaultCode, detail: string, place?: FaultPlace): undefined
}

/** Without a column and a field, the fault is of the record as a whole. */
export interface FaultPlace {
  readonly column?: Column
  readonly field?: string
}

export interface FieldReader {
  /** Learns from the row's value how the values of the column are spelt. */
  observe?(row: Row): void
  /** The first ambiguous value, while no value of the column has decided how all are read. */
  undecided?(): Undecided | undefined
  read(row: Row, draft: Draft): void
  /** Gives the same value as `read`. False for faults, unusual spellings, and values that `observe` learns from. */
  readCells(cells: Cells, values: RecordValues): boolean
}

/** An ambiguous value, and its fault if no other value decides. */
export interface Undecided {
  readonly row: Row
  readonly column: Column
  readonly field: string
  readonly code: RowFaultCode
  readonly detail: string
}
