import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import type { Parsed } from '@tallystick/engine'
import { UnreadableError } from '../file-fault.ts'
import { endByteCountMax, findDirectory, readDirectory, type ZipEntry } from './zip-directory.ts'

/** A zip archive on disk. Its files can be read in any order, and more than once. */
export interface ZipFile {
  readonly entries: readonly ZipEntry[]
  /**
   * The bytes of a file as a stream, in bounded memory. Throws UnreadableError where the bytes cannot be unpacked, or
   * are more or fewer than the archive names.
   */
  read(entry: ZipEntry): AsyncGenerator<Uint8Array>
  /** Names of the files read to their end whose bytes do not have the checksum that the archive names. */
  readonly damaged: ReadonlySet<string>
}

const localSignature = 0x04034b50
const partByteCount = 256 * 1024

/** Reads an archive's directory. Refuses an archive whose files are not one after the other where the directory says. */
export async function readZipFile(file: FileHandle): Promise<Parsed<ZipFile>> {
  const { size } = await file.stat()
  const end = await bytesAt(file, Math.max(0, size - endByteCountMax), Math.min(size, endByteCountMax))
  const place = findDirectory(end, size)
  if (!place.ok) return place
  const directory = readDirectory(
    await bytesAt(file, place.value.offset, place.value.byteCount),
    place.value.entryCount,
  )
  if (!directory.ok) return directory
  const starts = await readStarts(file, directory.value, place.value.offset)
  if (!starts.ok) return starts
  const damaged = new Set<string>()
  const read = (entry: ZipEntry) =>
    readEntry({ file, entry, start: startOf(entry, starts.value), onDamage: () => damaged.add(entry.name) })
  return { ok: true, value: { entries: directory.value, read, damaged } }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function startOf(entry: ZipEntry, starts: ReadonlyMap<ZipEntry, number>): number {
  const start = starts.get(entry)
  if (start === undefined) throw new Error(`${entry.name} is not of this archive`)
  return start
}

/** Where the bytes of each file begin, after its local header (APPNOTE 4.3.7). */
async function readStarts(
  file: FileHandle,
  entries: readonly ZipEntry[],
  endOffset: number,
): Promise<Parsed<ReadonlyMap<ZipEntry, number>>> {
  const starts = new Map<ZipEntry, number>()
  let expected: readonly number[] = [0]
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    const name = Buffer.from(entry.name)
    const header = await bytesAt(file, entry.offset, 30 + name.length)
    const isHeader =
      header.length === 30 + name.length &&
      header.readUInt32LE(0) === localSignature &&
      header.readUInt16LE(8) === (entry.isDeflated ? 8 : 0) &&
      header.subarray(30).equals(name)
    if (!isHeader || !expected.includes(entry.offset))
      return { ok: false, detail: `${entry.name}: Got a file that is not where the archive’s directory says` }
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    starts.set(entry, start)
    const after = start + entry.packedByteCount
    expected = entry.hasDescriptor ? [after + 12, after + 16] : [after]
  }
  if (!expected.includes(endOffset)) return { ok: false, detail: 'Got a zip archive with bytes of no file in it' }
  return { ok: true, value: starts }
}

interface EntryReading {
  readonly file: FileHandle
  readonly entry: ZipEntry
  readonly start: number
  readonly onDamage: () => void
}

async function* readEntry({ file, entry, start, onDamage }: EntryReading): AsyncGenerator<Uint8Array> {
  const packed = packedParts(file, start, entry.packedByteCount)
  let byteCount = 0
  let checksum = 0
  for await (const part of entry.isDeflated ? inflated(packed, entry) : packed) {
    byteCount += part.length
    if (byteCount > entry.byteCount) break
    checksum = crc32(part, checksum)
    yield part
  }
  if (byteCount !== entry.byteCount)
    throw new UnreadableError(`${entry.name}: Got other than the ${entry.byteCount} bytes that the archive says`)
  if (checksum !== entry.checksum) onDamage()
}

async function* packedParts(file: FileHandle, start: number, byteCount: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < byteCount; ) {
    const part = await bytesAt(file, start + read, Math.min(partByteCount, byteCount - read))
    if (part.length === 0) return
    read += part.length
    yield part
  }
}

/** The unpacked bytes (RFC 1951), by the platform. */
async function* inflated(packed: AsyncIterable<Buffer>, { name, packedByteCount }: ZipEntry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: partByteCount })
  // Reading the stream below throws the same error.
  pipeline(packed, inflate).catch(() => {})
  try {
    yield* inflate
  } catch (error) {
    throw isZlibError(error) ? new UnreadableError(`${name}: Got bytes that cannot be unpacked`) : error
  } finally {
    inflate.destroy()
  }
  if (inflate.bytesWritten !== packedByteCount)
    throw new UnreadableError(`${name}: Got bytes after the end of what is packed`)
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
