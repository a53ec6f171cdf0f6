import { at } from '@tallystick/engine/base'
import { compareStoredLines, type StoredLine, storedLineAt } from '@tallystick/engine/pieces'
import { nextEvent } from '../../platform/slices.ts'
import { type PieceStore, requireFile } from './piece-store.ts'

/** Lines that are sorted, in one file or in several after another. */
export type LineRun = readonly string[]

/** Where a run is read on: a file of it, and a place in that. */
export interface RunPlace {
  readonly file: number
  readonly offset: number
}

interface Cursor {
  /** The next line; undefined behind the last. */
  readonly line: StoredLine | undefined
  /** Steps to the next line, where it is in memory; false where `refill` has to be awaited first. */
  step(): boolean
  refill(): Promise<void>
  place(): RunPlace
  heldByteCount(): number
}

/** Bytes of each run that are in memory. */
const readByteCount = 256 * 1024

async function openCursor(store: PieceStore, run: LineRun, from: RunPlace): Promise<Cursor> {
  let { file, offset } = from
  let bytes = new Uint8Array(0)
  let start = 0
  let byteCount = readByteCount
  let line: StoredLine | undefined
  /** Where `line` begins: a merge that ends here reads it again. */
  let placeOfLine: RunPlace = from

  const step = (): boolean => {
    const next = storedLineAt(bytes, start)
    if (next === undefined) return false
    placeOfLine = { file, offset: offset + start }
    line = next
    start = next.end
    return true
  }
  const refill = async (): Promise<void> => {
    while (file < run.length) {
      offset += start
      start = 0
      bytes = (await requireFile(store, at(run, file), { offset, length: byteCount })).slice()
      if (bytes.length === 0) {
        file += 1
        offset = 0
        continue
      }
      if (step()) return
      if (bytes.length < byteCount) throw new Error(`The file ${at(run, file)} of the run ends within a line`)
      byteCount *= 2
    }
    line = undefined
    placeOfLine = { file: run.length, offset: 0 }
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

/** A merge of sorted runs. */
export interface LineMerge {
  /**
   * Gives lines in order to `take`, at most `countMax` of them, and returns how many it gave: fewer are the last. `rest` is
   * awaited now and then, so that what was taken can be written.
   */
  run(
    take: (line: StoredLine) => void,
    options: { readonly countMax: number; readonly rest: () => Promise<void> },
  ): Promise<number>
  /** Where each run is read on. */
  places(): readonly RunPlace[]
  /** Bytes of the runs that are in memory. */
  heldByteCount(): number
}

/** Lines between two rests, and between two turns of other requests. */
const [restedLineCount, turnLineCount] = [1_000, 4_000]

/** Opens a merge of `runs`, at most a few dozen, from their `places`. Memory for a quarter of a megabyte a run. */
export async function openMerge(
  store: PieceStore,
  runs: readonly LineRun[],
  places?: readonly RunPlace[],
): Promise<LineMerge> {
  const cursors: Cursor[] = []
  for (const [index, run] of runs.entries())
    cursors.push(await openCursor(store, run, places === undefined ? { file: 0, offset: 0 } : at(places, index)))
  const heap = createCursorHeap(cursors)
  return {
    async run(take, { countMax, rest }) {
      let count = 0
      for (let cursor = heap.first(); cursor?.line !== undefined && count < countMax; cursor = heap.first()) {
        take(cursor.line)
        count += 1
        if (!cursor.step()) await cursor.refill()
        heap.settle()
        if (count % restedLineCount === 0) await rest()
        if (count % turnLineCount === 0) await nextEvent()
      }
      await rest()
      return count
    },
    places: () => cursors.map((cursor) => cursor.place()),
    heldByteCount: () => cursors.reduce((sum, cursor) => sum + cursor.heldByteCount(), 0),
  }
}

/** A binary heap of cursors by their lines. */
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
    /** Puts the first in its place again after it has stepped. */
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
