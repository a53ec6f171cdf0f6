import type { Sha256 } from '../base/hasher.ts'
import type { ColumnBuilders } from '../record/column-builders.ts'
import type { DatasetChunk } from './dataset/dataset-chunks.ts'
import { createDatasetWriter, type DatasetSummary, type DatasetWriter } from './dataset/dataset-writer.ts'
import type { StatementSink } from './dataset/statement-writer.ts'
import { createFileHead } from './format/file-head.ts'
import type { EntryLevel, FileFormat, OnColumns, OnRow } from './format/format.ts'
import type { Mapping } from './mapping/mapping.ts'
import { createBacklog } from './rows/backlog.ts'
import type { DatasetLimits } from './rows/intake-limits.ts'
import type { LineBatch } from './rows/line-batch.ts'
import { createFaultLog, type FaultLog, type RowFault } from './rows/row-fault.ts'
import type { OpenRows } from './rows/row-module.ts'
import type { Steps } from './rows/steps.ts'
import type { RecordSink } from './table/record-builder.ts'
import type { SuffixOf } from './table/record-id.ts'

export interface IntakeOptions {
  readonly mapping?: Mapping | undefined
  /** The currency of records that name none. */
  readonly currency?: string | undefined
  readonly sha256: Sha256
  /** The most UTF-8 bytes of a chunk's text; 256 KB by default. Must be above 64 KB, the bound of a record's line. */
  readonly chunkBytesMax?: number | undefined
  readonly limits?: DatasetLimits | undefined
}

export interface FileIntakeOptions extends IntakeOptions {
  readonly format: FileFormat
  /** The charset of the media type; it wins over `encoding`. */
  readonly charset?: string | undefined
  readonly encoding?: string | undefined
  readonly kind?: string | undefined
  readonly level?: EntryLevel | undefined
  readonly sheet?: string | undefined
  readonly onColumns?: OnColumns | undefined
  readonly onRow?: OnRow | undefined
  /** Called for records in the order of the dataset, with the lines of the file on which they begin. */
  readonly onRecords?: ((lines: Uint32Array) => void) | undefined
  /** Gets the records as columns. Then no chunks come out; the summary is the same. */
  readonly columns?: ColumnBuilders | undefined
  /** For a file whose repeated ids `findRepeats` finds: no ids are held then. */
  readonly suffixOf?: SuffixOf | undefined
  /** Reads usual records. If undefined, every record is read as an object; the dataset is the same. */
  readonly rows: OpenRows | undefined
}

interface Intake {
  /**
   * Reads bytes and pauses after a full chunk or 128 KB, unpacked bytes included. Each pause gives the chunks since the
   * last pause; go through all pauses before the next call. The chunks are a dataset only if `end` says so.
   */
  reading(bytes: Uint8Array): Iterable<readonly DatasetChunk[]>
  write(bytes: Uint8Array): readonly DatasetChunk[]
  /**
   * Reads what is left at the end of the file, in pauses like `reading`. Without this call, `end` returns these chunks,
   * too.
   */
  ending(): Iterable<readonly DatasetChunk[]>
  end(): IntakeEnd
}

export interface FileIntake extends Intake {
  encoding(): string | null
  format(): string
  isHeld(): boolean
  /** How many records were read as objects: all of some formats, of others only unusual ones. */
  objectCount(): number
  /** For a packed file: how many bytes the archives opened so far unpack to. 0 for other files. */
  unpackedByteCount(): number
}

/** The version of the readers, which receipts name. It changes when some file would give other records. */
export const intakeVersion = '2'

export type IntakeEnd =
  | { readonly ok: true; readonly chunks: readonly DatasetChunk[]; readonly summary: DatasetSummary }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

/**
 * Opens the intake of a file. Unless `isHeld`, it holds one record, the file's first 64 KB, one chunk, the ids, and the
 * rows that wait for an ambiguous value.
 */
export function openIntake(options: FileIntakeOptions): FileIntake {
  const faults = createFaultLog()
  const { sha256, chunkBytesMax, format, currency, kind, level, sheet, onColumns, onRow, columns, limits, suffixOf } =
    options
  const writer = createDatasetWriter({ sha256, chunkByteCountMax: chunkBytesMax, faults, columns, limits, suffixOf })
  const encodingLabel = options.charset ?? options.encoding
  let objectCount = 0
  const onObject = (): void => {
    objectCount += 1
  }
  const sink = createSink(options, { writer, faults, onObject })
  const mapping = options.mapping ?? {}
  const reader = format.open({ mapping, currency, kind, encodingLabel, level, sheet, onColumns, onRow }, sink)
  let isRefused = !faults.isEmpty()
  const head = createFileHead(format)
  let isEnded = false
  const pausing = function* (steps: Steps<void>): Generator<readonly DatasetChunk[]> {
    for (const _ of steps) yield writer.takeChunks()
    isRefused = faults.isFull()
  }
  /** Bytes since the last pause, since a file may arrive in parts of a few bytes. */
  let byteCount = 0
  const reading = function* (bytes: Uint8Array): Generator<readonly DatasetChunk[]> {
    for (let start = 0; start < bytes.length && !isRefused; start += partByteCount) {
      const part = bytes.subarray(start, start + partByteCount)
      head.add(part)
      yield* pausing(reader.write(part))
      byteCount += part.length
      if (byteCount < partByteCount && !writer.hasChunks()) continue
      byteCount = 0
      yield writer.takeChunks()
    }
  }
  const ending = function* (): Generator<readonly DatasetChunk[]> {
    if (isEnded) return
    isEnded = true
    if (!isRefused) yield* pausing(reader.end())
  }
  return {
    reading,
    write: (bytes) => [...reading(bytes)].flat(),
    ending,
    end() {
      const chunks = [...ending()].flat()
      // For a file of a refused format, this fault replaces the faults of its rows.
      const refusal = faults.isEmpty() ? undefined : head.refusal()
      if (refusal !== undefined) return { ok: false, faults: [refusal] }
      const end = endOf(writer, faults)
      return end.ok ? { ...end, chunks: [...chunks, ...end.chunks] } : end
    },
    encoding: () => reader.encoding?.() ?? null,
    format: () => reader.format?.() ?? format.name,
    isHeld: () => reader.isHeld === true,
    objectCount: () => objectCount,
    unpackedByteCount: () => reader.unpackedByteCount?.() ?? 0,
  }
}

function createSink({ onRecords, rows, limits }: FileIntakeOptions, taken: Taken): StatementSink {
  const { writer, faults, onObject } = taken
  const take: RecordSink['take'] = (record, line) => {
    writer.take(record, line)
    onObject()
    onRecords?.(Uint32Array.of(line))
  }
  const takeBatch = (batch: LineBatch): void => {
    writer.takeBatch(batch)
    onRecords?.(batch.lines.subarray(0, batch.count))
  }
  const { warn, takeStatement, expectDates, enterFile } = writer
  const usual = rows && { rows, takeBatch }
  const takers = { take, usual, warn, takeStatement, expectDates, enterFile }
  return { faults, backlog: createBacklog(writer.hasChunks), ...takers, heldByteCountMax: limits?.heldByteCountMax }
}

interface Taken {
  readonly writer: DatasetWriter
  readonly faults: FaultLog
  readonly onObject: () => void
}

const partByteCount = 65_536

export function endOf(writer: DatasetWriter, faults: FaultLog): IntakeEnd {
  if (!faults.isEmpty()) return { ok: false, faults: faults.faults() }
  const { chunks, summary } = writer.end()
  return { ok: true, chunks, summary }
}
