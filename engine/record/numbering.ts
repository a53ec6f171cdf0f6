import { int32At } from '../base/at.ts'
import type { BySide, Side } from './side.ts'

/**
 * The values of two columns as numbers by row: two rows of either side have one number exactly when their values are
 * equal. A row without a value has `noValue`, and one that nobody has asked for may be `unread`.
 */
export interface Numbering extends BySide<Int32Array> {
  /** The number of an unread row, which is one no longer; absent where all rows are read. */
  read?(side: Side, row: number): number
}

/** The number of a row without a value. */
export const noValue = 0

/** Stands for a row whose value nobody has asked for: some values are costly to make. */
export const unread = -2

/** The number of a row. */
export function numberOfRow(numbering: Numbering, side: Side, row: number): number {
  const number = int32At(numbering[side], row)
  if (number !== unread) return number
  if (numbering.read === undefined) throw new Error('All rows of the numbering are read')
  return numbering.read(side, row)
}
