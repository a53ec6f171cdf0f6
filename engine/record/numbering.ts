import { int32At, uint32At } from '../base/at.ts'
import type { BySide, Side } from './side.ts'

/**
 * A number for the value of each row of both sides. Rows have the same number exactly when their values are equal; rows
 * without a value have `noValue`.
 */
export interface Numbering extends BySide<Int32Array> {
  /** Reads the value of an `unread` row, and returns its number. Absent if all rows have been read. */
  read?(side: Side, row: number): number
}

export const noValue = 0

/** Marks a row whose value has not been needed yet, since some values are costly to make. */
export const unread = -2

/** The number of a row; reads the row first if it is `unread`. */
export function numberOfRow(numbering: Numbering, side: Side, row: number): number {
  const number = int32At(numbering[side], row)
  if (number !== unread) return number
  if (numbering.read === undefined) throw new Error('All rows of the numbering are read')
  return numbering.read(side, row)
}

/** The numbers of rows. Requires that none of them is negative. */
export function numbersOfRows(numbering: Numbering, side: Side, rows: Uint32Array): Uint32Array {
  const column = numbering[side]
  const numbers = new Uint32Array(rows.length)
  for (let index = 0; index < rows.length; index++) {
    const number = int32At(column, uint32At(rows, index))
    numbers[index] = number === unread ? numberOfRow(numbering, side, uint32At(rows, index)) : number
  }
  return numbers
}
