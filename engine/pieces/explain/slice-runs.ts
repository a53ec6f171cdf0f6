import { at } from '../../base/at.ts'
import { createByteBuffer } from '../../base/byte-buffer.ts'
import { firstIndex } from '../../base/first-index.ts'
import { radixSort } from '../../base/radix-sort.ts'
import type { Side } from '../../record/side.ts'
import { rowsByText } from '../../record/sort-texts.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder } from '../../record/table-builder.ts'
import { neighbourCountMax } from '../../result/near-miss-reach.ts'
import { placeRecords } from '../../result/record-order.ts'
import { appendEntry } from './explain-entry.ts'
import type { BoundJoin, ExplainJoin } from './explain-joins.ts'
import { bindToSide, type JoinLookers, keysWanted } from './join-lookers.ts'
import { entryMarkOf, type LookedRecords } from './looked-records.ts'
import { compareSortKeys, placeOfSplitter, type SortKey, type Splitter, sortKeyOf } from './sort-key.ts'

/** A stretch of records of one side, and where its lookers are numbered from. */
export interface SliceOfSide {
  readonly side: Side
  readonly records: LookedRecords
  readonly firstLooker: number
}

/** What a join keeps of a stretch of records, in one place of its rule. */
export interface Section {
  readonly place: Side
  /** By piece: where in the bytes its own entries begin, and the end of the last. */
  readonly core: readonly number[]
  /** By piece: from where to where the bytes hold all that the piece needs, with neighbours of its first and last key. */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** What a join keeps of a stretch: entries in the order of `SortKey`, place after place. */
export interface SliceRun {
  readonly join: ExplainJoin
  readonly bytes: Uint8Array
  readonly sections: readonly Section[]
}

interface Sought {
  readonly lookers: JoinLookers
  /** By join: where its pieces begin, but the first. */
  readonly splitters: readonly (readonly Splitter[])[]
}

/**
 * The runs of a stretch of records under several joins, one after another, so that no two are held. O(records log records)
 * a join.
 */
export function* sliceRuns({ side, records, firstLooker }: SliceOfSide, sought: Sought): Generator<SliceRun> {
  const { table } = records
  const inOrder = rowsInPlaceOrder(table)
  const lookerOf = numberLookers(records, firstLooker)
  const { joins } = sought.lookers
  let buffer = createByteBuffer(1_024)
  let sections: Section[] = []
  let current: ExplainJoin | undefined
  for (const { bound, place } of bindToSide(joins, side, table)) {
    if (current !== undefined && current !== bound.join) {
      yield { join: current, bytes: buffer.bytes.subarray(0, buffer.end), sections }
      buffer = createByteBuffer(1_024)
      sections = []
    }
    current = bound.join
    const kept = keptUnder(bound, place, { sought, records, inOrder, lookerOf })
    const splitters = at(sought.splitters, joins.indexOf(current)).map(placeOfSplitter)
    const offsets: number[] = []
    for (const { row, listed } of kept) {
      offsets.push(buffer.end)
      appendEntry(buffer, entryMarkOf(records.markOf(row), at(lookerOf, row), listed), records.lineOf(row))
    }
    offsets.push(buffer.end)
    sections.push({ place, ...boundsOf(table, kept, { splitters, offsets }) })
  }
  if (current !== undefined) yield { join: current, bytes: buffer.bytes.subarray(0, buffer.end), sections }
}

function rowsInPlaceOrder(table: Table): Uint32Array {
  const none = createTableBuilder([]).finish()
  return placeRecords({ source: rankedSide(table), target: rankedSide(none) }).rowsByPlace.source
}

/** A table with the ranks of its ids. O(rows). */
export function rankedSide(table: Table): {
  readonly table: Table
  readonly ordering: { readonly rankById: Int32Array }
} {
  const rankById = new Int32Array(table.rowCount)
  for (const [rank, row] of rowsByText(table.text('id')).entries()) rankById[row] = rank
  return { table, ordering: { rankById } }
}

function numberLookers({ table, markOf }: LookedRecords, firstLooker: number): readonly number[] {
  let looker = firstLooker
  return Array.from({ length: table.rowCount }, (_, row) => (markOf(row).isLooking ? looker++ : -1))
}

interface Kept {
  readonly row: number
  readonly key: string
  readonly listed: string
}

interface KeptFrom {
  readonly sought: Sought
  readonly records: LookedRecords
  readonly inOrder: Uint32Array
  readonly lookerOf: readonly number[]
}

/** The rows that a join keeps in a place, in the order of `SortKey`. */
function keptUnder(bound: BoundJoin, place: Side, { sought, records, inOrder, lookerOf }: KeptFrom): readonly Kept[] {
  const keysOf = keysWanted(bound, place, sought.lookers)
  const kept: Kept[] = []
  for (const row of inOrder)
    for (const { key, listed } of keysOf(row, { looker: at(lookerOf, row), bornAt: records.markOf(row).bornAt }))
      kept.push({ row, key: key + listed, listed })
  const rankOf = new Map([...new Set(kept.map(({ key }) => key))].sort().map((key, rank) => [key, rank]))
  const ranks = Uint32Array.from(kept, ({ key }) => rankOf.get(key) ?? 0)
  const order = radixSort(
    [ranks],
    Uint32Array.from(kept, (_, index) => index),
  )
  return Array.from(order, (index) => at(kept, index))
}

interface Split {
  readonly splitters: readonly SortKey[]
  /** Where each entry begins, and where the last one ends. */
  readonly offsets: readonly number[]
}

function boundsOf(table: Table, kept: readonly Kept[], { splitters, offsets }: Split): Omit<Section, 'place'> {
  const placeAt = (index: number): SortKey => {
    const { row, key } = at(kept, index)
    return sortKeyOf(table, row, key)
  }
  const whole = { from: 0, to: kept.length }
  const starts = splitters.map((splitter) =>
    firstIndex(whole, (index) => compareSortKeys(placeAt(index), splitter) >= 0),
  )
  /** Up to 64 entries before or after a splitter that have its key. */
  const margin = (start: number, { key }: SortKey, step: 1 | -1): number => {
    let index = start
    for (let count = 0; count < neighbourCountMax; count++) {
      const next = kept[step === 1 ? index : index - 1]
      if (next?.key !== key) break
      index += step
    }
    return index
  }
  const bytesAt = (index: number): number => at(offsets, index)
  return {
    core: [0, ...starts, kept.length].map(bytesAt),
    from: [0, ...starts.map((start, index) => margin(start, at(splitters, index), -1))].map(bytesAt),
    to: [...starts.map((start, index) => margin(start, at(splitters, index), 1)), kept.length].map(bytesAt),
  }
}
