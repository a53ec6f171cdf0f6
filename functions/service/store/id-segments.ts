import { numberAt, uint32At } from '@tallystick/engine/base'
import type { DatasetChunk } from '@tallystick/engine/intake'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import { bucketAnswer } from './bucket-calls.ts'

/**
 * The index of a large dataset by the ids of its records: objects beside the lines, through which a record is found in
 * a bounded number of bytes whatever the order of the ids. Each object, a segment, has the records of a range of lines,
 * sorted by the hash of the id; an entry says where the line is. The database has the hash of each block of entries,
 * which proves that an id is missing; an entry has the beginning of the line's leaf hash.
 */

/** Records of each segment but the last, which has fewer: 2.5 MB of entries. */
export const segmentCountMax = 131_072

/** 4 bytes of the id's SHA-256, 5 for the offset of the line, 2 for its length, `checkByteCount` of its leaf hash. */
export const entryByteCount = 19
const checkByteCount = 8

/** Entries of each block but the last. A segment is read in whole blocks. */
export const blockCountMax = 256

export interface IdSegment {
  readonly segment: number
  readonly count: number
  /** The hashes of the segment's blocks, one after the other: see `hashOfBlock`. */
  readonly hashes: string
}

/** Characters of a block's hash in hex, for 16 bytes. */
export const hashLength = 32

/** The first 16 bytes of the SHA-256 of a block, in lower-case hex. */
export const hashOfBlock = (bytes: Uint8Array): string => hashOfBytes(bytes).slice(0, hashLength)

export const segmentKey = (folder: string, segment: number): string => `${folder}ids/${segment}`

interface IdIndexWriter {
  /** Takes the lines of the next chunk, which begin at `offset` of the object of lines. Stores each full segment. */
  add(chunk: DatasetChunk, offset: number): Promise<void>
  /** Stores the last segment. Returns the rows for the database. */
  close(): Promise<readonly IdSegment[]>
}

const newline = 0x0a

/** A writer of the segments of one dataset, which holds one segment in memory. Throws `UnavailableError`. */
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

/** The blocks of `bytes`, which begin where a block begins. */
export const blocksOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / blockByteCount) }, (_, block) =>
    bytes.subarray(block * blockByteCount, (block + 1) * blockByteCount),
  )

/** The entries of one segment in the order of their lines, which follow one another in the object. */
interface Held {
  count: number
  offset: number
  readonly hashes: Uint32Array
  /** The lengths of the lines without their newlines, minus one, so that 65,536 fits in 16 bits. */
  readonly lengths: Uint16Array
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

/** Sorts numbers of the form hash × 2^17 + place, all below 2^53. */
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

/** Where the line of an id with this hash may be. */
export interface IdEntry {
  readonly hash: number
  readonly offset: number
  /** Without the newline: 1 to 65,536. */
  readonly length: number
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

/** `view` is a segment or a range of entries. */
export function entryAt(view: DataView, rank: number): IdEntry {
  const start = entryByteCount * rank
  return {
    hash: view.getUint32(start),
    offset: view.getUint8(start + 4) * twoTo32 + view.getUint32(start + 5),
    length: view.getUint16(start + 9) + 1,
    check: new Uint8Array(view.buffer, view.byteOffset + start + 11, checkByteCount),
  }
}
