import { joinBytes, numberAt, utf8 } from '@tallystick/engine'

/** A file of an archive. Its bytes are made when the archive is read. */
export interface ArchivedFile {
  readonly name: string
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * A zip archive (PKWARE APPNOTE) of any number of files of any size, in Zip64 form throughout, part by part; nothing is
 * read ahead of the caller. The entries of the directory are held until the end: some 100 bytes a file. An evidence pack,
 * which has to stay as it is, byte for byte, has no Zip64: see `zipOf`.
 */
export async function* zip64Of(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for await (const { name, parts } of files) {
    const start = offset
    const file = { name: utf8(name), crc: 0, length: 0, packed: lastBlock.length }
    const header = localHeader(file.name)
    yield header
    for await (const part of parts) {
      const blocks = storedBlocks(part)
      file.crc = crcAfter(file.crc, part)
      file.length += part.length
      file.packed += blocks.length
      yield blocks
    }
    const end = joinBytes([lastBlock, descriptorOf(file)])
    yield end
    directory.push(centralHeader(file, start))
    offset += header.length + file.packed + end.length - lastBlock.length
  }
  yield joinBytes(directory)
  yield endOf({ offset, count: directory.length, length: directory.reduce((sum, entry) => sum + entry.length, 0) })
}

interface PackedFile {
  readonly name: Uint8Array
  readonly crc: number
  readonly length: number
  readonly packed: number
}

/** Version 4.5 has Zip64. The length follows the bytes, names are UTF-8, the method is DEFLATE, the day 1 January 1980. */
const version = 45
const flags = 0x0808
const deflate = 8
const day = 0x21
/** In place of a value that stands in the Zip64 extra field. */
const elsewhere16 = 0xffff
const elsewhere = 0xffffffff

const common = [u16(version), u16(flags), u16(deflate), u16(0), u16(day)]

const localHeader = (name: Uint8Array): Uint8Array =>
  joinBytes([
    u32(0x04034b50),
    ...common,
    u32(0),
    u32(elsewhere),
    u32(elsewhere),
    u16(name.length),
    u16(20),
    name,
    ...[u16(1), u16(16), u64(0), u64(0)],
  ])

const descriptorOf = ({ crc, packed, length }: PackedFile): Uint8Array =>
  joinBytes([u32(0x08074b50), u32(crc), u64(packed), u64(length)])

const centralHeader = ({ name, crc, packed, length }: PackedFile, offset: number): Uint8Array =>
  joinBytes([
    u32(0x02014b50),
    u16(version),
    ...common,
    u32(crc),
    u32(elsewhere),
    u32(elsewhere),
    u16(name.length),
    u16(28),
    // No comment, first disk, no attributes.
    ...[u16(0), u16(0), u16(0), u32(0)],
    u32(elsewhere),
    name,
    ...[u16(1), u16(24), u64(length), u64(packed), u64(offset)],
  ])

interface Directory {
  readonly offset: number
  readonly count: number
  readonly length: number
}

const endOf = ({ offset, count, length }: Directory): Uint8Array =>
  joinBytes([
    ...[u32(0x06064b50), u64(44), u16(version), u16(version), u32(0), u32(0)],
    ...[u64(count), u64(count), u64(length), u64(offset)],
    ...[u32(0x07064b50), u32(0), u64(offset + length), u32(1)],
    ...[u32(0x06054b50), u16(0), u16(0), u16(elsewhere16), u16(elsewhere16), u32(elsewhere), u32(elsewhere), u16(0)],
  ])

/** RFC 1951 §3.2.4: the length of a stored block has 16 bits. An empty last block ends the file. */
const blockByteCountMax = 0xffff
const lastBlock = Uint8Array.of(1, 0, 0, 0xff, 0xff)

function storedBlocks(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += blockByteCountMax) {
    const block = bytes.subarray(start, start + blockByteCountMax)
    parts.push(Uint8Array.of(0), u16(block.length), u16(~block.length & 0xffff), block)
  }
  return joinBytes(parts)
}

/** The CRC-32 (ISO 3309) of some bytes and those after them, from that of the first. */
function crcAfter(before: number, bytes: Uint8Array): number {
  let crc = ~before
  for (const byte of bytes) crc = (crc >>> 8) ^ numberAt(crcTable, (crc ^ byte) & 0xff)
  return ~crc >>> 0
}

const crcTable = Int32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function u16(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8)
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}

function u64(value: number): Uint8Array {
  return joinBytes([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))])
}
