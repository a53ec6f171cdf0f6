import { at, byteAt } from '../../base/at.ts'
import { appendBytes, appendText, type ByteBuffer, createByteBuffer } from '../../base/byte-buffer.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import { createPace, type Slices } from '../../base/slices.ts'
import type { Side } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { createTableBuilder } from '../../record/table-builder.ts'

/**
 * Entries of searched records: a mark whose members are separated by tabs, then the canonical line.
 *
 * 7⇥12⇥-1⇥0⇥⇥⇥{"amount":"100","currency":"EUR","id":"s1"}
 */
export interface EntryMark {
  /** The number of the record among the searchers of both sides; -1 for other records. */
  readonly searcher: number
  readonly number: number
  /** The position of the rule that left the residual; -1 for a record of the dataset. */
  readonly bornAt: number
  /** Whether the record is matched or netted. `claim` is then the id of its line. */
  readonly isTaken: boolean
  readonly claim: string
  /**
   * For a join whose rule has a `listed` criterion: one of the keys in an anchor's text, or an item's own key. Among
   * gathered records: empty for an anchor, the number of the anchor's searcher for an item. Empty under other joins.
   */
  readonly listed: string
}

export function appendEntry(buffer: ByteBuffer, mark: EntryMark, line: Uint8Array): void {
  const { searcher, number, bornAt, isTaken, claim, listed } = mark
  const written = listed === '' ? '' : JSON.stringify(listed)
  appendText(buffer, `${searcher}\t${number}\t${bornAt}\t${isTaken ? 1 : 0}\t${claim}\t${written}\t`)
  appendBytes(buffer, line)
  appendText(buffer, '\n')
}

export interface EntryTable {
  readonly table: Table
  readonly marks: readonly EntryMark[]
  /**
   * Whether the record belongs to the piece itself. The others are neighbours, which may be found but do not search.
   */
  readonly isCore: readonly boolean[]
  lineOf(row: number): Uint8Array
  readonly heldByteCount: number
}

export interface EntryReader {
  /** Adds the entries whose marks `accepts` accepts, in slices of about a megabyte. */
  add(entries: Uint8Array, isCore: boolean, accepts?: (mark: EntryMark) => boolean): Slices<void>
  rowCount(): number
  finish(): EntryTable
}

const [tab, newline] = [0x09, 0x0a]
const [minus, digitZero] = [0x2d, 0x30]
const flushedByteCount = 256 * 1024
const sliceByteCount = 1024 * 1024
const markByteCount = 80

export function createEntryReader(attributePaths: readonly string[], byteCount = 64 * 1024): EntryReader {
  const builder = createTableBuilder(attributePaths)
  const lines = createByteBuffer(byteCount)
  const ends: number[] = []
  const marks: EntryMark[] = []
  const cores: boolean[] = []
  const pace = createPace(sliceByteCount)
  let addedUpTo = 0
  const flush = (): void => {
    if (lines.end > addedUpTo) builder.addBytes(lines.bytes.subarray(addedUpTo, lines.end))
    addedUpTo = lines.end
  }
  return {
    *add(entries, isCore, accepts = () => true) {
      for (let start = 0; start < entries.length; ) {
        const end = entries.indexOf(newline, start)
        if (end < 0) throw new RangeError('Got entries that end within a line')
        const { mark, lineStart } = readMark(entries, start)
        if (accepts(mark)) {
          marks.push(mark)
          cores.push(isCore)
          appendBytes(lines, entries.subarray(lineStart, end + 1))
          ends.push(lines.end - 1)
          if (lines.end - addedUpTo > flushedByteCount) flush()
        }
        const byteCount = end + 1 - start
        start = end + 1
        if (pace.endsSlice(byteCount)) yield
      }
    },
    rowCount: () => marks.length,
    finish() {
      flush()
      return {
        table: builder.finish(),
        marks,
        isCore: cores,
        lineOf: (row) => lines.bytes.subarray(row === 0 ? 0 : at(ends, row - 1) + 1, ends[row]),
        heldByteCount: 2 * lines.end + markByteCount * marks.length,
      }
    },
  }
}

/** Reads bytes instead of a string, since this runs for each record of each piece. */
function readMark(entries: Uint8Array, entryStart: number): { readonly mark: EntryMark; readonly lineStart: number } {
  let start = entryStart
  const number = (): number => {
    const isNegative = byteAt(entries, start) === minus
    let value = 0
    let index = start + Number(isNegative)
    for (let byte = byteAt(entries, index); byte !== tab; byte = byteAt(entries, index)) {
      value = 10 * value + byte - digitZero
      index += 1
    }
    start = index + 1
    return isNegative ? -value : value
  }
  const text = (): string => {
    let end = start
    while (byteAt(entries, end) !== tab) end += 1
    const found = end === start ? '' : fromUtf8(entries.subarray(start, end))
    start = end + 1
    return found
  }
  const [searcher, own, bornAt, taken, claim, listed] = [number(), number(), number(), number(), text(), text()]
  const mark = {
    searcher,
    number: own,
    bornAt,
    isTaken: taken === 1,
    claim,
    listed: listed === '' ? '' : String(JSON.parse(listed)),
  }
  return { mark, lineStart: start }
}

export const codeOf = (side: Side, number: number): number => 2 * number + (side === 'target' ? 1 : 0)
