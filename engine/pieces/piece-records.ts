import { at, int32At } from '../base/at.ts'
import { appendBytes, appendText, type ByteBuffer, createByteBuffer } from '../base/byte-buffer.ts'
import { createIntList } from '../base/int-list.ts'
import type { AttributeChoice } from '../record/column-builders.ts'
import type { Table } from '../record/table.ts'
import { createTableBuilder } from '../record/table-builder.ts'
import { type PieceMark, readMark } from './piece-mark.ts'

/** Records of one side as columns, beside what is known of each. */
export interface PieceSide {
  readonly table: Table
  markOf(row: number): PieceMark
  /** The canonical line of a record, without a newline, as a view. */
  lineOf(row: number): Uint8Array
  /** Bytes of the columns and buffers, more or less. */
  readonly heldByteCount: number
}

/** Reads piece records into columns. */
export interface PieceReader {
  /** Takes the next bytes of a file, cut anywhere. */
  add(bytes: Uint8Array): void
  /** Takes a canonical line, without a newline. */
  addRecord(mark: PieceMark, line: Uint8Array): void
  rowCount(): number
  finish(): PieceSide
}

const newline = 0x0a

/** A reader without a record. `attributePaths` are the attributes that get a column. O(bytes). */
export function createPieceReader(attributePaths: AttributeChoice): PieceReader {
  const builder = createTableBuilder(attributePaths)
  /** Lines before this place are in the builder already. */
  let addedUpTo = 0
  const reader = createMarkReader((lines, isLast) => {
    if (lines.end - addedUpTo <= (isLast ? 0 : flushedByteCount)) return
    builder.addBytes(lines.bytes.subarray(addedUpTo, lines.end))
    addedUpTo = lines.end
  })
  return {
    ...reader,
    finish() {
      const { markOf, rowCount, ...marked } = reader.finish()
      const table = builder.finish()
      return { ...marked, markOf, table: withByteCounts(table, { markOf, rowCount }) }
    },
  }
}

/** Records with what is known of each, without columns. */
export interface MarkedLines extends Omit<PieceSide, 'table'> {
  readonly rowCount: number
}

/** A reader of records without their columns. `onLine` is called with all lines so far when one has come, and at the end. */
export function createMarkReader(
  onLine: (lines: ByteBuffer, isLast: boolean) => void = () => {},
): Omit<PieceReader, 'finish'> & { finish(): MarkedLines } {
  const lines = createByteBuffer(64 * 1024)
  const starts = createIntList()
  const marks: PieceMark[] = []
  let rest = new Uint8Array(0)
  const addRecord = (mark: PieceMark, line: Uint8Array): void => {
    starts.add(lines.end)
    marks.push(mark)
    appendBytes(lines, line)
    appendText(lines, '\n')
    onLine(lines, false)
  }
  const addLine = (line: Uint8Array): void => {
    const { mark, start } = readMark(line)
    addRecord(mark, line.subarray(start))
  }
  return {
    add(bytes) {
      let start = 0
      for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
        const part = bytes.subarray(start, end)
        addLine(rest.length === 0 ? part : joined(rest, part))
        if (rest.length > 0) rest = new Uint8Array(0)
        start = end + 1
      }
      if (start < bytes.length) rest = joined(rest, bytes.subarray(start))
    },
    addRecord,
    rowCount: () => marks.length,
    finish() {
      if (rest.length > 0) throw new RangeError('Got a file of records that ends within a line')
      onLine(lines, true)
      starts.add(lines.end)
      const bounds = starts.finish()
      return {
        rowCount: marks.length,
        markOf: (row) => at(marks, row),
        lineOf: (row) => lines.bytes.subarray(int32At(bounds, row), int32At(bounds, row + 1) - 1),
        heldByteCount: 2 * lines.end + markByteCount * marks.length,
      }
    },
  }
}

/** Lines are read into columns so many bytes at a time. */
const flushedByteCount = 256 * 1024

/** What the mark of a record takes in memory, with its place among the lines. */
const markByteCount = 64

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return both
}

/** The table with what its rests count in bytes. */
function withByteCounts(table: Table, { markOf, rowCount }: Pick<MarkedLines, 'markOf' | 'rowCount'>): Table {
  let hasRest = false
  for (let row = 0; row < rowCount; row++) hasRest ||= markOf(row).byteCount !== 0
  if (!hasRest) return table
  const lineByteCounts = table.lineByteCounts.map((own, row) => markOf(row).byteCount || own)
  return { ...table, lineByteCounts, lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0) }
}
