import { at, int32At, uint32At } from '../../base/at.ts'
import { createByteBuffer } from '../../base/byte-buffer.ts'
import { indicesUpTo, radixSort } from '../../base/radix-sort.ts'
import { createPace, type Slices } from '../../base/slices.ts'
import { oppositeSide, type Side } from '../../record/side.ts'
import { filterOf, type JoinSearchers, keysWanted } from './join-searchers.ts'
import type { KeyColumns } from './key-columns.ts'
import { noKeyHash, rowKeys } from './key-hashes.ts'
import type { BoundJoin } from './reason-joins.ts'
import { appendEntry } from './searched-entry.ts'
import { entryMarkOf, recordsOfSlice, type SearchedRecords } from './searched-records.ts'

/** Rows in the order of `SortKey`. A row that lists several keys occurs once for each key. */
export interface Kept {
  readonly rows: Uint32Array
  hashAt(index: number): number
  keyAt(index: number): string
  /** The key that the row at an index lists, or by which it is listed. Absent under a join without listings. */
  readonly listedAt?: (index: number) => string
}

export interface MarkedSegment {
  readonly records: SearchedRecords
  readonly marked: MarkedRows
  readonly keyColumns: KeyColumns
  readonly inOrder: Uint32Array
}

interface MarkedRows {
  readonly searchers: Int32Array
  readonly bornAt: Int32Array
  entryOf(row: number): Uint8Array
  entryByteCount(row: number): number
}

export function* markRecords(records: SearchedRecords, firstSearcher: number): Slices<MarkedRows> {
  const { table, markOf, lineOf } = records
  const [searchers, bornAt] = [new Int32Array(table.rowCount), new Int32Array(table.rowCount)]
  const starts = new Uint32Array(table.rowCount + 1)
  const entries = createByteBuffer(table.lineByteCount + markByteCountUsual * table.rowCount)
  const pace = createPace(recordsOfSlice)
  let searcher = firstSearcher
  for (let row = 0; row < table.rowCount; row++) {
    const mark = markOf(row)
    searchers[row] = mark.isSearching ? searcher++ : -1
    bornAt[row] = mark.bornAt
    appendEntry(entries, entryMarkOf(mark, int32At(searchers, row)), lineOf(row))
    starts[row + 1] = entries.end
    if (pace.endsSlice(1)) yield
  }
  return {
    searchers,
    bornAt,
    entryByteCount: (row) => uint32At(starts, row + 1) - uint32At(starts, row),
    entryOf: (row) => entries.bytes.subarray(uint32At(starts, row), uint32At(starts, row + 1)),
  }
}

const markByteCountUsual = 56

interface KeptFrom extends MarkedSegment {
  readonly searchers: JoinSearchers
}

/**
 * The rows that a join without listings keeps in a place: searchers, and records with a key of a searcher in the other
 * place. O(rows × criteria).
 */
export function keptByKey(bound: BoundJoin, place: Side, { searchers, marked, keyColumns, inOrder }: KeptFrom): Kept {
  const { rule, met, join } = bound
  const wanted = filterOf(searchers, join, oppositeSide(place))
  const keyed = { rule, criteria: met, place }
  const [hashOfRow, takesPart] = [keyColumns.hashesIn(keyed), keyColumns.takesPart(keyed)]
  const [rows, hashes] = [new Uint32Array(inOrder.length), new Uint32Array(inOrder.length)]
  let count = 0
  for (let place = 0; place < inOrder.length; place++) {
    const row = uint32At(inOrder, place)
    const hash = uint32At(hashOfRow, row)
    if (hash === noKeyHash || (!wanted.has(hash) && int32At(marked.searchers, row) < 0)) continue
    if (int32At(marked.bornAt, row) >= join.position || !takesPart(row)) continue
    rows[count] = row
    hashes[count] = hash
    count += 1
  }
  const keys = rowKeys(rule, met, place)
  return inKeyOrder(
    { rows: rows.subarray(0, count), hashes: hashes.subarray(0, count) },
    {
      isSame: (left, right) => keys.isSame(uint32At(rows, left), uint32At(rows, right)),
      textAt: (index) => keys.textOf(uint32At(rows, index)),
    },
  )
}

/**
 * The rows that a join with listings keeps in a place: a row is kept once for each key that it lists. O(rows +
 * listings).
 */
export function keptByLists(bound: BoundJoin, place: Side, { searchers, marked, inOrder }: KeptFrom): Kept {
  const keysOf = keysWanted(bound, place, searchers)
  const keys = rowKeys(bound.rule, bound.met, place)
  const [rows, hashes, listedOf]: [number[], number[], string[]] = [[], [], []]
  for (const row of inOrder) {
    const mark = { searcher: int32At(marked.searchers, row), bornAt: int32At(marked.bornAt, row) }
    for (const { hash, listed } of keysOf(row, mark)) {
      rows.push(row)
      hashes.push(hash)
      listedOf.push(listed)
    }
  }
  const kept = inKeyOrder(
    { rows: Uint32Array.from(rows), hashes: Uint32Array.from(hashes) },
    {
      isSame: (left, right) =>
        at(listedOf, left) === at(listedOf, right) && keys.isSame(at(rows, left), at(rows, right)),
      textAt: (index) => keys.textOf(at(rows, index)) + at(listedOf, index),
    },
  )
  return { ...kept, listedAt: (index) => at(listedOf, kept.placeOf(index)) }
}

interface HashedRows {
  readonly rows: Uint32Array
  readonly hashes: Uint32Array
}

interface KeysOfRows {
  isSame(left: number, right: number): boolean
  textAt(index: number): string
}

/** Sorts rows by key; the sort is stable. `placeOf` gives the index of a row before the sort. */
function inKeyOrder(
  { rows, hashes }: HashedRows,
  { isSame, textAt }: KeysOfRows,
): Kept & { readonly placeOf: (index: number) => number } {
  const order = radixSort([hashes], indicesUpTo(rows.length))
  for (let start = 0, end = 0; start < order.length; start = end) {
    let isMixed = false
    const hash = uint32At(hashes, uint32At(order, start))
    for (end = start + 1; end < order.length && uint32At(hashes, uint32At(order, end)) === hash; end++)
      isMixed ||= !isSame(uint32At(order, end - 1), uint32At(order, end))
    if (isMixed) order.subarray(start, end).set(byText(order.subarray(start, end), textAt))
  }
  return {
    rows: order.map((index) => uint32At(rows, index)),
    placeOf: (index) => uint32At(order, index),
    hashAt: (index) => uint32At(hashes, uint32At(order, index)),
    keyAt: (index) => textAt(uint32At(order, index)),
  }
}

function byText(indices: Uint32Array, textAt: (index: number) => string): Uint32Array {
  const texts = new Map([...indices].map((index) => [index, textAt(index)]))
  const textOf = (index: number): string => texts.get(index) ?? ''
  return indices.toSorted((left, right) => compareKeys(textOf(left), textOf(right)) || left - right)
}

const compareKeys = (left: string, right: string): number => Number(left > right) - Number(left < right)
