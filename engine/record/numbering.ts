import { int32At } from '../base/at.ts'
import type { BySide, Side } from './side.ts'

/** Two rows of either side have the same number exactly when their values are equal; see `noValue`. */
export interface Numbering extends BySide<Int32Array> {
  /** Reads the value of an `unread` row, and returns its number; absent where all rows are read. */
  read?(side: Side, row: number): number
}

export const noValue = 0

/** A row whose value was not needed yet: some values are costly to make. */
export const unread = -2

/** Reads the row first if it is `unread`. */
export function numberOfRow(numbering: Numbering, side: Side, row: number): number {
  const number = int32At(numbering[side], row)
  if (number !== unread) return number
  if (numbering.read === undefined) throw new Error('All rows of the numbering are read')
  return numbering.read(side, row)
}
