import { constants, crc32, deflateRawSync } from 'node:zlib'
import { joinBytes, utf8 } from '@tallystick/engine/base'

/** A file of an archive, whose bytes are made only while the archive is read. */
export interface ZipFile {
  readonly name: string
  readonly parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Whether the file is compressed. Left out, it is stored. */
  readonly isDeflated?: true
}

type ZipFiles = AsyncIterable<ZipFile> | Iterable<ZipFile>

/**
 * Writes a zip archive (PKWARE APPNOTE), part by part. Each file is asked for only when those before it are written.
 * The same stored files in the same parts give the same bytes for ever, which evidence packs rely on. Requires less
 * than 4 GB in all and at most 65,535 files; for more see `zip64Of`. Holds some 100 bytes a file for the directory.
 */
export const zipOf = (files: ZipFiles): AsyncGenerator<Uint8Array> => archiveOf(files, plain)

/** Writes any number of files of any size, always in Zip64 form. */
export const zip64Of = (files: ZipFiles): AsyncGenerator<Uint8Array> => archiveOf(files, zip64)

async function* archiveOf(files: ZipFiles, form: ZipForm): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for await (const { name, parts, isDeflated } of files) {
    const pack = isDeflated ? deflatedBlocks : storedBlocks
    const file = { name: utf8(name), crc: 0, length: 0, packed: lastBlock.length }
    let ready = form.localHeader(file.name)
    const headerLength = ready.length
    for await (const part of parts) {
      const blocks = pack(part)
      file.crc = crc32(part, file.crc)
      file.length += part.length
      file.packed += blocks.length
      yield joinBytes([ready, blocks])
      ready = nothing
    }
    const descriptor = form.descriptor(file)
    yield joinBytes([ready, lastBlock, descriptor])
    directory.push(form.centralHeader(file, offset))
    offset += headerLength + file.packed + descriptor.length
  }
  const entries = joinBytes(directory)
  yield joinBytes([entries, form.end({ offset, count: directory.length, length: entries.length })])
}

const nothing = new Uint8Array()

interface WrittenFile {
  readonly name: Uint8Array
  readonly crc: number
  readonly length: number
  readonly packed: number
}

interface Directory {
  readonly offset: number
  readonly count: number
  readonly length: number
}

interface ZipForm {
  readonly localHeader: (name: Uint8Array) => Uint8Array
  readonly descriptor: (file: WrittenFile) => Uint8Array
  readonly centralHeader: (file: WrittenFile, offset: number) => Uint8Array
  readonly end: (directory: Directory) => Uint8Array
}

/** The flags of a file. Bit 3: its length follows its bytes. Bit 11: its name is UTF-8; not set for ASCII. */
const flagsOf = (name: Uint8Array): Uint8Array => u16(name.some((byte) => byte > 0x7f) ? 0x0808 : 0x0008)
const deflate = u16(8)
/** The time 0:00 on the first day that a zip can store. With the real time, the same files would give other bytes. */
const firstDay = joinBytes([u16(0), u16(0x21)])
/** The last fields of a directory entry: no comment, first disk, no attributes. */
const noAttributes = new Uint8Array(10)

const plain: ZipForm = {
  localHeader: (name) =>
    joinBytes([
      u32(0x04034b50),
      u16(20),
      flagsOf(name),
      deflate,
      firstDay,
      new Uint8Array(12),
      u16(name.length),
      u16(0),
      name,
    ]),
  descriptor: ({ crc, packed, length }) => joinBytes([u32(0x08074b50), u32(crc), u32(packed), u32(length)]),
  centralHeader: ({ name, crc, packed, length }, offset) =>
    joinBytes([
      ...[u32(0x02014b50), u16(20), u16(20), flagsOf(name), deflate, firstDay],
      ...[u32(crc), u32(packed), u32(length), u16(name.length), u16(0), noAttributes, u32(offset), name],
    ]),
  end: ({ offset, count, length }) =>
    joinBytes([u32(0x06054b50), u32(0), u16(count), u16(count), u32(length), u32(offset), u16(0)]),
}

/** Stand in for a value that is in the Zip64 extra field or in the Zip64 end of the directory. */
const [elsewhere16, elsewhere] = [u16(0xffff), u32(0xffffffff)]

const zip64: ZipForm = {
  localHeader: (name) =>
    joinBytes([
      ...[u32(0x04034b50), u16(45), flagsOf(name), deflate, firstDay, u32(0), elsewhere, elsewhere],
      ...[u16(name.length), u16(20), name, u16(1), u16(16), u64(0), u64(0)],
    ]),
  descriptor: ({ crc, packed, length }) => joinBytes([u32(0x08074b50), u32(crc), u64(packed), u64(length)]),
  centralHeader: ({ name, crc, packed, length }, offset) =>
    joinBytes([
      ...[u32(0x02014b50), u16(45), u16(45), flagsOf(name), deflate, firstDay],
      ...[u32(crc), elsewhere, elsewhere, u16(name.length), u16(28), noAttributes, elsewhere, name],
      ...[u16(1), u16(24), u64(length), u64(packed), u64(offset)],
    ]),
  end: ({ offset, count, length }) =>
    joinBytes([
      ...[u32(0x06064b50), u64(44), u16(45), u16(45), u32(0), u32(0)],
      ...[u64(count), u64(count), u64(length), u64(offset)],
      ...[u32(0x07064b50), u32(0), u64(offset + length), u32(1)],
      ...[u32(0x06054b50), u32(0), elsewhere16, elsewhere16, elsewhere, elsewhere, u16(0)],
    ]),
}

/** The longest stored block: its length has 16 bits (RFC 1951 §3.2.4). An empty last block ends a file. */
const blockByteCountMax = 0xffff
const lastBlock = Uint8Array.of(1, 0, 0, 0xff, 0xff)

/**
 * Packs bytes as stored DEFLATE blocks. In a stream the length follows the bytes, so a reader needs a method that marks
 * the end of a file, as DEFLATE does. Compressing would cost more than all other work of an answer.
 */
function storedBlocks(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += blockByteCountMax) {
    const block = bytes.subarray(start, start + blockByteCountMax)
    parts.push(Uint8Array.of(0), u16(block.length), u16(~block.length & 0xffff), block)
  }
  return joinBytes(parts)
}

/** The compression level. Lower levels are no faster, and their output is up to a fifth larger. */
const level = 3

/**
 * Compresses a part into whole blocks, none of them the last. Each part is compressed by itself, so no state is kept
 * between parts.
 */
const deflatedBlocks = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH })

function u16(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8)
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}

function u64(value: number): Uint8Array {
  return joinBytes([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))])
}
