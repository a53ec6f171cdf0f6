import { int32At } from '../../base/at.ts'
import { attributeCountMax } from '../../record/record-values.ts'

/**
 * The cells of one row as places in bytes. A format that can, reads each of its rows into the same one, so that neither a
 * row nor a cell becomes an object or a string.
 */
export interface Cells {
  /** UTF-8, with room behind it as a `BufferRange` has. */
  bytes: Uint8Array
  view: DataView
  /** By the index of the column: a cell without a visible character ends where it starts. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Whether a cell is `true` or `false` and no text: 1 if it is. */
  readonly literals: Uint8Array
  /** The bytes of the whole row. */
  byteCount: number
  /** Whether no cell has a character that JSON escapes. */
  isPlain: boolean
  /** The attributes of a format whose rows hold an object of them, in any order. */
  readonly nested: NestedCells
}

/** Cells that bring their names along. */
export interface NestedCells {
  count: number
  /** By position: the name's number among `AttributeNames`, and its cell. */
  readonly numbers: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly literals: Uint8Array
}

/** Takes rows as places in their bytes. */
export interface CellTaker {
  /** The bytes in which rows begin, and their view with room behind. */
  open(bytes: Uint8Array, view: DataView): void
  /** Takes the row that begins at `start`, on a physical line, and returns the position behind it; -1 if it does not. */
  take(start: number, line: number): number
  /** Hands on the rows that were taken: before the bytes are moved, and before another row has a fault. */
  flush(): void
}

const none = new Uint8Array(0)

/** Cells of as many columns, all of them blank. */
export const createCells = (columnCount: number): Cells => ({
  bytes: none,
  view: new DataView(none.buffer),
  starts: new Int32Array(columnCount),
  ends: new Int32Array(columnCount),
  literals: new Uint8Array(columnCount),
  byteCount: 0,
  isPlain: true,
  nested: {
    count: 0,
    numbers: new Int32Array(attributeCountMax),
    starts: new Int32Array(attributeCountMax),
    ends: new Int32Array(attributeCountMax),
    literals: new Uint8Array(attributeCountMax),
  },
})

/** Takes objects of JSON as places in their bytes, like lines. */
export interface ElementTaker extends Pick<CellTaker, 'open' | 'flush'> {
  /** Takes the object that begins at `start`, on a physical line, and returns the position behind it; -1 if it does not. */
  take(start: number, line: number): number
  /** Whether the object that was taken last has line ends in it. */
  isFolded(): boolean
}

/** Whether a row has nothing in a column. */
export const isBlankCell = ({ starts, ends }: Cells, index: number): boolean =>
  int32At(starts, index) === int32At(ends, index)
