import { textOf } from '../../base/bytes.ts'
import type { Fault } from '../rows/intake-limits.ts'
import { shown } from '../rows/row-fault.ts'
import { zipFault, zipLimits } from './zip-limits.ts'

/** A file of an archive. Its directory and the header before its bytes agree. */
export interface ZipEntry {
  readonly name: string
  readonly isDeflated: boolean
  readonly checksum: number
  readonly byteCount: number
  readonly packed: Uint8Array
}

const endByteCount = 22
const entryByteCount = 46
const localByteCount = 30
const commentByteCountMax = 0xffff
const endSignature = 0x06054b50
const locatorSignature = 0x07064b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50

const again = 'wanted a plain zip: pack the files again'

/**
 * The files of a whole archive by its central directory (PKWARE APPNOTE 4.3), without folders. Refuses an archive that
 * two programs could unpack differently: a repeated name, a header that differs from the directory, files that share
 * bytes.
 */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | Fault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return zipFault('Got a zip without its end, wanted the whole file: download or send it again')
  const [count, size, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ]
  const isZip64 =
    count === 0xffff || start === 0xffffffff || (end >= 20 && view.getUint32(end - 20, true) === locatorSignature)
  if (isZip64) return zipFault(`Got a Zip64 archive, ${again} without Zip64`)
  if (view.getUint32(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    return zipFault(`Got one of several parts of a zip, ${again} into one`)
  if (start + size !== end) return zipFault(`Got a zip whose directory is not where it says, ${again}`)
  if (count > zipLimits.fileCount)
    return zipFault(`Got a zip of ${count} files, wanted at most ${zipLimits.fileCount}: send them in several`)
  const archive = { bytes, view, directory: start }
  const entries: ZipEntry[] = []
  const spans: Span[] = []
  const names = new Set<string>()
  let position = start
  for (let index = 0; index < count; index++) {
    const read = readEntry(archive, position, end)
    if ('detail' in read) return read
    position = read.next
    spans.push(read.span)
    if (names.has(read.entry.name)) return zipFault(`Got the name ${shown(read.entry.name)} twice, ${again}`)
    names.add(read.entry.name)
    if (!read.entry.name.endsWith('/')) entries.push(read.entry)
    else if (read.entry.byteCount > 0) return zipFault(`Got the folder ${shown(read.entry.name)} with bytes, ${again}`)
  }
  if (position !== end) return zipFault(`Got a zip whose directory is longer than its files, ${again}`)
  return overlap(spans) ? zipFault(`Got a zip whose files share bytes, ${again}`) : entries
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - endByteCount
  for (let offset = last; offset >= Math.max(0, last - commentByteCountMax); offset--)
    if (view.getUint32(offset, true) === endSignature && view.getUint16(offset + 20, true) === last - offset)
      return offset
  return undefined
}

interface Archive {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly directory: number
}

/** The bytes of a file, from its header to its end. */
interface Span {
  readonly start: number
  readonly end: number
}

interface ReadEntry {
  readonly entry: ZipEntry
  readonly span: Span
  readonly next: number
}

function readEntry({ bytes, view, directory }: Archive, at: number, end: number): ReadEntry | Fault {
  if (at + entryByteCount > end || view.getUint32(at, true) !== entrySignature)
    return zipFault(`Got a zip whose directory has fewer files than it says, ${again}`)
  const [nameLength, local] = [view.getUint16(at + 28, true), view.getUint32(at + 42, true)]
  const next = at + entryByteCount + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if (next > end) return zipFault(`Got a zip whose directory is cut short, ${again}`)
  const nameBytes = bytes.subarray(at + entryByteCount, at + entryByteCount + nameLength)
  const name = zipNameOf(nameBytes)
  const complaint = nameComplaint(name)
  if (complaint !== undefined) return zipFault(`Got ${complaint} in a zip, ${again} under plain names`)
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  const [packedByteCount, byteCount] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
  if ((flags & encryptionFlags) !== 0 || method === 99)
    return zipFault(
      `Got the file ${shown(name)} encrypted, wanted it without a password: unpack it, and send what is in it`,
    )
  if (method !== 0 && method !== 8)
    return zipFault(
      `Got the file ${shown(name)} packed by method ${method}, wanted Deflate: pack the files again as a usual zip`,
    )
  if ([packedByteCount, byteCount, local].includes(0xffffffff))
    return zipFault(`Got a Zip64 archive, ${again} without Zip64`)
  const other = zipFault(`Got a zip that says two things of the file ${shown(name)}, ${again}`)
  if (local + localByteCount + nameLength > directory || view.getUint32(local, true) !== localSignature) return other
  const start = local + localByteCount + nameLength + view.getUint16(local + 28, true)
  const span = { start: local, end: start + packedByteCount }
  const localName = bytes.subarray(local + localByteCount, local + localByteCount + nameLength)
  const isSame =
    span.end <= directory &&
    view.getUint16(local + 8, true) === method &&
    view.getUint16(local + 26, true) === nameLength &&
    nameBytes.every((byte, index) => byte === localName[index]) &&
    hasSameSizes(view, local, at) &&
    (method === 8 || packedByteCount === byteCount)
  if (!isSame) return other
  const packed = bytes.subarray(start, span.end)
  const entry = { name, isDeflated: method === 8, checksum: view.getUint32(at + 16, true), byteCount, packed }
  return { entry, span, next }
}

/** Bits of the general purpose flags: encryption, strong encryption, and a masked directory. */
const encryptionFlags = 0x2041

/** Bit 3: the header before the file leaves checksum and sizes to the record behind it. */
const streamedFlag = 0x08

/** Whether checksum and sizes of the header at `local` are those of the directory; Zip64 has its sizes elsewhere. */
function hasSameSizes(view: DataView, local: number, at: number): boolean {
  const isStreamed = (view.getUint16(local + 6, true) & streamedFlag) !== 0
  const isSame = (offset: number): boolean => {
    const stated = view.getUint32(local + offset, true)
    return stated === view.getUint32(at + offset + 2, true) || (offset > 14 && stated === 0xffffffff)
  }
  return isStreamed || [14, 18, 22].every(isSame)
}

function overlap(spans: readonly Span[]): boolean {
  const sorted = spans.toSorted((left, right) => left.start - right.start)
  return sorted.some(({ start }, index) => index > 0 && start < (sorted[index - 1]?.end ?? 0))
}

const nameLengthMax = 500

/** The bytes 0x80 to 0xFF in code page 437, the encoding of names that are not marked as UTF-8 (APPNOTE D.1). */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** A name is UTF-8 if its bytes are valid UTF-8, since some programs do not mark it. Folders end with a slash. */
function zipNameOf(bytes: Uint8Array): string {
  const text =
    textOf(bytes) ??
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 0x80))).join('')
  return text.replaceAll('\\', '/')
}

/** What is wrong with a name. No file is written by it, but people and programs see it. */
function nameComplaint(name: string): string | undefined {
  if (name === '') return 'a file without a name'
  if (name.length > nameLengthMax) return `a name of ${name.length} characters`
  if (/\p{Cc}/u.test(name)) return `the name ${shown(name)} with control characters`
  const parts = name.split('/')
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || parts.includes('..') || parts.includes('.'))
    return `the name ${shown(name)}, which leads out of the archive`
  return undefined
}
