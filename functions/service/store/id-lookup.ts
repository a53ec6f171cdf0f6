import { fromUtf8, utf8 } from '@tallystick/engine/base'
import { leafHash } from '@tallystick/engine/merkle'
import { sha256 } from '../platform/hasher.ts'
import { inLanes } from '../platform/in-lanes.ts'
import { AlteredLinesError } from './altered-lines.ts'
import { bucketOf } from './bucket.ts'
import { readRange } from './bucket-calls.ts'
import {
  blockCountMax,
  blocksOf,
  entryAt,
  entryByteCount,
  hashLength,
  hashOfBlock,
  type IdEntry,
  type IdSegment,
  segmentCountMax,
  segmentKey,
} from './id-segments.ts'
import type { LineAccess } from './line-access.ts'
import { type LineRange, lineRangesOf } from './line-ranges.ts'
import { segmentStore } from './segment-store.ts'

interface IndexedDataset {
  readonly tenantId: string
  readonly datasetId: string
  readonly folder: string
  readonly object: string
  readonly recordCount: number
}

/**
 * The lines of a large dataset whose ids have the same hash as one of `ids`: the caller compares the ids. For one id,
 * reads about 35 KB of each segment of 131,072 records, and the line; for many ids at most all segments (19 bytes a
 * record) and the lines. One query reads 16 KB a segment. Throws `AlteredLinesError` where anything was changed.
 */
export async function indexedLines(
  { db, env }: LineAccess,
  dataset: IndexedDataset,
  ids: readonly string[],
): Promise<readonly string[]> {
  const hashes = [...new Set(ids.map(hashOf))].sort((left, right) => left - right)
  const source = { ...dataset, bucket: bucketOf(env) }
  const segments = requireSegments(dataset, await segmentStore(db).all(dataset.tenantId, dataset.datasetId))
  const found = await inLanes(segments, (segment) => entriesIn(source, segment, hashes))
  const entries = found.flat().sort((left, right) => left.offset - right.offset)
  const lines = await inLanes(lineRangesOf(entries), (range) => linesIn(source, range))
  return lines.flat()
}

interface IndexSource extends IndexedDataset {
  readonly bucket: R2Bucket
}

const hashOf = (id: string): number => new DataView(sha256(utf8(id)).buffer).getUint32(0)

const twoTo32 = 2 ** 32

/** The rows of all segments. Throws unless each is there and has the size that `recordCount` implies. */
function requireSegments(dataset: IndexedDataset, rows: readonly IdSegment[]): readonly IdSegment[] {
  const { recordCount } = dataset
  return Array.from({ length: Math.ceil(recordCount / segmentCountMax) }, (_, segment) => {
    const row = rows.find((each) => each.segment === segment)
    const count = Math.min(segmentCountMax, recordCount - segment * segmentCountMax)
    if (row?.count !== count) throw alteredSegment(dataset, segment, row === undefined ? 'is gone' : 'has another size')
    return row
  })
}

const alteredSegment = ({ datasetId }: IndexedDataset, segment: number, fault: string): AlteredLinesError =>
  new AlteredLinesError(`part ${segment} of the index by ids of the dataset ${datasetId}`, fault)

interface Window {
  readonly from: number
  to: number
  readonly hashes: number[]
}

async function entriesIn(
  source: IndexSource,
  segment: IdSegment,
  hashes: readonly number[],
): Promise<readonly IdEntry[]> {
  const { count } = segment
  const found: IdEntry[] = []
  for (const window of windowsOf(count, hashes)) {
    const view = await readEntries(source, segment, window)
    // Hashes are evenly spread: a window hardly ever has to be widened to all entries.
    const isWide = window.hashes.every((hash) => isWithin(view, window, { hash, count }))
    const entries = isWide ? view : await readEntries(source, segment, { from: 0, to: count })
    for (const hash of window.hashes) found.push(...entriesOf(entries, hash))
  }
  return found
}

/** Reads entries by whole blocks. Throws unless each block has the hash that is stored in the database. */
async function readEntries(
  source: IndexSource,
  { segment, hashes }: IdSegment,
  { from, to }: Omit<Window, 'hashes'>,
): Promise<DataView> {
  const range = { offset: entryByteCount * from, length: entryByteCount * (to - from) }
  const bytes = await readRange(source.bucket, { key: segmentKey(source.folder, segment), ...range })
  const isShort = bytes.length < range.length
  if (isShort) throw alteredSegment(source, segment, bytes.length === 0 ? 'is gone' : 'is shorter than it was stored')
  const first = from / blockCountMax
  for (const [index, block] of blocksOf(bytes).entries()) {
    const start = hashLength * (first + index)
    if (hashOfBlock(block) !== hashes.slice(start, start + hashLength))
      throw alteredSegment(source, segment, 'is not as it was stored')
  }
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * The blocks in which the hashes lie if they are evenly spread, with four standard deviations on either side. The
 * windows are sorted and disjoint.
 */
function windowsOf(count: number, hashes: readonly number[]): readonly Window[] {
  const reach = Math.ceil(2 * Math.sqrt(count)) + 16
  const windows: Window[] = []
  for (const hash of hashes) {
    const middle = Math.floor((hash / twoTo32) * count)
    const from = blockCountMax * Math.floor(Math.max(0, middle - reach) / blockCountMax)
    const to = Math.min(count, blockCountMax * Math.ceil((middle + reach) / blockCountMax))
    const last = windows.at(-1)
    if (last !== undefined && from <= last.to) {
      last.to = to
      last.hashes.push(hash)
    } else windows.push({ from, to, hashes: [hash] })
  }
  return windows
}

/**
 * Whether the window surely holds every entry with this hash: its first entry is less or the first of the segment, its
 * last entry greater or the last.
 */
function isWithin(
  view: DataView,
  { from, to }: Window,
  { hash, count }: { readonly hash: number; readonly count: number },
): boolean {
  const size = countIn(view)
  if (size === 0) return true
  return (from === 0 || entryAt(view, 0).hash < hash) && (to === count || entryAt(view, size - 1).hash > hash)
}

const countIn = (view: DataView): number => Math.floor(view.byteLength / entryByteCount)

function entriesOf(view: DataView, hash: number): readonly IdEntry[] {
  let [low, high] = [0, countIn(view)]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (entryAt(view, middle).hash < hash) low = middle + 1
    else high = middle
  }
  const found: IdEntry[] = []
  for (let rank = low; rank < countIn(view); rank += 1) {
    const entry = entryAt(view, rank)
    if (entry.hash !== hash) break
    found.push(entry)
  }
  return found
}

async function linesIn(source: IndexSource, range: LineRange): Promise<readonly string[]> {
  const { bucket, object, datasetId } = source
  const bytes = await readRange(bucket, { key: object, offset: range.offset, length: range.length })
  return range.entries.map(({ offset, length, check }) => {
    const start = offset - range.offset
    const line = bytes.subarray(start, start + length)
    const hash = leafHash(sha256, line)
    if (!check.every((byte, index) => hash[index] === byte))
      throw new AlteredLinesError(`a line of the dataset ${datasetId}`, 'is gone, or is not the one that was stored')
    return fromUtf8(line)
  })
}
