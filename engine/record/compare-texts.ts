import { byteAt, uint32At } from '../base/at.ts'
import type { TextColumn } from './columns.ts'

/** Compares texts of columns by their bytes, without making strings. An absent text counts as empty. */

/** Tests whether a row of one column and a row of another (or the same) column have equal texts. O(bytes) a test. */
export const textEquality = (left: TextColumn, right: TextColumn) => (leftRow: number, rightRow: number) =>
  areEqualTexts({ left, right }, leftRow, rightRow)

export interface ComparedColumns {
  readonly left: TextColumn
  readonly right: TextColumn
}

/** Like `textEquality`, for loops that would be compiled anew for a function of other columns. */
export function areEqualTexts({ left, right }: ComparedColumns, leftRow: number, rightRow: number): boolean {
  const [start, other] = [uint32At(left.offsets, leftRow), uint32At(right.offsets, rightRow)]
  const length = uint32At(left.offsets, leftRow + 1) - start
  if (uint32At(right.offsets, rightRow + 1) - other !== length) return false
  for (let place = 0; place < length; place++)
    if (byteAt(left.bytes, start + place) !== byteAt(right.bytes, other + place)) return false
  return true
}

/** Hashes the text of a row to 32 bits, the same on every machine. O(bytes). */
export function textHash(column: TextColumn): (row: number) => number {
  const view = viewOf(column)
  return (row) => hashOfText(column, view, row)
}

export const viewOf = ({ bytes }: TextColumn): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Like `textHash`, for loops that would be compiled anew for a function of another column. */
export function hashOfText({ bytes, offsets }: TextColumn, view: DataView, row: number): number {
  let place = uint32At(offsets, row)
  const end = uint32At(offsets, row + 1)
  let hash = end - place
  for (; place + 4 <= end; place += 4) hash = Math.imul(hash ^ view.getUint32(place, true), 0x9e3779b1) ^ (hash >>> 15)
  for (; place < end; place++) hash = Math.imul(hash ^ byteAt(bytes, place), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return hash ^ (hash >>> 16)
}

/** Orders rows by the UTF-8 bytes of their texts, of which the first `depth` must be equal. O(bytes) a comparison. */
export const textOrder =
  (left: TextColumn, right: TextColumn, depth = 0) =>
  (leftRow: number, rightRow: number): number => {
    const [start, other] = [uint32At(left.offsets, leftRow), uint32At(right.offsets, rightRow)]
    const length = uint32At(left.offsets, leftRow + 1) - start
    const otherLength = uint32At(right.offsets, rightRow + 1) - other
    const common = Math.min(length, otherLength)
    for (let place = depth; place < common; place++) {
      const difference = byteAt(left.bytes, start + place) - byteAt(right.bytes, other + place)
      if (difference !== 0) return difference
    }
    return length - otherLength
  }
