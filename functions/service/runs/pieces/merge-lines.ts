import { at } from '@tallystick/engine/base'
import { compareStoredLines, type StoredLine, storedLineAt } from '@tallystick/engine/pieces'
import { nextEvent } from '../../platform/slices.ts'
import { type PieceStore, requireFile } from './piece-store.ts'

/** Names of files whose lines are sorted from the first file to the last. */
export type SortedFiles = readonly string[]

/** Where to read on: a file, and an offset in it. */
export interface LinePlace {
  readonly file: number
  readonly offset: number
}

interface Cursor {
  /** The current line; undefined after the last. */
  readonly line: StoredLine | undefined
  /** Goes to the next line. False if it is not in memory: then await `refill`. */
  step(): boolean
  refill(): Promise<void>
  place(): LinePlace
  heldByteCount(): number
}

/** Bytes of each merged list that are read at once and held. */
const readByteCount = 256 * 1024

async function openCursor(store: PieceStore, files: SortedFiles, from: LinePlace): Promise<Cursor> {
  let { file, offset } = from
  let bytes = new Uint8Array(0)
  let start = 0
  let byteCount = readByteCount
  let line: StoredLine | undefined
  /** Where `line` begins: a merge that ends here reads it again. */
  let placeOfLine: LinePlace = from

  const step = (): boolean => {
    const next = storedLineAt(bytes, start)
    if (next === undefined) return false
    placeOfLine = { file, offset: offset + start }
    line = next
    start = next.end
    return true
  }
  const refill = async (): Promise<void> => {
    while (file < files.length) {
      offset += start
      start = 0
      bytes = (await requireFile(store, at(files, file), { offset, length: byteCount })).slice()
      if (bytes.length === 0) {
        file += 1
        offset = 0
        continue
      }
      if (step()) return
      if (bytes.length < byteCount) throw new Error(`The file ${at(files, file)} of sorted lines ends within a line`)
      byteCount *= 2
    }
    line = undefined
    placeOfLine = { file: files.length, offset: 0 }
  }
  await refill()
  return {
    get line() {
      return line
    },
    step,
    refill,
    place: () => placeOfLine,
    heldByteCount: () => bytes.length,
  }
}

interface LineMerge {
  /**
   * Hands at most `countMax` lines to `take`, in order, and awaits `pause` now and then. Returns the number of lines:
   * fewer than `countMax` at the end.
   */
  takeLines(
    take: (line: StoredLine) => void,
    options: { readonly countMax: number; readonly pause: () => Promise<void> },
  ): Promise<number>
  places(): readonly LinePlace[]
  heldByteCount(): number
}

/** Lines between two pauses, and between two turns of other requests. */
const [pausedLineCount, turnLineCount] = [1_000, 4_000]

/** Opens a merge of `lists` from their `places`, or from the start. Holds a quarter of a megabyte for each list. */
export async function openMerge(
  store: PieceStore,
  lists: readonly SortedFiles[],
  places?: readonly LinePlace[],
): Promise<LineMerge> {
  const cursors: Cursor[] = []
  for (const [index, files] of lists.entries())
    cursors.push(await openCursor(store, files, places === undefined ? { file: 0, offset: 0 } : at(places, index)))
  const heap = createCursorHeap(cursors)
  return {
    async takeLines(take, { countMax, pause }) {
      let count = 0
      for (let cursor = heap.first(); cursor?.line !== undefined && count < countMax; cursor = heap.first()) {
        take(cursor.line)
        count += 1
        if (!cursor.step()) await cursor.refill()
        heap.settle()
        if (count % pausedLineCount === 0) await pause()
        if (count % turnLineCount === 0) await nextEvent()
      }
      await pause()
      return count
    },
    places: () => cursors.map((cursor) => cursor.place()),
    heldByteCount: () => cursors.reduce((sum, cursor) => sum + cursor.heldByteCount(), 0),
  }
}

function createCursorHeap(all: readonly Cursor[]) {
  const heap = all.filter(({ line }) => line !== undefined)
  const isBefore = (left: Cursor, right: Cursor): boolean =>
    left.line !== undefined && right.line !== undefined && compareStoredLines(left.line, right.line) < 0
  const sink = (from: number): void => {
    for (let index = from; ; ) {
      let least = index
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < heap.length && isBefore(at(heap, child), at(heap, least))) least = child
      if (least === index) return
      const moved = at(heap, index)
      heap[index] = at(heap, least)
      heap[least] = moved
      index = least
    }
  }
  for (let index = Math.floor(heap.length / 2) - 1; index >= 0; index--) sink(index)
  return {
    first: (): Cursor | undefined => heap[0],
    /** Restores the order of the heap after its first list has stepped. */
    settle(): void {
      const [first] = heap
      if (first?.line === undefined) {
        const last = heap.pop()
        if (last !== undefined && heap.length > 0) heap[0] = last
      }
      sink(0)
    },
  }
}
