import { byteAt, float64At, int32At, uint32At } from '../../base/at.ts'
import { toHex, utf8 } from '../../base/bytes.ts'
import { canonicalize } from '../../base/canonical.ts'
import { listedCurrencies } from '../../base/currency.ts'
import { formatDate, parseDate } from '../../base/date.ts'
import { parseDecimal } from '../../base/decimal.ts'
import type { Sha256 } from '../../base/hasher.ts'
import type { ColumnBuilders } from '../../record/column-builders.ts'
import { absentDay } from '../../record/columns.ts'
import { dateFields, decimalFields } from '../../record/record.ts'
import { currencyAt } from '../../record/record-batch.ts'
import type { DatasetWarning, FileInArchive } from '../rows/dataset-warning.ts'
import type { DatasetLimits } from '../rows/intake-limits.ts'
import { type LineBatch, oneLine, onePlace } from '../rows/line-batch.ts'
import { type FaultLog, shown } from '../rows/row-fault.ts'
import type { Statement } from '../rows/statement.ts'
import type { UnsealedRecord } from '../table/record-builder.ts'
import { createIdRegister, type SuffixOf } from '../table/record-id.ts'
import { createBoundCheck } from './dataset-bounds.ts'
import { createDatasetChunks, type DatasetChunk } from './dataset-chunks.ts'
import { createDatasetNotes, type DatasetNotes } from './dataset-notes.ts'
import { createDatasetTotals, type DatasetTotals } from './dataset-totals.ts'

export interface DatasetSummary {
  readonly recordCount: number
  /** The bytes of all canonical lines, newlines included. */
  readonly byteCount: number
  /** The RFC 6962 root over the lines, in hex. */
  readonly root: string
  /**
   * For each currency the sum of the control amounts: of each record its amount, or else its net, or else its gross
   * amount.
   */
  readonly totals: { readonly [currency: string]: string }
  /** The first and the last date; null when no record has one. */
  readonly period: { readonly from: string | null; readonly to: string | null }
  /** In the order of the file; empty for formats without statements. */
  readonly statements: readonly Statement[]
  readonly warnings: readonly DatasetWarning[]
}

const chunkByteCountDefault = 256 * 1024

const unlimited = { recordCountMax: Number.POSITIVE_INFINITY, byteCountMax: Number.POSITIVE_INFINITY }

interface DatasetWriterOptions {
  readonly sha256: Sha256
  readonly chunkByteCountMax: number | undefined
  readonly faults: FaultLog
  readonly limits?: DatasetLimits | undefined
  readonly suffixOf?: SuffixOf | undefined
  /** If given, records go here, and no chunks are made. */
  readonly columns?: ColumnBuilders | undefined
}

export interface DatasetWriter extends Pick<DatasetNotes, 'warn' | 'takeStatement' | 'expectDates'> {
  /** Begins a file of an archive, which warnings then name; undefined ends the last file. */
  enterFile(name: string | undefined): void
  /** Adds the record that begins on `line`. Does nothing after a fault, since nothing will be stored. */
  take(record: UnsealedRecord, line: number): void
  takeBatch(batch: LineBatch): void
  takeChunks(): readonly DatasetChunk[]
  hasChunks(): boolean
  end(): { readonly chunks: readonly DatasetChunk[]; readonly summary: DatasetSummary }
}

export function createDatasetWriter(options: DatasetWriterOptions): DatasetWriter {
  const { sha256, chunkByteCountMax: byteCountMax = chunkByteCountDefault } = options
  const { faults, columns, limits = unlimited } = options
  const file: FileInArchive = { name: undefined }
  const ids = createIdRegister(sha256, file, options.suffixOf)
  const totals = createDatasetTotals()
  const period = createPeriod()
  const notes = createDatasetNotes(faults, file)
  const chunks = createDatasetChunks({ sha256, byteCountMax, isKept: columns === undefined })
  const isBounded = createBoundCheck(chunks, faults, limits)
  return {
    take(record, line) {
      if (!faults.isEmpty()) return
      const id = ids.assign(record, line)
      const one = oneLine(canonicalize({ ...record, id }), line)
      if (!isBounded(one)) return
      addControlAmount(totals, record)
      const { currency, date } = record
      const add = (sums: DatasetTotals): void => addControlAmount(sums, record)
      if (currency === undefined) notes.warn('missing_currency', line)
      else if (!listedTexts.has(currency)) notes.warnOfAmount('unknown_currency', line, add)
      const day = typeof date === 'string' ? parseDate(date) : undefined
      if (!period.add(day)) notes.warnOfAmount('missing_date', line, add)
      columns?.addRecord({ ...record, id }, uint32At(one.lineByteCounts, 0))
      chunks.addLines(one.text, onePlace(id), 1)
    },
    takeBatch(batch) {
      if (!faults.isEmpty()) return
      ids.assignTo(batch)
      if (!isBounded(batch)) return
      chunks.addLines(batch.text, batch.ids, batch.count)
      addFigures(batch, { totals, period, notes })
      columns?.addBatch(batch)
    },
    ...takersOf(notes, file),
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
        statements: notes.statements(),
        warnings: [...warningsOf(recordCount), ...ids.warnings(), ...notes.warnings({ isDated: period.isKnown() })],
      }
      return { chunks: chunks.take(), summary }
    },
  }
}

const takersOf = ({ warn, takeStatement, expectDates }: DatasetNotes, file: FileInArchive) => ({
  warn,
  takeStatement,
  expectDates,
  enterFile(name: string | undefined) {
    file.name = name
  },
})

/**
 * Warns of an empty dataset: a header without rows, or a file that lost its line breaks, is readable but hardly
 * intended.
 */
const warningsOf = (recordCount: number): readonly DatasetWarning[] =>
  recordCount === 0 ? [{ code: 'no_records', count: 0, firstLine: null }] : []

interface Figures {
  readonly totals: DatasetTotals
  readonly period: ReturnType<typeof createPeriod>
  readonly notes: DatasetNotes
}

function addFigures(batch: LineBatch, { totals, period, notes }: Figures): void {
  const addRow = (row: number) => (sums: DatasetTotals) => addControlValue(sums, batch, row)
  for (let row = 0; row < batch.count; row++) {
    addControlValue(totals, batch, row)
    const line = uint32At(batch.lines, row)
    if (byteAt(batch.dateUses, row) === 1) notes.warn('value_date_used', line)
    const currency = uint32At(batch.currencies, row)
    if (currency === 0) notes.warn('missing_currency', line)
    else if (!listedNumbers.has(currency)) notes.warnOfAmount('unknown_currency', line, addRow(row))
    if (!period.add(int32At(batch.days, firstDay(batch) + row))) notes.warnOfAmount('missing_date', line, addRow(row))
  }
}

const listedTexts: ReadonlySet<unknown> = new Set(listedCurrencies)
const listedNumbers: ReadonlySet<number> = new Set(listedCurrencies.map((code) => currencyAt(utf8(code), 0)))

/** Where the dates are among the days of a batch. */
const firstDay = ({ rowCountMax }: LineBatch): number => dateFields.indexOf('date') * rowCountMax

function createPeriod() {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  return {
    add(day: number | undefined): boolean {
      if (day === undefined || day === absentDay) return false
      if (day < from) from = day
      if (day > to) to = day
      return true
    },
    isKnown: () => from <= to,
    value: () => (from > to ? { from: null, to: null } : { from: formatDate(from), to: formatDate(to) }),
  }
}

const controlFields = ['amount', 'net', 'gross'] as const

/**
 * Adds the record's control amount, if any. Throws for an amount that is no decimal, since the totals would be wrong.
 */
function addControlAmount(totals: DatasetTotals, record: UnsealedRecord): void {
  const text = controlFields.map((field) => record[field]).find((value) => value !== undefined)
  if (text === undefined) return
  const amount = typeof text === 'string' ? parseDecimal(text) : undefined
  if (amount === undefined) throw new Error(`Got the amount ${shown(text)}, wanted a canonical decimal`)
  totals.add(amount, typeof record['currency'] === 'string' ? record['currency'] : undefined)
}

const controlPositions = controlFields.map((field) => decimalFields.indexOf(field))

function addControlValue(totals: DatasetTotals, batch: LineBatch, row: number): void {
  for (const position of controlPositions) {
    const place = position * batch.rowCountMax + row
    const coefficient = float64At(batch.coefficients, place)
    if (Number.isNaN(coefficient)) continue
    totals.addSmall(coefficient, byteAt(batch.scales, place), uint32At(batch.currencies, row))
    return
  }
}
