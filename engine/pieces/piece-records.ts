import { at, byteAt } from '../base/at.ts'
import { appendBytes, appendText, type ByteBuffer, createByteBuffer } from '../base/byte-buffer.ts'
import { fromUtf8 } from '../base/bytes.ts'
import { createIntList } from '../base/int-list.ts'
import type { AttributeChoice } from '../record/column-builders.ts'
import type { Table } from '../record/table.ts'
import { createTableBuilder } from '../record/table-builder.ts'

/**
 * Records on their way through a run in pieces, as the lines of a file: what is known of a record, tab by tab, then its
 * canonical line.
 *
 *     12⇥-1⇥0⇥open⇥⇥{"amount":"100","currency":"EUR","id":"s1"}
 */

/** What became of a record that is in scope. */
export const pieceStates = ['open', 'held', 'matched', 'netted'] as const
export type PieceState = (typeof pieceStates)[number]

/** What a run in pieces knows of a record beside its line. */
export interface PieceMark {
  /**
   * The record's line in its dataset, from 0. What a match leaves open of a record is numbered as the record, and the
   * count of the side's records more.
   */
  readonly number: number
  /** The position of the rule that left the record; -1 for a record of the dataset. No rule up to it sees the record. */
  readonly bornAt: number
  /** What the record counts in bytes where that is not its line: a rest counts as its origin. 0 for a record of the dataset. */
  readonly byteCount: number
  readonly state: PieceState
  /** The id of the match or netting that holds the record; empty where none does. */
  readonly claim: string
}

/** A record of a dataset, before any rule. */
export const newMark = (number: number): PieceMark => ({ number, bornAt: -1, byteCount: 0, state: 'open', claim: '' })

/** Adds a record; `line` has no newline. */
export function appendPieceRecord(buffer: ByteBuffer, mark: PieceMark, line: Uint8Array): void {
  const { number, bornAt, byteCount, state, claim } = mark
  appendText(buffer, `${number}\t${bornAt}\t${byteCount}\t${state}\t${claim}\t`)
  appendBytes(buffer, line)
  appendText(buffer, '\n')
}

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

const [tab, newline] = [0x09, 0x0a]
const markMemberCount = 5

/** A reader without a record. `attributePaths` are the attributes that get a column. O(bytes). */
export function createPieceReader(attributePaths: AttributeChoice): PieceReader {
  const builder = createTableBuilder(attributePaths)
  const lines = createByteBuffer(64 * 1024)
  const starts = createIntList()
  const marks: PieceMark[] = []
  /** Lines before this place are in the builder already. */
  let addedUpTo = 0
  let rest = new Uint8Array(0)

  const flush = (): void => {
    if (lines.end > addedUpTo) builder.addBytes(lines.bytes.subarray(addedUpTo, lines.end))
    addedUpTo = lines.end
  }
  const addRecord = (mark: PieceMark, line: Uint8Array): void => {
    starts.add(lines.end)
    marks.push(mark)
    appendBytes(lines, line)
    appendText(lines, '\n')
    if (lines.end - addedUpTo > flushedByteCount) flush()
  }
  const addLine = (line: Uint8Array): void => {
    const lineStart = startOfLine(line)
    addRecord(markIn(fromUtf8(line.subarray(0, lineStart - 1))), line.subarray(lineStart))
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
      flush()
      const ends = [...starts.finish().subarray(1), lines.end]
      const bounds = starts.finish()
      const table = withByteCounts(builder.finish(), marks)
      return {
        table,
        markOf: (row) => at(marks, row),
        lineOf: (row) => lines.bytes.subarray(bounds[row], at(ends, row) - 1),
        heldByteCount: 2 * lines.end + markByteCount * marks.length,
      }
    },
  }
}

/** Lines are read into columns so many bytes at a time. */
const flushedByteCount = 256 * 1024

/** What the mark of a record takes in memory, with its place among the lines. */
const markByteCount = 64

function startOfLine(line: Uint8Array): number {
  let start = 0
  for (let member = 0; member < markMemberCount; member++) {
    const end = line.indexOf(tab, start)
    if (end < 0) throw new RangeError('Got a record of a piece without its mark')
    start = end + 1
  }
  if (start < line.length && byteAt(line, start) !== 0x7b) throw new RangeError('Got a record that is no object')
  return start
}

function markIn(text: string): PieceMark {
  const [number, bornAt, byteCount, state, claim] = text.split('\t')
  const known = pieceStates.find((each) => each === state)
  if (known === undefined || claim === undefined) throw new RangeError(`Got the mark ${text} of a record`)
  return { number: Number(number), bornAt: Number(bornAt), byteCount: Number(byteCount), state: known, claim }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return both
}

/** The table with what its rests count in bytes. */
function withByteCounts(table: Table, marks: readonly PieceMark[]): Table {
  if (marks.every(({ byteCount }) => byteCount === 0)) return table
  const lineByteCounts = table.lineByteCounts.map((own, row) => at(marks, row).byteCount || own)
  return { ...table, lineByteCounts, lineByteCount: lineByteCounts.reduce((sum, count) => sum + count, 0) }
}
