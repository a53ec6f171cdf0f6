import { numberAt, uint32At } from '@tallystick/engine/base'
import type { DatasetChunk } from '@tallystick/engine/intake'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import { bucketAnswer } from './bucket-calls.ts'

/**
 * The index of a large dataset by the ids of its records: a few objects beside the lines, so that a record is found in a
 * bounded number of bytes in whatever order the ids are. Each object, a segment, has the records of a stretch of the
 * dataset, sorted by the hash of the id; an entry says where the line is. The database has the hashes of its blocks, so
 * that an id which is not found is known to be missing, and an entry the beginning of the line's leaf hash.
 */

/** Records of a segment, but of the last: 2.5 MB, which are sorted in five. */
export const segmentCountMax = 131_072

/**
 * Bytes of an entry: the first 4 bytes of the SHA-256 of the id, 5 of the offset of its line, 2 of its length, and the first
 * 8 of its leaf hash.
 */
export const entryByteCount = 19
export const checkByteCount = 8

/** Entries of a block, but of the last: what is read of a segment is read in whole blocks. */
export const blockCountMax = 256

/** A segment as the database has it. */
export interface IdSegment {
  readonly segment: number
  /** Records. */
  readonly count: number
  /** The hashes of its blocks one behind the other: see `hashOfBlock`. */
  readonly hashes: string
}

/** Characters of the hash of a block: 16 bytes, enough to find what was changed by chance and by design. */
export const hashLength = 32

/** The first 16 bytes of the SHA-256 of a block, in lower-case hex. */
export const hashOfBlock = (bytes: Uint8Array): string => hashOfBytes(bytes).slice(0, hashLength)

/** The object of a segment of the dataset whose folder it is. */
export const segmentKey = (folder: string, segment: number): string => `${folder}ids/${segment}`

export interface IdIndexWriter {
  /** Takes the lines of the next chunk, which begin at `offset` of the object of lines. Stores a segment when one is full. */
  add(chunk: DatasetChunk, offset: number): Promise<void>
  /** Stores the last segment, and gives what the database has to know of all of them. */
  close(): Promise<readonly IdSegment[]>
}

const newline = 0x0a

/** A writer of the segments of one dataset. Holds one segment. Throws `UnavailableError`. */
export function openIdIndex(bucket: R2Bucket, folder: string): IdIndexWriter {
  const segments: IdSegment[] = []
  let held = createHeld(0)

  const store = async () => {
    const bytes = sortedEntries(held)
    await bucketAnswer(() => bucket.put(segmentKey(folder, segments.length), bytes))
    segments.push({ segment: segments.length, count: held.count, hashes: blocksOf(bytes).map(hashOfBlock).join('') })
    held.count = 0
  }

  return {
    async add({ bytes, count, idHashes, leafHashes }, offset) {
      const hashes = new DataView(idHashes.buffer, idHashes.byteOffset)
      let start = 0
      for (let line = 0; line < count; line += 1) {
        if (held.count === segmentCountMax) await store()
        const end = bytes.indexOf(newline, start)
        held = withRoom(held)
        if (held.count === 0) held.offset = offset + start
        held.hashes[held.count] = hashes.getUint32(32 * line)
        held.lengths[held.count] = end - start - 1
        held.checks.set(leafHashes.subarray(32 * line, 32 * line + checkByteCount), checkByteCount * held.count)
        held.count += 1
        start = end + 1
      }
    },
    async close() {
      if (held.count > 0) await store()
      held = createHeld(0)
      return segments
    },
  }
}

const blockByteCount = blockCountMax * entryByteCount

/** The blocks of a segment, or of a range of one that begins with a block. */
export const blocksOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / blockByteCount) }, (_, block) =>
    bytes.subarray(block * blockByteCount, (block + 1) * blockByteCount),
  )

/** The entries of a segment, in the order of their lines, which lie one behind the other. */
interface Held {
  count: number
  /** Of the first line. */
  offset: number
  readonly hashes: Uint32Array
  /** Of the lines without their newlines, less one. */
  readonly lengths: Uint16Array
  /** The beginnings of the leaf hashes. */
  readonly checks: Uint8Array
}

const createHeld = (size: number): Held => ({
  count: 0,
  offset: 0,
  hashes: new Uint32Array(size),
  lengths: new Uint16Array(size),
  checks: new Uint8Array(checkByteCount * size),
})

function withRoom(held: Held): Held {
  if (held.count < held.hashes.length) return held
  const { count, offset } = held
  const roomy = { ...createHeld(Math.min(segmentCountMax, Math.max(1_024, 2 * count))), count, offset }
  roomy.hashes.set(held.hashes)
  roomy.lengths.set(held.lengths)
  roomy.checks.set(held.checks)
  return roomy
}

/** Sorts numbers that have the hash before the place, which are whole numbers below 2^53. */
function sortedEntries({ count, offset, hashes, lengths, checks }: Held): Uint8Array {
  const offsets = new Float64Array(count)
  const order = new Float64Array(count)
  for (let place = 0, next = offset; place < count; place += 1) {
    offsets[place] = next
    next += numberAt(lengths, place) + 2
    order[place] = uint32At(hashes, place) * segmentCountMax + place
  }
  order.sort()
  const view = new DataView(new ArrayBuffer(entryByteCount * count))
  for (let rank = 0; rank < count; rank += 1) {
    const place = numberAt(order, rank) % segmentCountMax
    putEntry(view, rank, {
      hash: uint32At(hashes, place),
      offset: numberAt(offsets, place),
      length: numberAt(lengths, place) + 1,
      check: checks.subarray(checkByteCount * place, checkByteCount * (place + 1)),
    })
  }
  return new Uint8Array(view.buffer)
}

/** Where a line may be whose id has the hash. */
export interface IdEntry {
  readonly hash: number
  readonly offset: number
  /** Of the line without its newline: 1 to 65,536. */
  readonly length: number
  /** The beginning of its leaf hash. */
  readonly check: Uint8Array
}

const twoTo32 = 2 ** 32

function putEntry(view: DataView, rank: number, { hash, offset, length, check }: IdEntry): void {
  const start = entryByteCount * rank
  view.setUint32(start, hash)
  view.setUint8(start + 4, Math.floor(offset / twoTo32))
  view.setUint32(start + 5, offset % twoTo32)
  view.setUint16(start + 9, length - 1)
  new Uint8Array(view.buffer, start + 11).set(check)
}

/** The entry of a rank in the bytes of a segment, or of a range of one. */
export function entryAt(view: DataView, rank: number): IdEntry {
  const start = entryByteCount * rank
  return {
    hash: view.getUint32(start),
    offset: view.getUint8(start + 4) * twoTo32 + view.getUint32(start + 5),
    length: view.getUint16(start + 9) + 1,
    check: new Uint8Array(view.buffer, view.byteOffset + start + 11, checkByteCount),
  }
}
