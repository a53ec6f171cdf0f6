import { at, utf8 } from '@tallystick/engine/base'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import { inLanes } from '../platform/in-lanes.ts'
import { AlteredLinesError } from './altered-lines.ts'
import { bucketOf } from './bucket.ts'
import { readRange } from './bucket-calls.ts'
import type { LineAccess, ObjectPlace } from './line-access.ts'

/** The columns of a chunk that tell where its lines are: in `text`, or in an object of R2. */
type ChunkText = { readonly text: string } & { readonly [name in keyof ObjectPlace]: ObjectPlace[name] | null }

export type HashedChunk = ChunkText & {
  readonly sha256: string
  readonly seq: number
  readonly view?: string
  readonly datasetId?: string
}

/** The most bytes of adjacent chunks that one read of R2 gives, unless a single chunk is longer. */
const byteCountAtOnce = 4 * 1024 * 1024

/** Fills in the lines and checks their hashes. Adjacent chunks share a read. Throws `AlteredLinesError`. */
export async function withTexts<Chunk extends HashedChunk>(
  access: Pick<LineAccess, 'env'>,
  chunks: readonly Chunk[],
): Promise<readonly Chunk[]> {
  const read = await withRawTexts(access, chunks)
  read.forEach(requireHash)
  return read
}

function requireHash(chunk: HashedChunk & RawChunk): void {
  if (!chunk.isAsHashed) throw new AlteredLinesError(nameOf(chunk), faultOf(chunk))
}

function faultOf({ objectLength, byteCount }: HashedChunk & RawChunk): string {
  if (objectLength === null || byteCount >= objectLength) return 'has other lines than were stored'
  return byteCount === 0 ? 'is gone' : `has ${byteCount} of its ${objectLength} bytes`
}

interface RawChunk {
  readonly byteCount: number
  /** Whether the lines have the hash in the row. */
  readonly isAsHashed: boolean
}

/**
 * Fills in the lines without throwing for changed ones, for callers that judge the lines themselves by `isAsHashed`.
 */
export async function withRawTexts<Chunk extends HashedChunk>(
  access: Pick<LineAccess, 'env'>,
  chunks: readonly Chunk[],
): Promise<readonly (Chunk & RawChunk)[]> {
  const read = await bytesOf(access, chunks)
  return chunks.map((chunk, index) => {
    const bytes = at(read, index)
    const text = chunk.object === null ? chunk.text : decoder.decode(bytes)
    return { ...chunk, text, ...judged(chunk, bytes) }
  })
}

/** The lines of each chunk as UTF-8. Throws `AlteredLinesError` where they do not have the hash in the row. */
export async function checkedBytesOf(
  access: Pick<LineAccess, 'env'>,
  chunks: readonly HashedChunk[],
): Promise<readonly Uint8Array[]> {
  const read = await bytesOf(access, chunks)
  for (const [index, chunk] of chunks.entries()) requireHash({ ...chunk, ...judged(chunk, at(read, index)) })
  return read
}

async function bytesOf(
  { env }: Pick<LineAccess, 'env'>,
  chunks: readonly HashedChunk[],
): Promise<readonly Uint8Array[]> {
  const ranges = rangesOf(chunks)
  const found = new Map<HashedChunk, Uint8Array>()
  await inLanes(ranges, async ({ key, offset, length, parts }) => {
    const bytes = await readRange(bucketOf(env), { key, offset, length })
    for (const { chunk, start, end } of parts) found.set(chunk, bytes.subarray(start, end))
  })
  return chunks.map((chunk) => found.get(chunk) ?? utf8(chunk.text))
}

const judged = ({ sha256 }: HashedChunk, bytes: Uint8Array): RawChunk => ({
  byteCount: bytes.length,
  isAsHashed: hashOfBytes(bytes) === sha256,
})

export const nameOf = ({ seq, view, datasetId }: Pick<HashedChunk, 'seq' | 'view' | 'datasetId'>): string =>
  `chunk ${seq} of the ${view === undefined ? `dataset ${datasetId}` : `view ${view}`}`

/**
 * The most bytes of objects held at once while all lines of a dataset or result are read, unless a single chunk has
 * more.
 */
const byteCountInTurn = 2 * 1024 * 1024

/** Groups rows whose texts are held at once: texts in objects are limited by bytes, texts in rows by `textCount`. */
export function* inTurn<Row extends Omit<ChunkText, 'text'>>(
  rows: readonly Row[],
  textCount: number,
): Generator<readonly Row[]> {
  let turn: Row[] = []
  let byteCount = 0
  for (const row of rows) {
    const isOther = turn.length > 0 && (turn[0]?.object === null) !== (row.object === null)
    const length = row.objectLength ?? byteCountInTurn / textCount
    if (isOther || (turn.length > 0 && byteCount + length > byteCountInTurn)) {
      yield turn
      turn = []
      byteCount = 0
    }
    turn.push(row)
    byteCount += length
  }
  if (turn.length > 0) yield turn
}

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

interface Range<Chunk> {
  readonly key: string
  readonly offset: number
  length: number
  readonly parts: { readonly chunk: Chunk; readonly start: number; readonly end: number }[]
}

function placeOf({ object, objectOffset, objectLength }: ChunkText): ObjectPlace | undefined {
  if (object === null || objectOffset === null || objectLength === null) return undefined
  return { object, objectOffset, objectLength }
}

function rangesOf<Chunk extends ChunkText>(chunks: readonly Chunk[]): readonly Range<Chunk>[] {
  const ranges: Range<Chunk>[] = []
  for (const chunk of chunks) {
    const place = placeOf(chunk)
    if (place === undefined) continue
    const { object, objectOffset, objectLength } = place
    const last = ranges.at(-1)
    const follows = last?.key === object && last.offset + last.length === objectOffset
    if (!follows || last.length + objectLength > byteCountAtOnce)
      ranges.push({ key: object, offset: objectOffset, length: 0, parts: [] })
    const range = at(ranges, ranges.length - 1)
    range.parts.push({ chunk, start: range.length, end: range.length + objectLength })
    range.length += objectLength
  }
  return ranges
}
