import type { RecordValues } from '../../record/record-values.ts'
import type { ColumnPlan, Table } from '../columns/header.ts'
import type { SignDoubts } from '../columns/sign-doubts.ts'
import type { DecimalFieldOptions } from '../fields/decimal-field.ts'
import type { DatePatterns } from '../mapping/mapping.ts'
import type { Backlog } from '../rows/backlog.ts'
import type { DatasetWarningCode } from '../rows/dataset-warning.ts'
import type { Column, Draft } from '../rows/row.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { DateOrder } from '../values/date-format.ts'

/** Everything that decides how a row becomes a record. */
export interface RecordPlan extends ColumnPlan {
  readonly sign: DecimalFieldOptions['sign']
  readonly patterns: DatePatterns
  /** The order of day and month where the file or the caller says it; undefined lets the values decide. */
  readonly dateOrder?: DateOrder | undefined
  /** The currency of records that name none. */
  readonly currency: string | undefined
  /** The member that is an object of attributes, where the format has one. */
  readonly nested: Column | undefined
  /** Cells of a table are padded with spaces; in JSON every character is meant. */
  readonly isTrimmed: boolean
  /** Whether a value date stands in for a booking date that is not there, as in every table. */
  readonly usesValueDate?: boolean | undefined
  /** What may say that amounts have no sign; undefined where their sign is known, or the caller says how they are read. */
  readonly signs?: SignDoubts | undefined
  /** Undefined where every row is meant to be a record, as in JSON. */
  readonly table?: Table | undefined
}

/** A record of canonical fields that may still lack an id. */
export type UnsealedRecord = Draft['record']

/** Receives the records of one file, and the faults of rows that give no record. */
export interface RecordSink {
  readonly faults: FaultLog
  /** Work that rows have asked for and that is not done. No row is taken while some is left. */
  readonly backlog: Backlog
  /** Takes the record that begins on the physical line `line`. */
  take(record: UnsealedRecord, line: number): void
  /** Takes a batch of records that are places in bytes. Without it, every record becomes an object. */
  readonly takeBatch?: ((records: readonly RecordValues[]) => void) | undefined
  /** Counts a row that a warning concerns. */
  readonly warn?: ((code: DatasetWarningCode, line: number) => void) | undefined
  /** Says that the file has a column of dates, so that a record without one is to be warned of. */
  readonly expectDates?: (() => void) | undefined
  /** Begins a file of an archive, and ends the last one with undefined. */
  readonly enterFile?: ((name: string | undefined) => void) | undefined
  /** Bytes of rows that may wait for the row that decides how they are read. Without it, any number. */
  readonly heldByteCountMax?: number | undefined
}
