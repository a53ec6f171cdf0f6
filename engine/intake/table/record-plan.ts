import type { ColumnPlan, Table } from '../columns/header.ts'
import type { SignDoubts } from '../columns/sign-doubts.ts'
import type { DecimalFieldOptions } from '../fields/decimal-field.ts'
import type { DatePatterns } from '../mapping/mapping.ts'
import type { Backlog } from '../rows/backlog.ts'
import type { DatasetWarningCode } from '../rows/dataset-warning.ts'
import type { LineBatch } from '../rows/line-batch.ts'
import type { Column, Draft } from '../rows/row.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { OpenRows } from '../rows/row-module.ts'
import type { DateOrder } from '../values/date-format.ts'

export interface RecordPlan extends ColumnPlan {
  readonly sign: DecimalFieldOptions['sign']
  readonly patterns: DatePatterns
  /** The order of day and month if the file or the caller states it; if undefined, the values decide. */
  readonly dateOrder?: DateOrder | undefined
  readonly currency: string | undefined
  readonly nested: Column | undefined
  /** True for tables, whose cells may be padded with spaces. In JSON every character counts. */
  readonly isTrimmed: boolean
  /** Whether a value date takes the place of a missing booking date, as in all tables. */
  readonly usesValueDate?: boolean | undefined
  /** What suggests that amounts lack a sign. Undefined if the sign is known or the caller's mapping decides. */
  readonly signs?: SignDoubts | undefined
  /** What the fault of a record without an amount adds: the mapping that finds one. */
  readonly amountHint?: string | undefined
  /** Undefined if every row is a record, as in JSON. */
  readonly table?: Table | undefined
}

/** A record of canonical fields that may still lack an id. */
export type UnsealedRecord = Draft['record']

export interface UsualSink {
  readonly rows: OpenRows
  takeBatch(batch: LineBatch): void
}

export interface RecordSink {
  readonly faults: FaultLog
  /** Work that earlier rows have left. It is done before the next row is taken. */
  readonly backlog: Backlog
  take(record: UnsealedRecord, line: number): void
  /** Reads usual rows, whose records `takeBatch` gets. If absent, every record becomes an object. */
  readonly usual?: UsualSink | undefined
  readonly warn?: ((code: DatasetWarningCode, line: number) => void) | undefined
  /** Called if the file has a date column: records without a date then give a warning. */
  readonly expectDates?: (() => void) | undefined
  /** Begins a file of an archive; undefined ends the last file. */
  readonly enterFile?: ((name: string | undefined) => void) | undefined
  readonly heldByteCountMax?: number | undefined
}
