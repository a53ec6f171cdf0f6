import { at } from '@tallystick/engine'
import { bucketOf } from './bucket.ts'
import { inLanes, readRange } from './bucket-calls.ts'
import type { LineAccess, ObjectPlace } from './line-access.ts'

/** A row of a chunk as far as it says where its lines are: in the row, or in an object of R2. */
export type ChunkText = { readonly text: string } & { readonly [name in keyof ObjectPlace]: ObjectPlace[name] | null }

/** Bytes that one read of R2 gives at most, unless a chunk alone has more. */
const byteCountAtOnce = 4 * 1024 * 1024

/**
 * The same chunks, each with its lines. A chunk whose object is gone or shorter has what is left of it, and bytes that are
 * no UTF-8 become U+FFFD: whoever hashes the lines finds them wrong. One read of R2 for chunks that lie behind one another.
 */
export async function withTexts<Chunk extends ChunkText>(
  { env }: Pick<LineAccess, 'env'>,
  chunks: readonly Chunk[],
): Promise<readonly Chunk[]> {
  const ranges = rangesOf(chunks)
  if (ranges.length === 0) return chunks
  const bucket = bucketOf(env)
  const texts = new Map<number, string>()
  await inLanes(ranges, async ({ key, offset, length, parts }) => {
    const bytes = await readRange(bucket, { key, offset, length })
    for (const { index, start, end } of parts) texts.set(index, decoder.decode(bytes.subarray(start, end)))
  })
  return chunks.map((chunk, index) => ({ ...chunk, text: texts.get(index) ?? chunk.text }))
}

/** Bytes of objects that a reading of a whole artifact holds at once, unless a chunk alone has more. */
const byteCountInTurn = 2 * 1024 * 1024

/**
 * Rows cut into runs whose texts are held at once: chunks of objects by their bytes, and `textCount` at most of those whose
 * text is, or will be, read from rows.
 */
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

interface Range {
  readonly key: string
  readonly offset: number
  length: number
  /** The chunks in it, by their places among all chunks, and where in the range their bytes are. */
  readonly parts: { readonly index: number; readonly start: number; readonly end: number }[]
}

function rangesOf(chunks: readonly ChunkText[]): readonly Range[] {
  const ranges: Range[] = []
  for (const [index, { object, objectOffset, objectLength }] of chunks.entries()) {
    if (object === null || objectOffset === null || objectLength === null) continue
    const last = ranges.at(-1)
    const follows = last?.key === object && last.offset + last.length === objectOffset
    if (!follows || last.length + objectLength > byteCountAtOnce)
      ranges.push({ key: object, offset: objectOffset, length: 0, parts: [] })
    const range = at(ranges, ranges.length - 1)
    range.parts.push({ index, start: range.length, end: range.length + objectLength })
    range.length += objectLength
  }
  return ranges
}
