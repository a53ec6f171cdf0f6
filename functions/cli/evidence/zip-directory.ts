import type { Parsed } from '@tallystick/engine'
import { entryFields, fixedFault, localFields } from './zip-fields.ts'

/**
 * The directory of a zip archive (PKWARE APPNOTE 4.3.12, 4.3.16), and the records beside each file that repeat it.
 * A general reader takes what two programs unpack into two different contents: names twice, extra fields with another
 * name (0x7075), lengths that differ between directory and file. Here an archive is what the service writes, byte for
 * byte, or it is refused: a pack has one reading.
 */

export interface ZipEntry {
  readonly name: string
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

/** In bytes: the record that leads to the directory, which is the archive's end. */
export const endByteCount = 22

/** Far more than the names of a pack need. A larger directory is refused unread. */
const directoryByteCountMax = 64 * 1024
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const descriptorSignature = 0x08074b50

/** Finds the directory by `end`, the last bytes of an archive of `byteCount`. */
export function findDirectory(end: Buffer, byteCount: number): Parsed<DirectoryPlace> {
  if (end.length < endByteCount || end.readUInt32LE(0) !== endSignature)
    return refused('Got a zip archive without its end, or with a comment, wanted one as the service writes it')
  const place = { offset: end.readUInt32LE(16), byteCount: end.readUInt32LE(12), entryCount: end.readUInt16LE(10) }
  if (place.offset === 0xffffffff || place.entryCount === 0xffff)
    return refused('Got a Zip64 archive, wanted one of less than 4 GB')
  const isWhole = end.readUInt32LE(4) === 0 && end.readUInt16LE(8) === place.entryCount && end.readUInt16LE(20) === 0
  if (!isWhole || place.offset + place.byteCount !== byteCount - endByteCount)
    return refused('Got a zip archive whose directory is not where it says')
  if (place.byteCount > directoryByteCountMax)
    return refused(`Got a zip archive of ${place.entryCount} files, wanted an evidence pack`)
  return { ok: true, value: place }
}

/** Reads the directory's bytes. Refuses every entry that the service would not write. */
export function readDirectory(bytes: Buffer, entryCount: number): Parsed<readonly ZipEntry[]> {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === entrySignature) {
    const record = bytes.subarray(at)
    const next = 46 + record.readUInt16LE(28)
    if (next > record.length) break
    const entry = entryIn(record.subarray(0, next))
    const fault = fixedFault(record, entryFields)
    if (fault !== undefined) return refused(`${entry.name}: ${fault}`)
    entries.push(entry)
    at += next
  }
  if (at !== bytes.length || entries.length !== entryCount)
    return refused('Got a zip archive whose directory is damaged')
  return { ok: true, value: entries }
}

const entryIn = (record: Buffer): ZipEntry => ({
  name: record.toString('utf8', 46),
  checksum: record.readUInt32LE(16),
  packedByteCount: record.readUInt32LE(20),
  byteCount: record.readUInt32LE(24),
  offset: record.readUInt32LE(42),
})

/** In bytes: a file's local header (APPNOTE 4.3.7), its name included. */
export const localByteCount = (entry: ZipEntry): number => 30 + Buffer.byteLength(entry.name)

/** The fault of a file's local header, which has to be as the directory says. */
export function localFault(header: Buffer, entry: ZipEntry): string | undefined {
  const name = Buffer.from(entry.name)
  const isHeader =
    header.length === localByteCount(entry) &&
    header.readUInt32LE(0) === localSignature &&
    header.readUInt16LE(26) === name.length &&
    header.subarray(30).equals(name)
  return isHeader ? fixedFault(header, localFields) : notThere
}

/** In bytes: the record that follows a file's bytes (APPNOTE 4.3.9), as fflate writes it. */
export const descriptorByteCount = 16

/** The fault of the record after a file's bytes, which has to repeat the directory. */
export function descriptorFault(record: Buffer, entry: ZipEntry): string | undefined {
  const isRecord =
    record.length === descriptorByteCount &&
    record.readUInt32LE(0) === descriptorSignature &&
    record.readUInt32LE(4) === entry.checksum &&
    record.readUInt32LE(8) === entry.packedByteCount &&
    record.readUInt32LE(12) === entry.byteCount
  return isRecord ? undefined : 'Got other lengths or another checksum behind the file than in the archive’s directory'
}

/** In words: a file does not begin at the end of the one before. */
export const notThere = 'Got a file that is not where the archive’s directory says'

const refused = (detail: string): Parsed<never> => ({ ok: false, detail })
