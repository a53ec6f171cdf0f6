import { attributeCountMax } from '../../record/record-batch.ts'

/**
 * The cells of a row as positions in bytes. One object serves all rows of a file, so that cells need no objects or
 * strings.
 */
export interface Cells {
  /** UTF-8 bytes, with room after them as a `BufferRange` requires. */
  bytes: Uint8Array
  view: DataView
  /** Indexed by column. A cell without a visible character ends where it starts. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 for a cell that is the JSON literal `true` or `false`, 0 for a text. */
  readonly literals: Uint8Array
  /** Where the row begins in the bytes, and its length. */
  start: number
  byteCount: number
  /** Whether no cell contains a character that JSON has to escape. */
  isPlain: boolean
  /** For a row with an object of attributes: these attributes, in any order. */
  readonly nested: NestedCells
}

export interface NestedCells {
  count: number
  /** For each attribute the number of its name in `AttributeNames`; the arrays below hold its cell. */
  readonly numbers: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly literals: Uint8Array
}

export interface CellTaker {
  /** Requires a `view` that extends beyond the bytes. */
  open(bytes: Uint8Array, view: DataView): void
  /** Takes the row at `start`. Returns the position after the row, or -1 if it does not take the row. */
  take(start: number, line: number): number
  /** Hands on the rows taken so far. Call it before the bytes move, and before another row reports a fault. */
  flush(): void
}

const none = new Uint8Array(0)

export const createCells = (columnCount: number): Cells => ({
  bytes: none,
  view: new DataView(none.buffer),
  starts: new Int32Array(columnCount),
  ends: new Int32Array(columnCount),
  literals: new Uint8Array(columnCount),
  start: 0,
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

export interface ElementTaker extends Pick<CellTaker, 'open' | 'flush'> {
  take(start: number, line: number): number
  /** Whether the last object that was taken spans several lines. */
  isFolded(): boolean
}
