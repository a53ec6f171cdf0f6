import { canonicalize, toHex, utf8 } from '@tallystick/engine/base'
import {
  type DatasetChunk,
  type DatasetSummary,
  type FileFormat,
  intakeVersion,
  openIntake,
  openSniffedIntake,
  type RowFault,
  type SuffixOf,
} from '@tallystick/engine/intake'
import type { ReceivedFile } from '@tallystick/engine/log'
import type { ExportOptions } from '@tallystick/schema/dataset'
import type { Mapping } from '@tallystick/schema/mapping'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { openRows } from '../platform/row-reader.ts'
import { nextEvent } from '../platform/slices.ts'
import { datasetLimits, heldFileByteCountMax, limitsOfFile, requestRecordCountMax } from './dataset-limits.ts'

interface FileReading {
  readonly options: Omit<ExportOptions, 'name' | 'adapter' | 'format'>
  readonly kind: string
  /** The format of the file; undefined to decide by its first bytes. */
  readonly format: FileFormat | undefined
  readonly byteCountMax: number
  /** The suffixes of repeated ids, for a file that can be read again; otherwise all ids are held to find them. */
  readonly suffixOf?: SuffixOf | undefined
  /** The encoding that the sender names beside the options. */
  readonly charset?: string | undefined
  /** Reserves memory for bytes that the file unpacks to, before they are read. */
  readonly takeUnpacked?: (byteCount: number) => Promise<void>
}

type FileEnd =
  | { readonly ok: true; readonly summary: DatasetSummary; readonly received: ReceivedFile }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

/**
 * Reads a file that comes in parts of any length into records; `take` gets each full chunk of lines. Holds a few
 * chunks, and gives other requests a turn at each pause of the intake. Throws `payload_too_large` for a large file of a
 * format that has to be read whole; rejects as `parts`, `takeUnpacked` and `take` do.
 */
export async function readFileParts(
  parts: AsyncIterable<Uint8Array>,
  { options, kind, format, charset, byteCountMax, suffixOf, takeUnpacked }: FileReading,
  take: (chunks: readonly DatasetChunk[]) => Promise<void>,
): Promise<FileEnd> {
  const { mapping, currency, encoding, level, sheet } = options
  const recordCountMax = suffixOf === undefined ? requestRecordCountMax : datasetLimits.recordCountMax
  const limits = limitsOfFile(byteCountMax, recordCountMax)
  const read = { kind, mapping, currency, encoding, level, sheet, charset, suffixOf, sha256, rows: openRows, limits }
  const intake = format === undefined ? openSniffedIntake(read) : openIntake({ ...read, format })
  const digest = new crypto.DigestStream('SHA-256')
  const writer = digest.getWriter()
  let byteCount = 0
  let unpackedByteCount = 0
  const takeAll = async (pauses: Iterable<readonly DatasetChunk[]>): Promise<void> => {
    for (const chunks of pauses) {
      const more = intake.unpackedByteCount() - unpackedByteCount
      unpackedByteCount += more
      if (more > 0) await takeUnpacked?.(more)
      await take(chunks)
      await nextEvent()
    }
  }
  for await (const part of parts) {
    byteCount += part.length
    await writer.write(part)
    await takeAll(intake.reading(part))
    if (byteCount > heldFileByteCountMax && intake.isHeld()) throw heldTooLarge(intake.format())
  }
  await writer.close()
  await takeAll(intake.ending())
  const end = intake.end()
  if (!end.ok) return end
  await take(end.chunks)
  const hash = toHex(new Uint8Array(await digest.digest))
  const file = { bytes: byteCount, encoding: intake.encoding(), format: intake.format(), sha256: hash, mapping }
  return { ok: true, summary: end.summary, received: receivedFileOf(file) }
}

const heldTooLarge = (format: string) =>
  new ProblemError('payload_too_large', {
    detail: `A file of the format ${format} is held until it is complete, and may have at most ${heldFileByteCountMax} bytes: send what is packed in it, such as CSV.`,
  })

export function receivedFileOf({ mapping, ...file }: ReadFile): ReceivedFile {
  return { ...file, intake: intakeVersion, mapping: mapping ? toHex(sha256(utf8(canonicalize(mapping)))) : null }
}

interface ReadFile extends Omit<ReceivedFile, 'intake' | 'mapping'> {
  readonly mapping: Mapping | undefined
}
