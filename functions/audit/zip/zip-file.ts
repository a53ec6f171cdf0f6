import { crc32 } from 'node:zlib'
import type { Parsed } from '@tallystick/engine/base'
import { bytesAt, type EvidenceBlob } from '../base/evidence-blob.ts'
import { UnreadableError } from '../base/unreadable-error.ts'
import { readStoredBlocks } from './stored-blocks.ts'
import {
  descriptorByteCount,
  descriptorFault,
  endByteCount,
  findDirectory,
  localByteCount,
  localFault,
  notThere,
  readDirectory,
  type ZipEntry,
} from './zip-directory.ts'

/** A zip archive whose files can be read in any order, part by part, and more than once. */
export interface ZipFile {
  readonly entries: readonly ZipEntry[]
  /**
   * Reads a file, with a bounded part of it in memory. Throws UnreadableError where the bytes cannot be unpacked, or
   * are more or fewer than the archive states.
   */
  read(entry: ZipEntry): AsyncGenerator<Uint8Array>
  /** The files read to their end whose bytes do not have the checksum that the archive states. */
  readonly damaged: ReadonlySet<string>
}

const partByteCount = 256 * 1024

/** Opens an archive. Refuses an archive that the service does not write. */
export async function readZipFile(blob: EvidenceBlob): Promise<Parsed<ZipFile>> {
  const { size } = blob
  const end = await bytesAt(blob, Math.max(0, size - endByteCount), Math.min(size, endByteCount))
  const place = findDirectory(end, size)
  if (!place.ok) return place
  const directory = readDirectory(
    await bytesAt(blob, place.value.offset, place.value.byteCount),
    place.value.entryCount,
  )
  if (!directory.ok) return directory
  const starts = await readStarts(blob, directory.value, place.value.offset)
  if (!starts.ok) return starts
  const damaged = new Set<string>()
  const read = (entry: ZipEntry) =>
    readEntry({ blob, entry, start: startOf(entry, starts.value), onDamage: () => damaged.add(entry.name) })
  return { ok: true, value: { entries: directory.value, read, damaged } }
}

function startOf(entry: ZipEntry, starts: ReadonlyMap<ZipEntry, number>): number {
  const start = starts.get(entry)
  if (start === undefined) throw new Error(`${entry.name} is not of this archive`)
  return start
}

/**
 * The offset at which the bytes of each file begin, after its local header. Requires files in the order of the
 * directory.
 */
async function readStarts(
  blob: EvidenceBlob,
  entries: readonly ZipEntry[],
  endOffset: number,
): Promise<Parsed<ReadonlyMap<ZipEntry, number>>> {
  const starts = new Map<ZipEntry, number>()
  let expected = 0
  for (const entry of entries) {
    const start = expected + localByteCount(entry)
    const end = start + entry.packedByteCount
    const header = await bytesAt(blob, expected, localByteCount(entry))
    const fault =
      (entry.offset === expected ? localFault(header, entry) : notThere) ??
      descriptorFault(await bytesAt(blob, end, descriptorByteCount), entry)
    if (fault !== undefined) return { ok: false, detail: `${entry.name}: ${fault}` }
    starts.set(entry, start)
    expected = end + descriptorByteCount
  }
  if (expected !== endOffset) return { ok: false, detail: 'Got a zip archive with bytes of no file in it' }
  return { ok: true, value: starts }
}

interface EntryReading {
  readonly blob: EvidenceBlob
  readonly entry: ZipEntry
  readonly start: number
  readonly onDamage: () => void
}

async function* readEntry({ blob, entry, start, onDamage }: EntryReading): AsyncGenerator<Uint8Array> {
  const unreadable = (fault: string) => new UnreadableError(`${entry.name}: ${fault}`)
  let byteCount = 0
  let checksum = 0
  for await (const part of readStoredBlocks(packedParts(blob, start, entry.packedByteCount), unreadable)) {
    byteCount += part.length
    if (byteCount > entry.byteCount) break
    checksum = crc32(part, checksum)
    yield part
  }
  if (byteCount !== entry.byteCount)
    throw unreadable(`Got other than the ${entry.byteCount} bytes that the archive says`)
  if (checksum !== entry.checksum) onDamage()
}

async function* packedParts(blob: EvidenceBlob, start: number, byteCount: number): AsyncGenerator<Uint8Array> {
  for (let read = 0; read < byteCount; ) {
    const part = await bytesAt(blob, start + read, Math.min(partByteCount, byteCount - read))
    if (part.length === 0) return
    read += part.length
    yield part
  }
}
