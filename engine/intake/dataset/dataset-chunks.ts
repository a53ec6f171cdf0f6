import { uint32At } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import {
  appendByte,
  appendBytes,
  type BufferRange,
  createWordBuffer,
  rangeOf,
  setView,
  type WordBuffer,
} from '../../base/word-buffer.ts'
import { createLineTree } from '../../merkle/line-tree.ts'
import type { TextPlaces } from '../../record/record-batch.ts'
import type { LineBatch } from '../rows/line-batch.ts'
import { type ChunkIds, createIdList } from './id-list.ts'
import { createIdRange } from './id-range.ts'

export interface DatasetChunk {
  readonly seq: number
  /** The index, from 0, of the chunk's first line in the dataset. */
  readonly firstLine: number
  readonly count: number
  readonly bytes: Uint8Array
  /** Decoded anew on every access. */
  readonly text: string
  /** The least and the greatest id in the chunk, ordered by UTF-8 bytes. */
  readonly idMin: string
  readonly idMax: string
  /** The SHA-256 of each line's id in UTF-8: 32 bytes a line, in order. Computed on the first access. */
  readonly idHashes: Uint8Array
  /** What `findRepeats` needs of the ids. Computed on every access, in O(ids). */
  readonly idEntries: Uint32Array
  /** The leaf hash of each line in the dataset's tree: 32 bytes a line, in order. */
  readonly leafHashes: Uint8Array
}

export interface DatasetChunks {
  /** Callers write the next line at the end of this buffer. */
  readonly buffer: WordBuffer
  lineByteCount(): number
  endLine(id: BufferRange): void
  /** Adds lines with their newlines, as long as `isBounded` says of each row and the bytes of its line. */
  addLines(batch: LineBatch, isBounded: (row: number, byteCount: number) => boolean): void
  close(): void
  /** Hands out the chunks that are full, each once. */
  take(): readonly DatasetChunk[]
  isFull(): boolean
  lineCount(): number
  byteCount(): number
  /** The root over all lines. The last chunk must have been closed. */
  root(): Uint8Array
}

interface ChunkOptions {
  readonly sha256: Sha256
  /** The most bytes of a chunk, unless a single line is longer. */
  readonly byteCountMax: number
  /** If false, lines are only hashed and no chunks come back. */
  readonly isKept: boolean
}

const newline = 0x0a

/** Holds one open chunk, and full chunks until they are taken. */
export function createDatasetChunks({ sha256, byteCountMax, isKept }: ChunkOptions): DatasetChunks {
  const buffer = createWordBuffer(1024)
  let leafHashes = new Uint8Array(0)
  const leaves = createLineTree(sha256, (hashes) => {
    if (isKept) leafHashes = hashes.slice()
  })
  const range = createIdRange()
  const ids = createIdList(sha256)
  let full: DatasetChunk[] = []
  let seq = 0
  let firstLine = 0
  let closedByteCount = 0
  let lineStart = 0

  /** Ends the chunk, and moves the unfinished line to the front of the buffer. */
  const close = (): void => {
    if (lineStart === 0) return
    leaves.hash(buffer.bytes)
    const count = leaves.size() - firstLine
    if (isKept) {
      const bytes = buffer.bytes.slice(0, lineStart)
      full.push(chunkOf({ seq, firstLine, count, bytes, leafHashes, ...range.take() }, ids.take()))
    }
    buffer.bytes.copyWithin(0, lineStart, buffer.end)
    buffer.end -= lineStart
    closedByteCount += lineStart
    seq += 1
    firstLine += count
    lineStart = 0
  }
  const endAt = (end: number, id: BufferRange): void => {
    leaves.add(lineStart, end)
    lineStart = end + 1
    if (!isKept) return
    range.add(id)
    ids.add(id)
  }
  return {
    buffer,
    lineByteCount: () => buffer.end - lineStart,
    endLine(id) {
      if (buffer.end + 1 > byteCountMax) close()
      appendByte(buffer, newline)
      endAt(buffer.end - 1, id)
    },
    addLines: (batch, isBounded) =>
      addLines({ buffer, byteCountMax, close, endAt, lineStart: () => lineStart }, batch, isBounded),
    close,
    take() {
      const taken = full
      full = []
      return taken
    },
    isFull: () => full.length > 0,
    lineCount: leaves.size,
    byteCount: () => closedByteCount + lineStart,
    root: leaves.root,
  }
}

interface OpenChunk {
  readonly buffer: WordBuffer
  readonly byteCountMax: number
  lineStart(): number
  /** Ends a line of the buffer at its newline. */
  endAt(end: number, id: BufferRange): void
  close(): void
}

/** Copies the lines that fit into the chunk together, then those for the next. */
function addLines(
  { buffer, byteCountMax, lineStart, endAt, close }: OpenChunk,
  { count, text, ids }: LineBatch,
  isBounded: (row: number, byteCount: number) => boolean,
): void {
  for (let row = 0, from = text.start; row < count; ) {
    const shift = buffer.end - from
    const next = firstBeyond(text.ends, { row, count, end: byteCountMax - shift })
    if (next === row && lineStart() > 0) {
      close()
      continue
    }
    const last = Math.max(next, row + 1)
    const to = uint32At(text.ends, last - 1)
    appendBytes(buffer, text.bytes.subarray(from, to))
    for (; row < last; row++) {
      const end = uint32At(text.ends, row) + shift - 1
      if (!isBounded(row, end - lineStart())) return
      endAt(end, idAt(ids, row))
    }
    from = to
  }
}

/** The first row from `row` on whose line ends beyond `end`. */
function firstBeyond(ends: Uint32Array, { row, count, end }: { row: number; count: number; end: number }): number {
  let next = row
  while (next < count && uint32At(ends, next) <= end) next += 1
  return next
}

const id: BufferRange = rangeOf('')

/** The id of a row, in an object that the next call uses again. */
function idAt({ view, starts, ends }: TextPlaces, row: number): BufferRange {
  setView(id, view)
  id.start = uint32At(starts, row)
  id.end = uint32At(ends, row)
  return id
}

const chunkOf = (chunk: Omit<DatasetChunk, 'text' | 'idHashes' | 'idEntries'>, ids: ChunkIds): DatasetChunk => ({
  ...chunk,
  get text() {
    return fromUtf8(chunk.bytes)
  },
  get idHashes() {
    return ids.hashes()
  },
  get idEntries() {
    return ids.entries(chunk.firstLine)
  },
})
