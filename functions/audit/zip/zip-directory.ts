import { type Parsed, utf8 } from '@tallystick/engine/base'
import { entryFields, fixedFault, localFields, viewOf } from './zip-fields.ts'

/**
 * The directory of a zip archive (PKWARE APPNOTE 4.3.12, 4.3.16), and the records beside each file that repeat its
 * entries. A lenient reader accepts archives that two programs unpack differently: repeated names, extra fields with
 * another name (0x7075), contradicting lengths. This reader accepts only what the service writes, byte for byte, so
 * that every program unpacks a pack alike.
 */

export interface ZipEntry {
  readonly name: string
  /** CRC-32 of the file. */
  readonly checksum: number
  readonly packedByteCount: number
  readonly byteCount: number
  /** The offset of the file's local header. */
  readonly offset: number
}

interface DirectoryPlace {
  readonly offset: number
  readonly byteCount: number
  readonly entryCount: number
}

/** The length of the record at the end of the archive, which leads to the directory. */
export const endByteCount = 22

/** The largest directory that is read, far more than the names of a pack need. */
const directoryByteCountMax = 64 * 1024
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const descriptorSignature = 0x08074b50

/** Finds the directory by `bytes`, the last bytes of an archive of `byteCount`. */
export function findDirectory(bytes: Uint8Array, byteCount: number): Parsed<DirectoryPlace> {
  const end = viewOf(bytes)
  if (end.byteLength < endByteCount || end.getUint32(0, true) !== endSignature)
    return refused('Got a zip archive without its end, or with a comment, wanted one as the service writes it')
  const place = {
    offset: end.getUint32(16, true),
    byteCount: end.getUint32(12, true),
    entryCount: end.getUint16(10, true),
  }
  if (place.offset === 0xffffffff || place.entryCount === 0xffff)
    return refused('Got a Zip64 archive, wanted one of less than 4 GB')
  const isWhole =
    end.getUint32(4, true) === 0 && end.getUint16(8, true) === place.entryCount && end.getUint16(20, true) === 0
  if (!isWhole || place.offset + place.byteCount !== byteCount - endByteCount)
    return refused('Got a zip archive whose directory is not where it says')
  if (place.byteCount > directoryByteCountMax)
    return refused(`Got a zip archive of ${place.entryCount} files, wanted an evidence pack`)
  return { ok: true, value: place }
}

/** Reads the directory, and refuses every entry that the service would not write. */
export function readDirectory(bytes: Uint8Array, entryCount: number): Parsed<readonly ZipEntry[]> {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + 46 <= bytes.length) {
    const record = viewOf(bytes.subarray(at))
    const next = 46 + record.getUint16(28, true)
    if (record.getUint32(0, true) !== entrySignature || next > record.byteLength) break
    const entry = entryIn(record, bytes.subarray(at + 46, at + next))
    const fault = fixedFault(record, entryFields)
    if (fault !== undefined) return refused(`${entry.name}: ${fault}`)
    entries.push(entry)
    at += next
  }
  if (at !== bytes.length || entries.length !== entryCount)
    return refused('Got a zip archive whose directory is damaged')
  return { ok: true, value: entries }
}

/** Bytes that are not UTF-8 become U+FFFD, which no file name of a pack contains. */
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

const entryIn = (record: DataView, name: Uint8Array): ZipEntry => ({
  name: lenient.decode(name),
  checksum: record.getUint32(16, true),
  packedByteCount: record.getUint32(20, true),
  byteCount: record.getUint32(24, true),
  offset: record.getUint32(42, true),
})

/** The length of a file's local header (APPNOTE 4.3.7) with its name. */
export const localByteCount = (entry: ZipEntry): number => 30 + utf8(entry.name).length

/** What in a file's local header differs from its entry in the directory. */
export function localFault(bytes: Uint8Array, entry: ZipEntry): string | undefined {
  const header = viewOf(bytes)
  const name = utf8(entry.name)
  const isHeader =
    bytes.length === localByteCount(entry) &&
    header.getUint32(0, true) === localSignature &&
    header.getUint16(26, true) === name.length &&
    bytes.subarray(30).every((byte, index) => byte === name[index])
  return isHeader ? fixedFault(header, localFields) : notThere
}

/** The length of the record after a file's bytes (APPNOTE 4.3.9). */
export const descriptorByteCount = 16

/** What in the record after a file's bytes differs from its entry in the directory. */
export function descriptorFault(bytes: Uint8Array, entry: ZipEntry): string | undefined {
  const record = viewOf(bytes)
  const isRecord =
    bytes.length === descriptorByteCount &&
    record.getUint32(0, true) === descriptorSignature &&
    record.getUint32(4, true) === entry.checksum &&
    record.getUint32(8, true) === entry.packedByteCount &&
    record.getUint32(12, true) === entry.byteCount
  return isRecord ? undefined : 'Got other lengths or another checksum behind the file than in the archive’s directory'
}

export const notThere = 'Got a file that is not where the archive’s directory says'

const refused = (detail: string): Parsed<never> => ({ ok: false, detail })
