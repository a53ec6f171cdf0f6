import { uint32At } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import {
  appendBytes,
  appendRange,
  type BufferRange,
  createWordBuffer,
  stringOf,
  type WordBuffer,
} from '../../base/word-buffer.ts'
import { createLineTree, type LineTree } from '../../merkle/line-tree.ts'
import { placeText, type TextPlaces } from '../../record/record-batch.ts'
import type { LineText } from '../rows/line-batch.ts'
import { type ChunkIds, createIdList } from './id-list.ts'

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
  /** Adds the lines of `count` records with these ids. */
  addLines(text: LineText, ids: TextPlaces, count: number): void
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

  const close = (): void => {
    if (buffer.end === 0) return
    leaves.hash(buffer.bytes)
    const count = leaves.size() - firstLine
    if (isKept)
      full.push(
        chunkOf(
          { seq, firstLine, count, bytes: buffer.bytes.slice(0, buffer.end), leafHashes, ...range.take() },
          ids.take(),
        ),
      )
    closedByteCount += buffer.end
    buffer.end = 0
    seq += 1
    firstLine += count
  }
  return {
    addLines(text, texts, count) {
      for (let first = 0; first < count; ) {
        const next = putLines({ buffer, leaves, byteCountMax }, text, { first, count })
        for (let line = first; line < next && isKept; line++) {
          range.add(placeText(texts, line))
          ids.add(placeText(texts, line))
        }
        if (next < count) close()
        first = next
      }
    },
    close,
    take() {
      const taken = full
      full = []
      return taken
    },
    isFull: () => full.length > 0,
    lineCount: leaves.size,
    byteCount: () => closedByteCount + buffer.end,
    root: leaves.root,
  }
}

interface OpenChunk {
  readonly buffer: WordBuffer
  readonly leaves: Pick<LineTree, 'add'>
  readonly byteCountMax: number
}

/** Adds lines from `first` on as long as they fit into the chunk, and returns the number of the next. */
function putLines({ buffer, leaves, byteCountMax }: OpenChunk, text: LineText, { first, count }: LineRange): number {
  const begin = first === 0 ? text.start : uint32At(text.ends, first - 1)
  const shift = buffer.end - begin
  let end = begin
  let line = first
  for (; line < count; line++) {
    const lineEnd = uint32At(text.ends, line)
    if (lineEnd + shift > byteCountMax && end + shift > 0) break
    leaves.add(end + shift, lineEnd + shift - 1)
    end = lineEnd
  }
  appendBytes(buffer, text.bytes.subarray(begin, end))
  return line
}

interface LineRange {
  readonly first: number
  readonly count: number
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

function createIdRange() {
  const least = createWordBuffer(64)
  const greatest = createWordBuffer(64)
  let isEmpty = true
  const put = (buffer: WordBuffer, id: BufferRange): void => {
    buffer.end = 0
    appendRange(buffer, id)
  }
  return {
    add(id: BufferRange): void {
      if (isEmpty || compareRanges(id, least) < 0) put(least, id)
      if (isEmpty || compareRanges(id, greatest) > 0) put(greatest, id)
      isEmpty = false
    },
    take(): { readonly idMin: string; readonly idMax: string } {
      isEmpty = true
      return { idMin: stringOf({ ...least, start: 0 }), idMax: stringOf({ ...greatest, start: 0 }) }
    },
  }
}

function compareRanges({ view, start, end }: BufferRange, other: WordBuffer): number {
  const length = Math.min(end - start, other.end)
  for (let index = 0; index < length; index++) {
    const difference = view.getUint8(start + index) - other.view.getUint8(index)
    if (difference !== 0) return difference
  }
  return end - start - other.end
}
