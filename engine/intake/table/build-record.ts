import type { Column, Draft, FaultPlace, FieldReader, Row } from '../rows/row.ts'
import type { RowFault, RowFaultCode } from '../rows/row-fault.ts'
import type { RecordSink, UnsealedRecord } from './record-plan.ts'
import type { TableRules } from './table-rules.ts'

export interface Build {
  readonly readers: readonly FieldReader[]
  readonly table: TableRules
  readonly sink: RecordSink
}

export function buildRecord(row: Row, { readers, table, sink }: Build): void {
  if (sink.faults.isFull()) return
  const record: UnsealedRecord = {}
  const faults: RowFault[] = []
  const fault = (code: RowFaultCode, detail: string, { column, field }: FaultPlace = {}): undefined => {
    faults.push({ ...placeOf(row, column), column: column?.name ?? null, field: field ?? null, code, detail })
  }
  const draft: Draft = { line: row.line, record, fault }
  for (const reader of readers) reader.read(row, draft)
  if (!amountFields.some((field) => field in record || faults.some((each) => each.field === field))) {
    fault('missing_amount', 'Got a record without an amount, wanted amount, gross or net', { field: 'amount' })
  }
  for (const each of faults.length === 0 ? [] : table.advise(row, faults)) sink.faults.add(each)
  if (faults.length > 0) return
  table.complete(record, row.line)
  sink.take(record, row.line)
}

export function placeOf(row: Row, column: Column | undefined): Pick<RowFault, 'line' | 'pointer'> {
  const line = column === undefined ? row.line : row.lineOf(column)
  return row.pointerOf === undefined ? { line } : { line, pointer: row.pointerOf(column) }
}

/** A record has at least one of these fields. */
const amountFields = ['amount', 'gross', 'net'] as const
