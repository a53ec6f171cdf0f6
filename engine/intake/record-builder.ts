import { at } from '../base/at.ts'
import { type AttributeNames, createAttributeNames } from '../record/attribute-names.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'
import { createRecordBatch, type RecordValues } from '../record/record-values.ts'
import type { Cells } from './cells.ts'
import type { DatasetWarningCode } from './dataset-warning.ts'
import { createAttributesField } from './fields/attributes-field.ts'
import { createDateField } from './fields/date-field.ts'
import { createDecimalField, type DecimalFieldOptions } from './fields/decimal-field.ts'
import { createCurrencyField, createTextField } from './fields/text-field.ts'
import type { ColumnPlan, Table } from './header.ts'
import { createHeldRows } from './held-rows.ts'
import { columnsOfAmount, type DatePatterns } from './mapping.ts'
import type { Column, Draft, FaultPlace, FieldReader, Row } from './row.ts'
import type { FaultLog, RowFault, RowFaultCode } from './row-fault.ts'
import { createTableRules, type TableRules } from './table-rules.ts'

/** Everything that decides how a row becomes a record. */
export interface RecordPlan extends ColumnPlan {
  readonly sign: DecimalFieldOptions['sign']
  readonly patterns: DatePatterns
  /** The currency of records that name none. */
  readonly currency: string | undefined
  /** The member that is an object of attributes, where the format has one. */
  readonly nested: Column | undefined
  /** Cells of a table are padded with spaces; in JSON every character is meant. */
  readonly isTrimmed: boolean
  /** Undefined where every row is meant to be a record, as in JSON. */
  readonly table?: Table | undefined
}

/** A record of canonical fields that may still lack an id. */
export type UnsealedRecord = Draft['record']

/** Receives the records of one file, and the faults of rows that give no record. */
export interface RecordSink {
  readonly faults: FaultLog
  /** Takes the record that begins on the physical line `line`. */
  take(record: UnsealedRecord, line: number): void
  /** Takes a batch of records that are places in bytes. Without it, every record becomes an object. */
  readonly takeBatch?: ((records: readonly RecordValues[]) => void) | undefined
  /** Counts a row that a warning concerns. */
  readonly warn?: ((code: DatasetWarningCode, line: number) => void) | undefined
  /** Says that the file has a column of dates, so that a record without one is to be warned of. */
  readonly expectDates?: (() => void) | undefined
}

export interface RecordBuilder {
  take(row: Row): void
  /** Takes a row that is places in bytes, whose record may wait for others; false for one that has to be given to `take`. */
  takeCells(cells: Cells, line: number): boolean
  /** Whether the mapping leaves the row out. */
  skips(row: Row): boolean
  /** Adds a fault of a row that was not taken, with what the row may be instead of a record. */
  refuse(row: Row, fault: RowFault): void
  /** Hands on what waits: before bytes are moved, and before another row has a fault. */
  flush(): void
  /** The names that the attributes of cells have numbers of. */
  readonly attributeNames: AttributeNames
  end(): void
}

/**
 * Turns rows into records, in order. A value such as `1.234` or `03/04/2026` waits, with all rows from there on, for a
 * later value of its column that decides how both are read. A column without such a value has one fault, at the first.
 */
export function createRecordBuilder(plan: RecordPlan, sink: RecordSink): RecordBuilder {
  const readers = fieldReaders(plan)
  const cellReaders = readers.map(({ readCells }) => readCells)
  const attributeNames = createAttributeNames()
  const batch = createRecordBatch(attributeNames)
  /** Records of the batch that are read and not handed on yet. */
  let readCount = 0
  const held = createHeldRows(columnsOf(plan))
  const table = createTableRules(plan, sink)
  const build: Build = { readers, table, sink }

  const release = () => {
    for (const row of held.take()) buildRecord(row, build)
  }
  const flush = (): void => {
    if (readCount > 0) sink.takeBatch?.(readCount === batch.length ? batch : batch.slice(0, readCount))
    readCount = 0
  }
  return {
    flush,
    skips: table.skips,
    refuse(row, fault) {
      for (const each of table.explain(row, [fault])) sink.faults.add(each)
    },
    take(row) {
      flush()
      if (sink.faults.isFull()) return
      if (table.skips(row)) return sink.warn?.('skipped_entries', row.line)
      for (const reader of readers) reader.observe?.(row)
      if (readers.some((reader) => reader.undecided?.() !== undefined)) return held.add(row)
      release()
      buildRecord(row, build)
    },
    attributeNames,
    takeCells(cells, line) {
      if (sink.takeBatch === undefined || !held.isEmpty() || sink.faults.isFull() || table.maySkip(cells)) return false
      const values = at(batch, readCount)
      values.line = line
      if (values.view !== cells.view) values.view = cells.view
      values.byteCount = cells.byteCount
      values.isPlain = cells.isPlain
      // Of the record before, this may be an id that was made.
      values.id.end = values.id.start
      for (const read of cellReaders) if (!read(cells, values)) return false
      if (!hasAmount(values)) return false
      table.completeValues(values)
      readCount += 1
      if (readCount === batch.length) flush()
      return true
    },
    end() {
      flush()
      for (const reader of readers) {
        const undecided = reader.undecided?.()
        if (undecided === undefined) continue
        const { row, column, field, code, detail } = undecided
        sink.faults.add({ ...placeOf(row, column), column: column.name, field, code, detail })
      }
      release()
    },
  }
}

/** The columns that are read. */
function columnsOf({ amounts, fields, attributes, nested }: RecordPlan): readonly Column[] {
  const columns = [
    ...amounts.flatMap(({ source }) => columnsOfAmount(source)),
    ...fields.values(),
    ...attributes.map(({ column }) => column),
    ...(nested === undefined ? [] : [nested]),
  ]
  return [...new Map(columns.map((column) => [column.index, column])).values()]
}

function fieldReaders(plan: RecordPlan): readonly FieldReader[] {
  const { fields, isTrimmed } = plan
  const ofColumn = (field: string, create: (column: Column) => FieldReader): readonly FieldReader[] => {
    const column = fields.get(field)
    return column === undefined ? [] : [create(column)]
  }
  return [
    ...['id', ...textFields].flatMap((field) =>
      ofColumn(field, (column) => createTextField({ field, column, isTrimmed })),
    ),
    createCurrencyField({ column: fields.get('currency'), otherwise: plan.currency, isTrimmed }),
    ...plan.amounts.map(({ field, source }) => createDecimalField({ field, source, sign: plan.sign })),
    createAttributesField({ columns: plan.attributes, nested: plan.nested, isTrimmed }),
    // Behind the attributes: a date adds its time of day to them.
    ...dateFields.flatMap((field) =>
      ofColumn(field, (column) =>
        createDateField({ field, column, pattern: plan.patterns[field], timestamp: timestampNames[field] }),
      ),
    ),
  ]
}

const timestampNames = { date: 'timestamp', valueDate: 'valueTimestamp' } as const

interface Build {
  readonly readers: readonly FieldReader[]
  readonly table: TableRules
  readonly sink: RecordSink
}

function buildRecord(row: Row, { readers, table, sink }: Build): void {
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
  for (const each of faults.length === 0 ? [] : table.explain(row, faults)) sink.faults.add(each)
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

function hasAmount({ coefficients }: RecordValues): boolean {
  for (let index = 0; index < coefficients.length; index++)
    if (index !== feePosition && !Number.isNaN(coefficients[index])) return true
  return false
}

const feePosition = decimalFields.indexOf('fee')
