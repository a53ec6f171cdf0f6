import {
  canonicalize,
  type DatasetChunk,
  type DatasetSummary,
  type FileFormat,
  intakeVersion,
  openIntake,
  openSniffedIntake,
  type ReceivedFile,
  type RowFault,
  toHex,
  utf8,
} from '@tallystick/engine'
import type { ExportOptions } from '../../schema/dataset.ts'
import type { Mapping } from '../../schema/mapping.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { heldFileByteCountMax, limitsOfFile } from './dataset-limits.ts'

/** How the bytes of a file are read. */
export interface FileReading {
  readonly options: Omit<ExportOptions, 'name' | 'adapter' | 'format'>
  /** The kind of the adapter. */
  readonly kind: string
  /** The format of the file; undefined where its first bytes decide. */
  readonly format: FileFormat | undefined
  /** Bytes that the file has at most. */
  readonly byteCountMax: number
  /** What the sender says of the encoding beside the options, if anything. */
  readonly charset?: string | undefined
}

export type FileEnd =
  | { readonly ok: true; readonly summary: DatasetSummary; readonly received: ReceivedFile }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

/**
 * Reads a file that comes in parts of any length into records; `take` gets the chunks of their lines as they become full.
 * Holds a few chunks at a time. Throws `payload_too_large` for a large file of a format that has to be read whole, and rejects
 * as `parts` and `take` do.
 */
export async function readFileParts(
  parts: AsyncIterable<Uint8Array>,
  { options, kind, format, charset, byteCountMax }: FileReading,
  take: (chunks: readonly DatasetChunk[]) => Promise<void>,
): Promise<FileEnd> {
  const { mapping, currency, encoding, level, sheet } = options
  const read = { kind, mapping, currency, encoding, level, sheet, charset, sha256, limits: limitsOfFile(byteCountMax) }
  const intake = format === undefined ? openSniffedIntake(read) : openIntake({ ...read, format })
  const digest = new crypto.DigestStream('SHA-256')
  const writer = digest.getWriter()
  let byteCount = 0
  for await (const part of parts) {
    byteCount += part.length
    await writer.write(part)
    for (const chunks of intake.reading(part)) await take(chunks)
    if (byteCount > heldFileByteCountMax && intake.isHeld()) throw heldTooLarge(intake.format())
  }
  await writer.close()
  for (const chunks of intake.ending()) await take(chunks)
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

/** What receipts say of a file, which was read by the mapping of its upload, if there was one. */
export function receivedFileOf({ mapping, ...file }: ReadFile): ReceivedFile {
  return { ...file, intake: intakeVersion, mapping: mapping ? toHex(sha256(utf8(canonicalize(mapping)))) : null }
}

interface ReadFile extends Omit<ReceivedFile, 'intake' | 'mapping'> {
  readonly mapping: Mapping | undefined
}
