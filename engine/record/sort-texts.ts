import { byteAt, uint32At } from '../base/at.ts'
import { indicesUpTo, picked, radixSort } from '../base/radix-sort.ts'
import type { TextColumn } from './columns.ts'
import { textOrder } from './compare-texts.ts'

/**
 * The rows sorted by text: rows without a text first, rows with equal texts ascending. O(bytes) if texts differ early;
 * 32 bytes a row. Calls `onEqual` with a row that has the text of another one, if there are any.
 */
export function rowsByText(column: TextColumn, onEqual: OnEqual = () => {}): Uint32Array {
  const rows = indicesUpTo(column.rowCount)
  const sort = { column, onEqual }
  if (!isSorted(sort)) sortFrom(sort, rows, commonLength(column, rows, 0))
  return rows
}

type OnEqual = (row: number) => void

interface TextSort {
  readonly column: TextColumn
  readonly onEqual: OnEqual
}

/** Many exports are: then one pass tells. */
function isSorted({ column, onEqual }: TextSort): boolean {
  const order = textOrder(column, column)
  for (let row = 1; row < column.rowCount; row++) {
    const found = order(row - 1, row)
    if (found > 0) return false
    if (found === 0) onEqual(row)
  }
  return true
}

/** Shorter lists are sorted by insertion, which is faster for them. */
const countedCountMin = 24

/** How many bytes of each text one round sorts by (the window). Bytes beyond the end of a text count as 0. */
const windowByteCount = 8

/** Sorts `rows` in place and stably. The first `depth` bytes of their texts must be equal. */
function sortFrom(sort: TextSort, rows: Uint32Array, depth: number): void {
  const { column } = sort
  if (rows.length < countedCountMin) {
    insertionSort(sort, rows, depth)
    return
  }
  const keys = windowKeys(column, rows, depth)
  const order = radixSort([keys.high, keys.low], indicesUpTo(rows.length))
  rows.set(picked(rows, order))
  for (let start = 0; start < rows.length; ) {
    const first = uint32At(order, start)
    let end = start + 1
    while (end < rows.length && areEqual(keys, first, uint32At(order, end))) end += 1
    if (end - start > 1) sortEqual(sort, rows.subarray(start, end), depth)
    start = end
  }
}

/** Sorts rows whose windows are equal. Of texts that end within the window, the shorter comes first. */
function sortEqual(sort: TextSort, rows: Uint32Array, depth: number): void {
  const { column, onEqual } = sort
  const behind = depth + windowByteCount
  const longer = rows.filter((row) => column.byteCountAt(row) >= behind)
  let place = 0
  if (longer.length < rows.length) {
    const ending = rows.filter((row) => column.byteCountAt(row) < behind)
    for (let length = depth; length < behind; length++) {
      const first = place
      for (const row of ending) if (column.byteCountAt(row) === length) rows[place++] = row
      if (place - first > 1) onEqual(uint32At(rows, first))
    }
    rows.set(longer, place)
  }
  if (longer.length > 1) sortFrom(sort, rows.subarray(place), behind + commonLength(column, longer, behind))
}

/** The next eight bytes of each row's text, as two numbers. */
interface Keys {
  readonly high: Uint32Array
  readonly low: Uint32Array
}

function windowKeys({ bytes, offsets }: TextColumn, rows: Uint32Array, depth: number): Keys {
  const [high, low] = [new Uint32Array(rows.length), new Uint32Array(rows.length)]
  for (let index = 0; index < rows.length; index++) {
    const row = uint32At(rows, index)
    const [start, end] = [uint32At(offsets, row) + depth, uint32At(offsets, row + 1)]
    let [first, second] = [0, 0]
    for (let place = start; place < start + 4; place++) first = (first << 8) | (place < end ? byteAt(bytes, place) : 0)
    for (let place = start + 4; place < start + 8; place++)
      second = (second << 8) | (place < end ? byteAt(bytes, place) : 0)
    high[index] = first
    low[index] = second
  }
  return { high, low }
}

const areEqual = ({ high, low }: Keys, left: number, right: number): boolean =>
  uint32At(high, left) === uint32At(high, right) && uint32At(low, left) === uint32At(low, right)

function insertionSort({ column, onEqual }: TextSort, rows: Uint32Array, depth: number): void {
  const order = textOrder(column, column, depth)
  for (let index = 1; index < rows.length; index++) {
    const row = uint32At(rows, index)
    let place = index
    for (; place > 0; place--) {
      const before = uint32At(rows, place - 1)
      const found = order(before, row)
      if (found === 0) onEqual(row)
      if (found <= 0) break
      rows[place] = before
    }
    rows[place] = row
  }
}

/** How many bytes the texts of `rows` have in common after the first `depth`. */
function commonLength({ bytes, offsets }: TextColumn, rows: Uint32Array, depth: number): number {
  if (rows.length === 0) return 0
  const first = uint32At(offsets, uint32At(rows, 0)) + depth
  let common = Math.max(0, uint32At(offsets, uint32At(rows, 0) + 1) - first)
  for (let index = 1; index < rows.length && common > 0; index++) {
    const row = uint32At(rows, index)
    const start = uint32At(offsets, row) + depth
    common = Math.max(0, Math.min(common, uint32At(offsets, row + 1) - start))
    let equal = 0
    while (equal < common && byteAt(bytes, first + equal) === byteAt(bytes, start + equal)) equal += 1
    common = equal
  }
  return common
}
