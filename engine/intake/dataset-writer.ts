import { byteAt, float64At, int32At } from '../base/at.ts'
import { toHex } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDate, parseDate } from '../base/date.ts'
import { parseDecimal } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import { appendString, stretchOf } from '../base/word-buffer.ts'
import type { ColumnBuilders } from '../record/column-builders.ts'
import { absentDay } from '../record/columns.ts'
import { dateFields, decimalFields } from '../record/record.ts'
import { appendRecordLine } from '../record/record-line.ts'
import type { RecordValues } from '../record/record-values.ts'
import { createDatasetChunks, type DatasetChunk, type DatasetChunks } from './dataset-chunks.ts'
import { createDatasetTotals, type DatasetTotals } from './dataset-totals.ts'
import { createWarningCount, type DatasetWarning } from './dataset-warning.ts'
import type { DatasetLimits, Fault } from './intake-limits.ts'
import type { UnsealedRecord } from './record-builder.ts'
import { createIdRegister } from './record-id.ts'
import { type FaultLog, shown } from './row-fault.ts'

export interface DatasetSummary {
  readonly recordCount: number
  /** Bytes of all canonical lines, newlines included. */
  readonly byteCount: number
  /** RFC 6962 root over the lines, in hex. */
  readonly root: string
  /** The sum of the records' control amounts (amount, else net, else gross) in each currency. */
  readonly totals: { readonly [currency: string]: string }
  /** The first and the last date; null when no record has one. */
  readonly period: { readonly from: string | null; readonly to: string | null }
  readonly warnings: readonly DatasetWarning[]
}

/** Bytes that a record's canonical line may have. */
export const recordByteCountMax = 65_536

const chunkByteCountDefault = 256 * 1024

const unlimited = { recordCountMax: Number.POSITIVE_INFINITY, byteCountMax: Number.POSITIVE_INFINITY }

export interface DatasetWriterOptions {
  readonly sha256: Sha256
  readonly chunkByteCountMax: number | undefined
  /** Gets a record that is too large. */
  readonly faults: FaultLog
  /** Without limits, a dataset may have any size. */
  readonly limits?: DatasetLimits | undefined
  /** Gets the records instead of chunks. */
  readonly columns?: ColumnBuilders | undefined
}

/** Takes the records of one dataset, in order. */
export interface DatasetWriter {
  /** Adds the record that begins on `line`. Does nothing once there is a fault, as nothing will be stored. */
  take(record: UnsealedRecord, line: number): void
  /** The same for a batch of records that are places in bytes. Gives them their ids. */
  takeBatch(records: readonly RecordValues[]): void
  /** The chunks that have become full since the last call. */
  takeChunks(): readonly DatasetChunk[]
  /** Whether `takeChunks` has a chunk to give. */
  hasChunks(): boolean
  end(): { readonly chunks: readonly DatasetChunk[]; readonly summary: DatasetSummary }
}

/** Gives records their ids, hashes their lines and cuts the lines into chunks. */
export function createDatasetWriter(options: DatasetWriterOptions): DatasetWriter {
  const {
    sha256,
    chunkByteCountMax: byteCountMax = chunkByteCountDefault,
    faults,
    columns,
    limits = unlimited,
  } = options
  const ids = createIdRegister(sha256)
  const totals = createDatasetTotals()
  const period = createPeriod()
  const missingCurrencies = createWarningCount('missing_currency')
  const chunks = createDatasetChunks({ sha256, byteCountMax, isKept: columns === undefined })

  const isBounded = createBoundCheck(chunks, faults, limits)
  return {
    take(record, line) {
      if (!faults.isEmpty()) return
      const id = ids.assign(record, line)
      appendString(chunks.buffer, canonicalize({ ...record, id }))
      if (!isBounded(line)) return
      addControlAmount(totals, record)
      if (record['currency'] === undefined) missingCurrencies.add(line)
      period.add(typeof record['date'] === 'string' ? parseDate(record['date']) : undefined)
      columns?.addRecord({ ...record, id }, chunks.lineByteCount() + 1)
      chunks.endLine(stretchOf(id))
    },
    takeBatch(records) {
      if (!faults.isEmpty()) return
      ids.assignTo(records)
      for (const values of records) {
        appendRecordLine(chunks.buffer, values)
        if (!isBounded(values.line)) return
        values.lineByteCount = chunks.lineByteCount() + 1
        chunks.endLine(values.id)
      }
      for (const values of records) {
        addControlValue(totals, values)
        if (values.currency === 0) missingCurrencies.add(values.line)
        period.add(int32At(values.days, datePosition))
      }
      columns?.addBatch(records)
    },
    takeChunks: chunks.take,
    hasChunks: chunks.isFull,
    end() {
      chunks.close()
      const recordCount = chunks.lineCount()
      const summary = {
        recordCount,
        byteCount: chunks.byteCount(),
        root: toHex(chunks.root()),
        totals: totals.list(),
        period: period.value(),
        warnings: recordCount === 0 ? noRecords : [...ids.warnings(), ...missingCurrencies.warnings()],
      }
      return { chunks: chunks.take(), summary }
    },
  }
}

/** A check whether the line that was written may be as long as it is, and may be one more; else adds its fault. */
function createBoundCheck(chunks: DatasetChunks, faults: FaultLog, limits: DatasetLimits): (line: number) => boolean {
  return (line) => {
    const byteCount = chunks.lineByteCount()
    const ofRecord = byteCount > recordByteCountMax ? recordFault(byteCount) : undefined
    const fault = ofRecord ?? datasetFault(chunks, limits)
    if (fault === undefined) return true
    faults.add({ line, column: null, field: null, ...fault })
    if (ofRecord === undefined) faults.close()
    return false
  }
}

const recordFault = (byteCount: number): Fault => ({
  code: 'record_too_large',
  detail: `Got a record of ${byteCount} bytes, wanted at most ${recordByteCountMax}`,
})

/** The fault of a dataset that the line which was written makes too large. */
function datasetFault(chunks: DatasetChunks, { recordCountMax, byteCountMax }: DatasetLimits): Fault | undefined {
  if (chunks.lineCount() >= recordCountMax)
    return {
      code: 'too_many_records',
      detail: `Got more than ${recordCountMax} records, wanted at most that: send them in several uploads`,
    }
  if (chunks.byteCount() + chunks.lineByteCount() < byteCountMax) return undefined
  const detail = `Got records of more than ${byteCountMax} bytes as they are stored, wanted at most that: send fewer columns, shorter names of columns, or several uploads`
  return { code: 'dataset_too_large', detail }
}

/** A header alone, or a file that lost its line breaks, can be read, but its sender hardly meant an empty dataset. */
const noRecords: readonly DatasetWarning[] = [{ code: 'no_records', count: 0, firstLine: null }]

/** Adds nothing for a record without an amount. Throws for an amount that is no decimal: the totals would be wrong. */
function addControlAmount(totals: DatasetTotals, record: UnsealedRecord): void {
  const text = record['amount'] ?? record['net'] ?? record['gross']
  if (text === undefined) return
  const amount = typeof text === 'string' ? parseDecimal(text) : undefined
  if (amount === undefined) throw new Error(`Got the amount ${shown(text)}, wanted a canonical decimal`)
  totals.add(amount, typeof record['currency'] === 'string' ? record['currency'] : undefined)
}

const datePosition = dateFields.indexOf('date')

/** The positions of the fields whose first value counts. */
const controlFields = (['amount', 'net', 'gross'] as const).map((field) => decimalFields.indexOf(field))

function addControlValue(totals: DatasetTotals, { coefficients, scales, currency }: RecordValues): void {
  for (const field of controlFields) {
    const coefficient = float64At(coefficients, field)
    if (Number.isNaN(coefficient)) continue
    totals.addSmall(coefficient, byteAt(scales, field), currency)
    return
  }
}

function createPeriod() {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  return {
    add(day: number | undefined): void {
      if (day === undefined || day === absentDay) return
      if (day < from) from = day
      if (day > to) to = day
    },
    value: () => (from > to ? { from: null, to: null } : { from: formatDate(from), to: formatDate(to) }),
  }
}
