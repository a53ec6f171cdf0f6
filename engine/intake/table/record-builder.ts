import { columnsOfAmount } from '../mapping/mapping.ts'
import { createHeldRows } from '../rows/held-rows.ts'
import type { Column, Draft, FaultPlace, FieldReader, Row } from '../rows/row.ts'
import type { RowFault, RowFaultCode } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { createUsualRows, type UsualRows } from '../rows/usual-rows.ts'
import { fieldReaders } from './field-readers.ts'
import type { RecordPlan, RecordSink, UnsealedRecord } from './record-plan.ts'
import { createTableRules, type TableRules } from './table-rules.ts'

export type { RecordPlan, RecordSink, UnsealedRecord } from './record-plan.ts'

export interface RecordBuilder {
  take(row: Row): void
  /**
   * Takes usual rows, whose records may wait in a batch: `flush` hands them on. Undefined where `take` has to read the
   * next row, or all rows.
   */
  usual(): UsualRows | undefined
  skips(row: Row): boolean
  refuse(row: Row, fault: RowFault): void
  /** Hands on the waiting records. Call it before another row reports a fault. */
  flush(): void
  end(): Steps<void>
}

/**
 * Makes records of rows. A row with an ambiguous value such as `1.234`, and all rows after it, wait for a value that
 * decides; if none comes, the ambiguous value is a fault.
 */
export function createRecordBuilder(plan: RecordPlan, sink: RecordSink): RecordBuilder {
  const readers = fieldReaders(plan)
  const table = createTableRules(plan, sink)
  const build: Build = { readers, table, sink, amountHint: plan.amountHint ?? '' }
  const waiting = createWaitingRows(plan, build)
  const refuse: RecordBuilder['refuse'] = (row, fault) => {
    for (const each of table.advise(row, [fault])) sink.faults.add(each)
  }
  const usual =
    sink.usual &&
    createUsualRows({
      rows: sink.usual.rows,
      declare(usualPlan) {
        const { columns, delimiter = ',' } = plan.table ?? { columns: [] }
        usualPlan.readCells({ columnCount: columns.length, delimiter, isTrimmed: plan.isTrimmed })
        for (const each of [table, ...readers]) each.declare(usualPlan)
      },
      take: sink.usual.takeBatch,
    })
  const flush = (): void => usual?.flush()
  return {
    flush,
    usual: () => (waiting.isEmpty() && !sink.faults.isFull() ? usual : undefined),
    skips: table.skips,
    refuse,
    take(row) {
      usual?.relearn()
      if (sink.faults.isFull()) return
      if (table.skips(row)) return sink.warn?.('skipped_entries', row.line)
      if (table.isDoubted(row)) return refuse(row, doubtFault(row))
      for (const reader of readers) reader.observe?.(row)
      if (readers.some((reader) => reader.undecided?.() !== undefined)) return waiting.hold(row)
      if (waiting.isEmpty()) buildRecord(row, build)
      else sink.backlog.add(waiting.releaseBefore(row))
    },
    *end() {
      flush()
      waiting.giveUp()
      sink.backlog.add(waiting.release())
      yield* sink.backlog.workOff()
    },
  }
}

function createWaitingRows(plan: RecordPlan, build: Build) {
  const held = createHeldRows(columnsOf(plan))
  const { readers, sink } = build
  const giveUp = () => {
    for (const reader of readers) for (const fault of undecidedFaults(reader)) sink.faults.add(fault)
  }
  const release = function* (): Steps<void> {
    for (const row of held.take()) {
      buildRecord(row, build)
      yield
    }
  }
  return {
    giveUp,
    release,
    *releaseBefore(row: Row): Steps<void> {
      yield* release()
      buildRecord(row, build)
    },
    isEmpty: held.isEmpty,
    /** If too many bytes wait, the undecided value becomes a fault, and reading ends. */
    hold(row: Row) {
      held.add(row)
      if (held.byteCount() <= (sink.heldByteCountMax ?? Number.POSITIVE_INFINITY)) return
      giveUp()
      sink.faults.close()
    },
  }
}

const doubtFault = ({ line }: Row): RowFault => {
  const detail = 'Got a row that calls itself a balance, wanted a record'
  return { line, column: null, field: null, code: 'not_a_record', detail }
}

function undecidedFaults(reader: FieldReader): readonly RowFault[] {
  const undecided = reader.undecided?.()
  if (undecided === undefined) return []
  const { row, column, field, code, detail } = undecided
  return [{ ...placeOf(row, column), column: column.name, field, code, detail }]
}

function columnsOf({ amounts, fields, attributes, nested }: RecordPlan): readonly Column[] {
  const columns = [
    ...amounts.flatMap(({ source }) => columnsOfAmount(source)),
    ...fields.values(),
    ...attributes.map(({ column }) => column),
    ...(nested === undefined ? [] : [nested]),
  ]
  return [...new Map(columns.map((column) => [column.index, column])).values()]
}

interface Build {
  readonly readers: readonly FieldReader[]
  readonly table: TableRules
  readonly sink: RecordSink
  readonly amountHint: string
}

function buildRecord(row: Row, { readers, table, sink, amountHint }: Build): void {
  if (sink.faults.isFull()) return
  const record: UnsealedRecord = {}
  const faults: RowFault[] = []
  const fault = (code: RowFaultCode, detail: string, { column, field }: FaultPlace = {}): undefined => {
    faults.push({ ...placeOf(row, column), column: column?.name ?? null, field: field ?? null, code, detail })
  }
  const draft: Draft = { line: row.line, record, fault }
  for (const reader of readers) reader.read(row, draft)
  if (!amountFields.some((field) => field in record || faults.some((each) => each.field === field))) {
    const detail = `Got a record without an amount, wanted amount, gross or net${amountHint}`
    fault('missing_amount', detail, { field: 'amount' })
  }
  for (const each of faults.length === 0 ? [] : table.advise(row, faults)) sink.faults.add(each)
  if (faults.length > 0) return
  table.complete(record, row.line)
  sink.take(record, row.line)
}

function placeOf(row: Row, column: Column | undefined): Pick<RowFault, 'line' | 'pointer'> {
  const line = column === undefined ? row.line : row.lineOf(column)
  return row.pointerOf === undefined ? { line } : { line, pointer: row.pointerOf(column) }
}

/** A record has at least one of these fields. */
const amountFields = ['amount', 'gross', 'net'] as const
