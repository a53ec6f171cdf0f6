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
  /** The order of day and month where the file or the caller gives it; undefined lets the values decide. */
  readonly dateOrder?: DateOrder | undefined
  readonly currency: string | undefined
  readonly nested: Column | undefined
  /** True for tables, whose cells are padded with spaces; in JSON every character counts. */
  readonly isTrimmed: boolean
  /** Whether a value date replaces a missing booking date, as in every table. */
  readonly usesValueDate?: boolean | undefined
  /** What suggests that amounts have no sign; undefined where the sign is known, or the caller's mapping decides. */
  readonly signs?: SignDoubts | undefined
  /** Undefined where every row is meant to be a record, as in JSON. */
  readonly table?: Table | undefined
}

/** A record of canonical fields that may still lack an id. */
export type UnsealedRecord = Draft['record']

export interface RecordSink {
  readonly faults: FaultLog
  /** Work that rows have left to be done. No row is taken before it is done. */
  readonly backlog: Backlog
  take(record: UnsealedRecord, line: number): void
  /** Takes records that are places in bytes. Without it, every record becomes an object. */
  readonly takeBatch?: ((records: readonly RecordValues[]) => void) | undefined
  readonly warn?: ((code: DatasetWarningCode, line: number) => void) | undefined
  /** Says that the file has dates, so that records without a date give a warning. */
  readonly expectDates?: (() => void) | undefined
  /** Begins a file of an archive; undefined ends the last. */
  readonly enterFile?: ((name: string | undefined) => void) | undefined
  readonly heldByteCountMax?: number | undefined
}
