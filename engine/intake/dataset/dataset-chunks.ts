import { fromUtf8 } from '../../base/bytes.ts'
import type { Sha256 } from '../../base/hasher.ts'
import {
  appendByte,
  appendRange,
  type BufferRange,
  createWordBuffer,
  stringOf,
  type WordBuffer,
} from '../../base/word-buffer.ts'
import { createLineTree } from '../../merkle/line-tree.ts'
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
  /** Callers write the next line at the end of this buffer. */
  readonly buffer: WordBuffer
  lineByteCount(): number
  endLine(id: BufferRange): void
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
    if (isKept)
      full.push(
        chunkOf(
          { seq, firstLine, count, bytes: buffer.bytes.slice(0, lineStart), leafHashes, ...range.take() },
          ids.take(),
        ),
      )
    buffer.bytes.copyWithin(0, lineStart, buffer.end)
    buffer.end -= lineStart
    closedByteCount += lineStart
    seq += 1
    firstLine += count
    lineStart = 0
  }
  return {
    buffer,
    lineByteCount: () => buffer.end - lineStart,
    endLine(id) {
      if (buffer.end + 1 > byteCountMax) close()
      leaves.add(lineStart, buffer.end)
      if (isKept) {
        range.add(id)
        ids.add(id)
      }
      appendByte(buffer, newline)
      lineStart = buffer.end
    },
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
