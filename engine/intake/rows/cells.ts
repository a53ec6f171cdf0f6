import { int32At } from '../../base/at.ts'
import { attributeCountMax } from '../../record/record-values.ts'

/** Cells as places in bytes. One object serves all rows of a file, so that no cell becomes an object or a string. */
export interface Cells {
  /** UTF-8, with room behind as a `BufferRange` has. */
  bytes: Uint8Array
  view: DataView
  /** By the index of the column. A cell without a visible character ends where it starts. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** 1 for a cell that is the literal `true` or `false`, and no text. */
  readonly literals: Uint8Array
  byteCount: number
  /** Whether no cell has a character that JSON escapes. */
  isPlain: boolean
  /** The attributes of a row that holds an object of them, in any order. */
  readonly nested: NestedCells
}

export interface NestedCells {
  count: number
  /** By position: the name's number among `AttributeNames`, and its cell. */
  readonly numbers: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly literals: Uint8Array
}

export interface CellTaker {
  /** `view` has room behind the bytes. */
  open(bytes: Uint8Array, view: DataView): void
  /** Takes the row at `start`, and returns the position behind it; -1 for a row that it does not take. */
  take(start: number, line: number): number
  /** Hands on the taken rows. Call it before the bytes are moved, and before another row has a fault. */
  flush(): void
}

const none = new Uint8Array(0)

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

export interface ElementTaker extends Pick<CellTaker, 'open' | 'flush'> {
  take(start: number, line: number): number
  /** Whether the object taken last has line ends in it. */
  isFolded(): boolean
}

export const isBlankCell = ({ starts, ends }: Cells, index: number): boolean =>
  int32At(starts, index) === int32At(ends, index)
