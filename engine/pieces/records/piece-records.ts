import { at } from '../../base/at.ts'
import { createPace, finish, type Pace, type Slices } from '../../base/slices.ts'
import type { AttributeChoice } from '../../record/column-builders.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder, type TableBuilder } from '../../record/table-builder.ts'
import type { PieceMark, PieceState } from './piece-mark.ts'
import {
  type FiledRecords,
  type KeptLines,
  linesOfRecordFile,
  type RecordFile,
  readRecordFile,
  recordsOfLines,
} from './record-file.ts'

export interface PieceSide extends MarkedLines {
  readonly table: Table
}

export interface MarkedLines {
  readonly rowCount: number
  readonly hasResiduals: boolean
  markOf(row: number): PieceMark
  numberOf(row: number): number
  stateOf(row: number): PieceState
  /** The canonical line of a record without its newline, as a view. Throws a `RangeError` where lines are not kept. */
  lineOf(row: number): Uint8Array
  /** Adds a record to a file, as `lineOf` would. */
  copyTo(file: RecordFile, row: number): void
  readonly heldByteCount: number
}

interface PieceReader {
  /** Adds the records of a whole file. The bytes must not change afterwards. */
  add(file: Uint8Array): void
  /** Like `add`, in slices of about a megabyte. Finish one file before the next. */
  addInSlices(file: Uint8Array): Slices<void>
  /**
   * Adds lines of a dataset, each ended by a newline. The bytes must not change afterwards. `first` is the number of
   * the first line.
   */
  addLines(lines: Uint8Array, first: number): void
  finish(): PieceSide
}

/** `attributePaths` names the attributes that get a column. O(bytes). */
export function createPieceReader(
  attributePaths: AttributeChoice,
  kept: KeptLines = { keepsLines: true },
): PieceReader {
  const builder = createTableBuilder(attributePaths)
  const parts: FiledRecords[] = []
  const pace = createPace(sliceByteCount)
  const add = function* (lines: Uint8Array, part: FiledRecords): Slices<void> {
    yield* addInBatches(builder, lines, pace)
    parts.push(part)
  }
  const addFile = (file: Uint8Array): Slices<void> => add(linesOfRecordFile(file), readRecordFile(file, kept))
  return {
    add: (file) => finish(addFile(file)),
    addInSlices: addFile,
    addLines: (lines, first) => finish(add(lines, recordsOfLines(lines, first))),
    finish() {
      const marked = markedLines(parts)
      const table = builder.finish()
      if (table.rowCount !== marked.rowCount) throw new RangeError('Got other lines than a file has records')
      return {
        ...marked,
        heldByteCount: marked.heldByteCount + table.lineByteCount,
        table: marked.hasResiduals ? withByteCounts(table, marked) : table,
      }
    },
  }
}

export const readMarkedLines = (files: readonly Uint8Array[]): MarkedLines =>
  markedLines(files.map((file) => readRecordFile(file)))

function markedLines(parts: readonly FiledRecords[]): MarkedLines {
  const firsts: number[] = []
  let rowCount = 0
  for (const { recordCount } of parts) {
    firsts.push(rowCount)
    rowCount += recordCount
  }
  let [current, first, end] = [0, 0, 0]
  const partOf = (row: number): FiledRecords => {
    if (row < first || row >= end) {
      if (!(row >= 0 && row < rowCount)) throw new RangeError(`Got row ${row} of ${rowCount}`)
      current = partAt(firsts, row)
      first = at(firsts, current)
      end = first + at(parts, current).recordCount
    }
    return at(parts, current)
  }
  return {
    rowCount,
    hasResiduals: parts.some((part) => part.hasResiduals),
    markOf: (row) => partOf(row).markAt(row - first),
    numberOf: (row) => partOf(row).numberAt(row - first),
    stateOf: (row) => partOf(row).stateAt(row - first),
    lineOf: (row) => partOf(row).lineAt(row - first),
    copyTo: (file, row) => partOf(row).copyTo(file, row - first),
    heldByteCount: parts.reduce((sum, { heldByteCount }) => sum + heldByteCount, 0),
  }
}

/** The last part that begins at or before a row. An empty part begins at the same row as the next one. O(log parts). */
function partAt(firsts: readonly number[], row: number): number {
  let [low, high] = [0, firsts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (at(firsts, middle) <= row) low = middle
    else high = middle - 1
  }
  return low
}

const newline = 0x0a
const batchByteCount = 256 * 1024
const sliceByteCount = 1024 * 1024

function* addInBatches(builder: TableBuilder, lines: Uint8Array, pace: Pace): Slices<void> {
  for (let start = 0; start < lines.length; ) {
    const isLast = start + batchByteCount >= lines.length
    const end = isLast ? lines.length : lines.indexOf(newline, start + batchByteCount) + 1
    builder.addBytes(lines.subarray(start, end))
    if (pace.endsSlice(end - start)) yield
    start = end
  }
}

function withByteCounts(table: Table, { markOf }: MarkedLines): Table {
  const lineByteCounts = table.lineByteCounts.map((own, row) => markOf(row).byteCount || own)
  return { ...table, lineByteCounts, lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0) }
}
