import type { JsonValue } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { lineOfMember } from '../base/json.ts'
import { createCsvReader } from './csv/csv.ts'
import { createDatasetWriter, type DatasetChunk, type DatasetSummary } from './dataset-writer.ts'
import { createTranscoder, encodingLabels, encodingOfLabel } from './encoding.ts'
import { createJsonRows } from './json/json-rows.ts'
import { createNdjsonReader } from './json/ndjson.ts'
import type { Mapping } from './mapping.ts'
import type { OnColumns } from './reader.ts'
import type { RecordSink } from './record-builder.ts'
import { createFaultLog, type FaultLog, type RowFault, shown } from './row-fault.ts'

/** What every upload may say of itself. */
export interface JsonIntakeOptions {
  readonly mapping?: Mapping | undefined
  /** The currency of records that name none. */
  readonly currency?: string | undefined
  readonly sha256: Sha256
  /** Bytes of UTF-8 a chunk's text has at most; 256 KB unless told. Requires that a record fits, 64 KB and a suffix. */
  readonly chunkBytesMax?: number | undefined
}

export interface IntakeOptions extends JsonIntakeOptions {
  readonly format: 'csv' | 'ndjson'
  /** The charset of the media type, if it has one. */
  readonly charset?: string | undefined
  readonly encoding?: string | undefined
  /** The adapter kind, whose exports' own column names come first. */
  readonly kind?: string | undefined
  /** Hears which columns of a CSV the fields are read from, once they are known. The dataset does not depend on it. */
  readonly onColumns?: OnColumns | undefined
  /** Hears the physical line on which each record begins, in the order of the dataset, which does not depend on it. */
  readonly onRecord?: ((line: number) => void) | undefined
}

/** Reads an export as it arrives. What comes out does not depend on how the bytes are split. */
export interface Intake {
  /** The chunks that these bytes completed. They are part of a dataset only if `end` says so. */
  write(bytes: Uint8Array): readonly DatasetChunk[]
  end(): IntakeEnd
}

export type IntakeEnd =
  | { readonly ok: true; readonly chunks: readonly DatasetChunk[]; readonly summary: DatasetSummary }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

/**
 * An intake of raw bytes. Holds the bytes of one record, the first 64 KB, one chunk, the ids, and the rows since the
 * first value whose column has not decided how it is to be read.
 */
export function openIntake(options: IntakeOptions): Intake {
  const faults = createFaultLog()
  const writer = createDatasetWriter(options.sha256, options.chunkBytesMax, faults)
  const { currency, kind, onColumns, onRecord } = options
  const readerOptions = { mapping: options.mapping ?? {}, currency, kind, onColumns }
  const createReader = options.format === 'csv' ? createCsvReader : createNdjsonReader
  const take: RecordSink['take'] = (record, line) => {
    writer.take(record, line)
    onRecord?.(line)
  }
  const reader = createReader(readerOptions, { faults, take })
  const transcoder = createTranscoder(declaredEncoding(options, faults))
  let isRefused = !faults.isEmpty()
  return {
    write(bytes) {
      if (isRefused) return []
      reader.write(transcoder.write(bytes))
      isRefused = faults.isFull()
      return writer.takeChunks()
    },
    end() {
      if (!isRefused) {
        reader.write(transcoder.end())
        reader.end()
      }
      return endOf(writer, faults)
    },
  }
}

/** The dataset of records that were parsed as part of a JSON body, by `parseJson` if a fault is to name its line. */
export function openJsonIntake(options: JsonIntakeOptions & { readonly records: readonly JsonValue[] }): IntakeEnd {
  const faults = createFaultLog()
  const writer = createDatasetWriter(options.sha256, options.chunkBytesMax, faults)
  const rows = createJsonRows(
    { mapping: options.mapping ?? {}, currency: options.currency, kind: undefined },
    { faults, take: writer.take },
  )
  for (const [index, record] of options.records.entries()) {
    // An object tells the line of each of its members; of anything else only the list knows where it stands.
    const isObject = record !== null && typeof record === 'object'
    const line = isObject ? undefined : lineOfMember(options.records, String(index))
    if (!faults.isFull()) rows.take(record, { line, pointer: `/records/${index}` })
  }
  rows.end()
  return endOf(writer, faults)
}

function declaredEncoding(options: IntakeOptions, faults: FaultLog) {
  const label = options.charset ?? options.encoding
  if (label === undefined) return undefined
  const encoding = encodingOfLabel(label)
  if (encoding === undefined) {
    const detail = `Got the encoding ${shown(label)}, wanted one of ${encodingLabels().join(', ')}`
    faults.add({ line: 1, column: null, field: null, code: 'unknown_encoding', detail })
  }
  return encoding
}

function endOf(writer: ReturnType<typeof createDatasetWriter>, faults: FaultLog): IntakeEnd {
  if (!faults.isEmpty()) return { ok: false, faults: faults.faults() }
  const { chunks, summary } = writer.end()
  return { ok: true, chunks, summary }
}
