import { int32At } from '../base/at.ts'

/**
 * The cells of one row as places in bytes. A format that can, reads each of its rows into the same one, so that neither a
 * row nor a cell becomes an object or a string.
 */
export interface Cells {
  /** UTF-8, with room behind it as a `Stretch` has. */
  bytes: Uint8Array
  view: DataView
  /** By the index of the column: a cell without a visible character ends where it starts. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Whether no cell has a character that JSON escapes. */
  isPlain: boolean
}

const none = new Uint8Array(0)

/** Cells of as many columns, all of them blank. */
export const createCells = (columnCount: number): Cells => ({
  bytes: none,
  view: new DataView(none.buffer),
  starts: new Int32Array(columnCount),
  ends: new Int32Array(columnCount),
  isPlain: true,
})

/** Whether a row has nothing in a column. */
export const isBlankCell = ({ starts, ends }: Cells, index: number): boolean =>
  int32At(starts, index) === int32At(ends, index)
