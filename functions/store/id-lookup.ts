import { textOf, utf8 } from '@tallystick/engine'
import { sha256 } from '../platform/hasher.ts'
import { inLanes, readRange } from './bucket-calls.ts'
import { entryAt, entryByteCount, type IdEntry, segmentCountMax, segmentKey } from './id-segments.ts'

/** A large dataset as far as its index by ids goes. */
export interface IndexedDataset {
  readonly bucket: R2Bucket
  readonly folder: string
  /** The object of its lines. */
  readonly object: string
  readonly recordCount: number
}

/**
 * The lines of a large dataset that have one of the hashes of `ids`, hardly any other line among them: the caller compares
 * the ids. For one id, reads 16 KB of each segment of 131,072 records, and the line; for many ids at most all segments, of
 * 11 bytes a record, and the lines.
 */
export async function indexedLines(dataset: IndexedDataset, ids: readonly string[]): Promise<readonly string[]> {
  const hashes = [...new Set(ids.map(hashOf))].sort((left, right) => left - right)
  const segments = Array.from({ length: Math.ceil(dataset.recordCount / segmentCountMax) }, (_, segment) => segment)
  const found = await inLanes(segments, (segment) => entriesIn(dataset, segment, hashes))
  const entries = found.flat().sort((left, right) => left.offset - right.offset)
  const lines = await inLanes(stretchesOf(entries), (stretch) => linesIn(dataset, stretch))
  return lines.flat()
}

const hashOf = (id: string): number => new DataView(sha256(utf8(id)).buffer).getUint32(0)

const twoTo32 = 2 ** 32

/** Entries of a segment from one rank up to another, and the hashes that are looked for there. */
interface Window {
  readonly from: number
  to: number
  readonly hashes: number[]
}

async function entriesIn(
  dataset: IndexedDataset,
  segment: number,
  hashes: readonly number[],
): Promise<readonly IdEntry[]> {
  const count = Math.min(segmentCountMax, dataset.recordCount - segment * segmentCountMax)
  const key = segmentKey(dataset.folder, segment)
  const read = async ({ from, to }: Window) => {
    const bytes = await readRange(dataset.bucket, {
      key,
      offset: entryByteCount * from,
      length: entryByteCount * (to - from),
    })
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const found: IdEntry[] = []
  for (const window of windowsOf(count, hashes)) {
    const view = await read(window)
    // Hashes are spread evenly, so that hardly ever all have to be read.
    const isWide = window.hashes.every((hash) => isWithin(view, window, { hash, count }))
    const entries = isWide ? view : await read({ from: 0, to: count, hashes: [] })
    for (const hash of window.hashes) found.push(...entriesOf(entries, hash))
  }
  return found
}

/** Where the hashes are that lie evenly over `count` ranks, with four standard deviations on either side; sorted, apart. */
function windowsOf(count: number, hashes: readonly number[]): readonly Window[] {
  const reach = Math.ceil(2 * Math.sqrt(count)) + 16
  const windows: Window[] = []
  for (const hash of hashes) {
    const middle = Math.floor((hash / twoTo32) * count)
    const [from, to] = [Math.max(0, middle - reach), Math.min(count, middle + reach)]
    const last = windows.at(-1)
    if (last !== undefined && from <= last.to) {
      last.to = to
      last.hashes.push(hash)
    } else windows.push({ from, to, hashes: [hash] })
  }
  return windows
}

/** Whether all entries of a hash are in the window: a lesser hash, or the beginning, is before them, and so behind. */
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

/** Lines that are read at once. */
interface Stretch {
  readonly offset: number
  length: number
  readonly entries: IdEntry[]
}

/** Between two lines that are read at once lie fewer bytes than another read is worth; the more lines, the more bytes. */
const gapMin = 16 * 1024
const readCountUsual = 1_000
const stretchByteCountMax = 1024 * 1024

function stretchesOf(entries: readonly IdEntry[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  const span = (entries.at(-1)?.offset ?? 0) - (entries[0]?.offset ?? 0)
  const gapMax = Math.max(gapMin, entries.length > readCountUsual ? Math.floor(span / readCountUsual) : 0)
  for (const entry of entries) {
    const last = stretches.at(-1)
    const length = last === undefined ? 0 : entry.offset + entry.length - last.offset
    if (last !== undefined && entry.offset - last.offset - last.length <= gapMax && length <= stretchByteCountMax) {
      last.length = Math.max(last.length, length)
      last.entries.push(entry)
    } else stretches.push({ offset: entry.offset, length: entry.length, entries: [entry] })
  }
  return stretches
}

async function linesIn({ bucket, object }: IndexedDataset, stretch: Stretch): Promise<readonly string[]> {
  const bytes = await readRange(bucket, { key: object, offset: stretch.offset, length: stretch.length })
  return stretch.entries.flatMap(({ offset, length }) => {
    const start = offset - stretch.offset
    return textOf(bytes.subarray(start, start + length)) ?? []
  })
}
