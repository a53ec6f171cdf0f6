import type { JsonValue } from '../base/canonical.ts'
import type { Attributes } from '../record/record.ts'
import type { RowFaultCode } from './row-fault.ts'

/** A column by its name, which no other column has, and its position from 0; a member of JSON has only the name. */
export interface Column {
  readonly name: string
  readonly index: number
}

/** One record as its format gives it: the cells of a CSV row are text, those of JSON whatever they are. */
export interface Row {
  /** The physical line, from 1, on which it begins. */
  readonly line: number
  /** No column from this position on has a cell. */
  readonly width: number
  cell(column: Column): JsonValue | undefined
  lineOf(column: Column): number
  /** RFC 6901 pointer to a member, or to the record, where the row is part of a JSON body. */
  pointerOf?(column: Column | undefined): string
}

/** A record in the making; a field that could not be read has a fault instead. */
export interface Draft {
  readonly line: number
  readonly record: { [field: string]: string | Attributes }
  /** Always undefined, as a field with a fault has no value. */
  fault(code: RowFaultCode, detail: string, place?: FaultPlace): undefined
}

/** Where in a row: the record as a whole when neither is known. */
export interface FaultPlace {
  readonly column?: Column
  readonly field?: string
}

/** Reads one field of every row into its draft. */
export interface FieldReader {
  /** Takes note of what the row's value says of the column as a whole; `undecided` until one value has decided. */
  observe?(row: Row): void
  /** The first value that cannot be read before the column has decided, while it has not. */
  undecided?(): Undecided | undefined
  read(row: Row, draft: Draft): void
}

export interface Undecided {
  readonly row: Row
  readonly column: Column
  readonly field: string
  readonly code: RowFaultCode
  readonly detail: string
}
