import type { Parsed } from '@tallystick/engine'

/**
 * The directory of a zip archive (PKWARE APPNOTE 4.3.12, 4.3.16). The service writes archives with fflate, which is not
 * used to read them: it allocates as many bytes as the directory claims, compares no local header with the directory,
 * checks no checksum, and accepts bytes between files. From such an archive two programs may unpack different files, so
 * an auditor's program has to refuse it, and has to read artifacts of up to 2 GB as a stream.
 */

export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  /** Whether a record of the file's length follows its bytes (APPNOTE 4.3.9). */
  readonly hasDescriptor: boolean
  /** CRC-32 of the file. */
  readonly checksum: number
  /** Bytes that the file takes in the archive. */
  readonly packedByteCount: number
  /** Bytes of the file itself. */
  readonly byteCount: number
  /** Where the file's local header begins. */
  readonly offset: number
}

/** Where the directory is in the archive. */
export interface DirectoryPlace {
  readonly offset: number
  readonly byteCount: number
  readonly entryCount: number
}

/** The record that leads to the directory is within so many last bytes, whatever comment follows it. */
export const endByteCountMax = 22 + 0xffff

/** Far more than the ten names of a pack need. A larger directory is refused unread. */
const directoryByteCountMax = 64 * 1024
const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** Finds the directory by `end`, the last bytes of an archive of `byteCount`. */
export function findDirectory(end: Buffer, byteCount: number): Parsed<DirectoryPlace> {
  const at = positionOfEnd(end)
  if (at === undefined) return { ok: false, detail: 'Got a zip archive without its end, wanted a whole one' }
  const place = {
    offset: end.readUInt32LE(at + 16),
    byteCount: end.readUInt32LE(at + 12),
    entryCount: end.readUInt16LE(at + 10),
  }
  if (place.offset === 0xffffffff || place.entryCount === 0xffff)
    return { ok: false, detail: 'Got a Zip64 archive, wanted one of less than 4 GB' }
  const isWhole = end.readUInt32LE(at + 4) === 0 && end.readUInt16LE(at + 8) === place.entryCount
  if (!isWhole || place.offset + place.byteCount !== byteCount - (end.length - at))
    return { ok: false, detail: 'Got a zip archive whose directory is not where it says' }
  if (place.byteCount > directoryByteCountMax)
    return { ok: false, detail: `Got a zip archive of ${place.entryCount} files, wanted an evidence pack` }
  return { ok: true, value: place }
}

/** The record's comment reaches to the end of the file; what only looks like a record is in one. */
function positionOfEnd(end: Buffer): number | undefined {
  for (let at = end.length - 22; at >= 0; at -= 1) {
    if (end.readUInt32LE(at) === endSignature && at + 22 + end.readUInt16LE(at + 20) === end.length) return at
  }
  return undefined
}

/** Reads the directory's bytes. Refuses encrypted files and every compression but deflate. */
export function readDirectory(bytes: Buffer, entryCount: number): Parsed<readonly ZipEntry[]> {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === entrySignature) {
    const next = at + 46 + [28, 30, 32].reduce((sum, field) => sum + bytes.readUInt16LE(at + field), 0)
    const entry = readEntry(bytes, at)
    if (next > bytes.length) break
    if (!entry.ok) return entry
    entries.push(entry.value)
    at = next
  }
  if (at !== bytes.length || entries.length !== entryCount)
    return { ok: false, detail: 'Got a zip archive whose directory is damaged' }
  return { ok: true, value: entries }
}

function readEntry(bytes: Buffer, at: number): Parsed<ZipEntry> {
  const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  const [packedByteCount, byteCount] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
  if (flags & 1) return { ok: false, detail: `${name}: Got an encrypted file, wanted one that anybody can read` }
  if (method !== 0 && method !== 8)
    return { ok: false, detail: `${name}: Got the compression method ${method}, wanted 0 or 8` }
  if (method === 0 && packedByteCount !== byteCount)
    return { ok: false, detail: `${name}: Got two lengths of a file that is not compressed` }
  return {
    ok: true,
    value: {
      name,
      isDeflated: method === 8,
      hasDescriptor: (flags & 8) !== 0,
      checksum: bytes.readUInt32LE(at + 16),
      packedByteCount,
      byteCount,
      offset: bytes.readUInt32LE(at + 42),
    },
  }
}
