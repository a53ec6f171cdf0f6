import { compareUtf8, toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { noCurrency } from '../base/currency.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { leafHash } from '../merkle/tree.ts'
import { createWarningCount, type DatasetWarning } from './dataset-warning.ts'
import type { UnsealedRecord } from './record-builder.ts'
import { createIdRegister } from './record-id.ts'
import { type FaultLog, shown } from './row-fault.ts'

/** A stretch of a dataset: canonical lines, each ended by a newline. */
export interface DatasetChunk {
  readonly seq: number
  /** The index, from 0, of the chunk's first line among the lines of the dataset. */
  readonly firstLine: number
  readonly count: number
  readonly text: string
  /** The least and the greatest id of the chunk, by their UTF-8 bytes. */
  readonly idMin: string
  readonly idMax: string
}

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

/**
 * Takes records in order, gives them their ids, hashes their lines and cuts the lines into chunks. A record that is too
 * large goes to `faults`.
 */
export function createDatasetWriter(sha256: Sha256, chunkByteCountMax: number | undefined, faults: FaultLog) {
  const ids = createIdRegister(sha256)
  const frontier = createFrontier(sha256)
  const totals = new Map<string, Decimal>()
  const period = createPeriod()
  const missingCurrencies = createWarningCount('missing_currency')
  const chunks = createChunker(chunkByteCountMax ?? chunkByteCountDefault)
  let byteCount = 0

  return {
    /** Adds the record that begins on `line`. Does nothing once there is a fault, as nothing will be stored. */
    take(record: UnsealedRecord, line: number): void {
      if (!faults.isEmpty()) return
      const id = ids.assign(record, line)
      const text = canonicalize({ ...record, id })
      const bytes = utf8(text)
      if (bytes.length > recordByteCountMax) {
        const detail = `Got a record of ${bytes.length} bytes, wanted at most ${recordByteCountMax}`
        faults.add({ line, column: null, field: null, code: 'record_too_large', detail })
        return
      }
      frontier.append(leafHash(sha256, bytes))
      addControlAmount(totals, record)
      if (record['currency'] === undefined) missingCurrencies.add(line)
      period.add(record['date'])
      byteCount += bytes.length + 1
      chunks.add({ text, byteCount: bytes.length + 1, id })
    },
    /** The chunks that have become full since the last call. */
    takeChunks: () => chunks.take(),
    end(): { readonly chunks: readonly DatasetChunk[]; readonly summary: DatasetSummary } {
      chunks.close()
      const summary = {
        recordCount: frontier.size(),
        byteCount,
        root: toHex(frontier.root()),
        totals: totalsOf(totals),
        period: period.value(),
        warnings: frontier.size() === 0 ? noRecords : [...ids.warnings(), ...missingCurrencies.warnings()],
      }
      return { chunks: chunks.take(), summary }
    },
  }
}

/** A header alone, or a file that lost its line breaks, can be read, but its sender hardly meant an empty dataset. */
const noRecords: readonly DatasetWarning[] = [{ code: 'no_records', count: 0, firstLine: null }]

/** Adds nothing for a record without an amount. Throws for an amount that is no decimal: the totals would be wrong. */
function addControlAmount(totals: Map<string, Decimal>, record: UnsealedRecord): void {
  const text = record['amount'] ?? record['net'] ?? record['gross']
  if (text === undefined) return
  const amount = typeof text === 'string' ? parseDecimal(text) : undefined
  if (amount === undefined) throw new Error(`Got the amount ${shown(text)}, wanted a canonical decimal`)
  const currency = typeof record['currency'] === 'string' ? record['currency'] : noCurrency
  const sum = totals.get(currency)
  totals.set(currency, sum === undefined ? amount : addDecimals(sum, amount))
}

const totalsOf = (totals: ReadonlyMap<string, Decimal>): DatasetSummary['totals'] =>
  Object.fromEntries(
    [...totals]
      .sort(([left], [right]) => compareUtf8(left, right))
      .map(([currency, sum]) => [currency, formatDecimal(sum)]),
  )

function createPeriod() {
  let from: string | null = null
  let to: string | null = null
  return {
    add(date: unknown): void {
      if (typeof date !== 'string') return
      if (from === null || date < from) from = date
      if (to === null || date > to) to = date
    },
    value: () => ({ from, to }),
  }
}

interface OpenChunk {
  readonly lines: string[]
  byteCount: number
  idMin: string
  idMax: string
}

function createChunker(byteCountMax: number) {
  let full: DatasetChunk[] = []
  let open: OpenChunk | undefined
  let seq = 0
  let firstLine = 0

  const close = (): void => {
    if (open === undefined) return
    const { lines, idMin, idMax } = open
    full.push({ seq, firstLine, count: lines.length, text: `${lines.join('\n')}\n`, idMin, idMax })
    seq += 1
    firstLine += lines.length
    open = undefined
  }
  return {
    add({ text, byteCount, id }: { readonly text: string; readonly byteCount: number; readonly id: string }): void {
      if (open !== undefined && open.byteCount + byteCount > byteCountMax) close()
      if (open === undefined) {
        open = { lines: [text], byteCount, idMin: id, idMax: id }
        return
      }
      if (compareUtf8(id, open.idMin) < 0) open.idMin = id
      if (compareUtf8(id, open.idMax) > 0) open.idMax = id
      open.lines.push(text)
      open.byteCount += byteCount
    },
    close,
    /** The full chunks, each of which is given out once. */
    take(): readonly DatasetChunk[] {
      const taken = full
      full = []
      return taken
    },
  }
}
