import { at } from '../../base/at.ts'
import { type AttributeNames, createAttributeNames } from '../../record/attribute-names.ts'
import { decimalFields } from '../../record/record.ts'
import { createRecordBatch, type RecordValues } from '../../record/record-values.ts'
import { columnsOfAmount } from '../mapping/mapping.ts'
import type { Cells } from '../rows/cells.ts'
import { createHeldRows } from '../rows/held-rows.ts'
import type { Column, FieldReader, Row } from '../rows/row.ts'
import type { RowFault } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { type Build, buildRecord, placeOf } from './build-record.ts'
import { fieldReaders } from './field-readers.ts'
import type { RecordPlan, RecordSink } from './record-plan.ts'
import { createTableRules } from './table-rules.ts'

export type { RecordPlan, RecordSink, UnsealedRecord } from './record-plan.ts'

export interface RecordBuilder {
  take(row: Row): void
  /**
   * Takes a row given as positions in bytes; its record may wait in a batch. False for a row that `take` has to read
   * instead.
   */
  takeCells(cells: Cells, line: number): boolean
  skips(row: Row): boolean
  refuse(row: Row, fault: RowFault): void
  /** Hands on the waiting records. Call it before the bytes move, and before another row reports a fault. */
  flush(): void
  readonly attributeNames: AttributeNames
  end(): Steps<void>
}

/**
 * Makes records of rows. A row with an ambiguous value such as `1.234`, and all rows after it, wait for a value that
 * decides; if none comes, the ambiguous value is a fault.
 */
export function createRecordBuilder(plan: RecordPlan, sink: RecordSink): RecordBuilder {
  const readers = fieldReaders(plan)
  const cellReaders = readers.map(({ readCells }) => readCells)
  const attributeNames = createAttributeNames()
  const batch = createRecordBatch(attributeNames)
  /** How many records of the batch are read but not yet handed on. */
  let readCount = 0
  const table = createTableRules(plan, sink)
  const build: Build = { readers, table, sink }
  const waiting = createWaitingRows(plan, build)
  const refuse: RecordBuilder['refuse'] = (row, fault) => {
    for (const each of table.advise(row, [fault])) sink.faults.add(each)
  }
  const flush = (): void => {
    if (readCount > 0) sink.takeBatch?.(readCount === batch.length ? batch : batch.slice(0, readCount))
    readCount = 0
  }
  return {
    flush,
    skips: table.skips,
    refuse,
    take(row) {
      flush()
      if (sink.faults.isFull()) return
      if (table.skips(row)) return sink.warn?.('skipped_entries', row.line)
      if (table.isDoubted(row)) return refuse(row, doubtFault(row))
      for (const reader of readers) reader.observe?.(row)
      if (readers.some((reader) => reader.undecided?.() !== undefined)) return waiting.hold(row)
      if (waiting.isEmpty()) buildRecord(row, build)
      else sink.backlog.add(waiting.releaseBefore(row))
    },
    attributeNames,
    takeCells(cells, line) {
      if (sink.takeBatch === undefined || !waiting.isEmpty() || sink.faults.isFull() || table.maySkip(cells))
        return false
      const values = at(batch, readCount)
      values.line = line
      if (values.view !== cells.view) values.view = cells.view
      values.byteCount = cells.byteCount
      values.isPlain = cells.isPlain
      // Removes the id of the previous record.
      values.id.end = values.id.start
      for (const read of cellReaders) if (!read(cells, values)) return false
      if (!hasAmount(values)) return false
      table.completeValues(values)
      readCount += 1
      if (readCount === batch.length) flush()
      return true
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

function hasAmount({ coefficients }: RecordValues): boolean {
  for (let index = 0; index < coefficients.length; index++)
    if (index !== feePosition && !Number.isNaN(coefficients[index])) return true
  return false
}

const feePosition = decimalFields.indexOf('fee')
