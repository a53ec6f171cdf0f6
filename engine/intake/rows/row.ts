import type { JsonValue } from '../../base/canonical.ts'
import type { Attributes } from '../../record/record.ts'
import type { RecordValues } from '../../record/record-values.ts'
import type { Cells } from './cells.ts'
import type { RowFaultCode } from './row-fault.ts'

/** A column by its name, which no other column has, and its position from 0; of a member of JSON, any number of its own. */
export interface Column {
  readonly name: string
  readonly index: number
}

/** One record as its format gives it: the cells of a CSV row are text, those of a JSON object any JSON value. */
export interface Row {
  /** The physical line, from 1, on which the record begins. */
  readonly line: number
  /** No column from this position on has a cell; members of JSON have no order, and so no bound. */
  readonly width: number
  cell(column: Column): JsonValue | undefined
  /** The physical line of a cell. */
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
  /** Adds a fault. Returns undefined, as a field with a fault has no value. */
  fault(code: RowFaultCode, detail: string, place?: FaultPlace): undefined
}

/** The place of a fault in its row; without a column and a field the fault is of the record as a whole. */
export interface FaultPlace {
  readonly column?: Column
  readonly field?: string
}

/** Reads one field of every row into its draft. */
export interface FieldReader {
  /** Learns from the row's value how the values of the column are to be read. */
  observe?(row: Row): void
  /** The first value that could be read in two ways, as long as no value of the column has decided which is meant. */
  undecided?(): Undecided | undefined
  read(row: Row, draft: Draft): void
  /**
   * Reads the field of a row that is places in bytes, to the same value as `read`. False where `read` has to: for a fault,
   * for a value that `observe` learns from, and for unusual spellings.
   */
  readCells(cells: Cells, values: RecordValues): boolean
}

/** A value that could be read in two ways, and the fault that it has if no other value decides. */
export interface Undecided {
  readonly row: Row
  readonly column: Column
  readonly field: string
  readonly code: RowFaultCode
  readonly detail: string
}
