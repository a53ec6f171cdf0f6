import { at, int32At, uint32At } from '../../base/at.ts'
import { appendBytes, type ByteBuffer, createByteBuffer, reserve } from '../../base/byte-buffer.ts'
import { firstIndex } from '../../base/first-index.ts'
import type { Slices } from '../../base/slices.ts'
import type { Side } from '../../record/side.ts'
import { rowsByText } from '../../record/sort-texts.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder } from '../../record/table-builder.ts'
import { neighbourCountMax } from '../../result/near-miss-reach.ts'
import { placeRecords } from '../../result/record-order.ts'
import { bindToSide, type JoinSearchers } from './join-searchers.ts'
import { type Kept, keptByKey, keptByLists, type MarkedSegment, markRecords } from './kept-rows.ts'
import { createKeyColumns } from './key-columns.ts'
import type { ReasonJoin } from './reason-joins.ts'
import { appendEntry } from './searched-entry.ts'
import { entryMarkOf, type SearchedRecords } from './searched-records.ts'
import { compareSortKeys, placeOfSplitter, type SortKey, type Splitter, sortKeyOf } from './sort-key.ts'

interface SegmentOfSide {
  readonly side: Side
  readonly records: SearchedRecords
  readonly firstSearcher: number
}

export interface Section {
  readonly place: Side
  /** Piece → the byte at which its own entries begin; then the end of the last piece. */
  readonly core: readonly number[]
  /**
   * Piece → the range of bytes that it reads: its own entries, and up to 64 neighbours on either side with the same
   * key.
   */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** The entries that a join keeps of a segment: by place, then in the order of `SortKey`. */
interface KeptEntries {
  readonly join: ReasonJoin
  readonly bytes: Uint8Array
  readonly sections: readonly Section[]
}

interface Sought {
  readonly searchers: JoinSearchers
  readonly splitters: readonly (readonly Splitter[])[]
}

/**
 * The entries that several joins keep of a segment, one join after another. O(records log records) a join. Yields
 * `undefined` where a slice may end.
 */
export function* keepEntries(
  { side, records, firstSearcher }: SegmentOfSide,
  sought: Sought,
): Generator<KeptEntries | undefined, void, undefined> {
  const { table } = records
  const segment = {
    records,
    marked: yield* markRecords(records, firstSearcher),
    inOrder: yield* rowsInPlaceOrder(table),
    keyColumns: createKeyColumns(),
  }
  const { joins } = sought.searchers
  let buffer = createByteBuffer(0)
  let sections: Section[] = []
  let current: ReasonJoin | undefined
  for (const { bound, place } of bindToSide(joins, side, table)) {
    if (current !== undefined && current !== bound.join) {
      yield { join: current, bytes: buffer.bytes.subarray(0, buffer.end), sections }
      buffer = createByteBuffer(0)
      sections = []
    }
    current = bound.join
    const kept = bound.join.isListed
      ? keptByLists(bound, place, { ...segment, searchers: sought.searchers })
      : keptByKey(bound, place, { ...segment, searchers: sought.searchers })
    yield undefined
    const splitters = at(sought.splitters, joins.indexOf(current)).map(placeOfSplitter)
    const offsets = writeKept(buffer, kept, segment)
    sections.push({ place, ...boundsOf(table, kept, { splitters, offsets }) })
  }
  if (current !== undefined) yield { join: current, bytes: buffer.bytes.subarray(0, buffer.end), sections }
}

function* rowsInPlaceOrder(table: Table): Slices<Uint32Array> {
  const none = createTableBuilder([]).finish()
  const ranked = { source: rankedSide(table), target: rankedSide(none) }
  yield
  const { source } = placeRecords(ranked)
  yield
  return source.rowsByPlace
}

function writeKept(buffer: ByteBuffer, kept: Kept, { records, marked }: MarkedSegment): readonly number[] {
  const offsets: number[] = []
  // Some joins keep most rows, so the room for all of them is reserved at once.
  if (kept.listedAt === undefined) reserve(buffer, byteCountOf(kept, marked))
  for (let index = 0; index < kept.rows.length; index++) {
    const row = uint32At(kept.rows, index)
    offsets.push(buffer.end)
    if (kept.listedAt === undefined) appendBytes(buffer, marked.entryOf(row))
    else
      appendEntry(
        buffer,
        entryMarkOf(records.markOf(row), int32At(marked.searchers, row), kept.listedAt(index)),
        records.lineOf(row),
      )
  }
  offsets.push(buffer.end)
  return offsets
}

function byteCountOf({ rows }: Kept, { entryByteCount }: MarkedSegment['marked']): number {
  let sum = 0
  for (let index = 0; index < rows.length; index++) sum += entryByteCount(uint32At(rows, index))
  return sum
}

export function rankedSide(table: Table): {
  readonly table: Table
  readonly ordering: { readonly rankById: Int32Array }
} {
  const rankById = new Int32Array(table.rowCount)
  for (const [rank, row] of rowsByText(table.text('id')).entries()) rankById[row] = rank
  return { table, ordering: { rankById } }
}

interface Split {
  readonly splitters: readonly SortKey[]
  readonly offsets: readonly number[]
}

function boundsOf(table: Table, kept: Kept, { splitters, offsets }: Split): Omit<Section, 'place'> {
  const placeAt = (index: number): SortKey =>
    sortKeyOf(table, uint32At(kept.rows, index), { hash: kept.hashAt(index), key: kept.keyAt(index) })
  const whole = { from: 0, to: kept.rows.length }
  const starts = splitters.map((splitter) =>
    firstIndex(whole, (index) => compareSortKeys(placeAt(index), splitter) >= 0),
  )
  const margin = (start: number, { hash, key }: SortKey, step: 1 | -1): number => {
    let index = start
    for (let count = 0; count < neighbourCountMax; count++) {
      const next = step === 1 ? index : index - 1
      if (next < 0 || next >= kept.rows.length || kept.hashAt(next) !== hash || kept.keyAt(next) !== key) break
      index += step
    }
    return index
  }
  const bytesAt = (index: number): number => at(offsets, index)
  return {
    core: [0, ...starts, kept.rows.length].map(bytesAt),
    from: [0, ...starts.map((start, index) => margin(start, at(splitters, index), -1))].map(bytesAt),
    to: [...starts.map((start, index) => margin(start, at(splitters, index), 1)), kept.rows.length].map(bytesAt),
  }
}
