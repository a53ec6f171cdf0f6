import { appendBytes, appendText, type ByteBuffer } from '../base/byte-buffer.ts'
import { compareUtf8, fromUtf8 } from '../base/bytes.ts'
import { type BreakLine, type ExcludedLine, idsOfSide, type MatchLine, type NettedLine } from '../result/line.ts'

/**
 * Lines of the result on their way to the artifact: the numbers of their records, source before target, and the line.
 *
 *     0,7;12⇥{"confidence":"exact",…}
 */

/** The numbers of the records of a line, see `PieceMark`. */
export interface LineNumbers {
  readonly source: readonly number[]
  readonly target: readonly number[]
}

/** A line with the numbers of its records, as it is stored: without a newline. */
export interface LineEntry extends LineNumbers {
  readonly line: Uint8Array
}

/** Adds a line. */
export function appendLineEntry(buffer: ByteBuffer, { source, target, line }: LineEntry): void {
  appendText(buffer, `${source.join()};${target.join()}\t`)
  appendBytes(buffer, line)
  appendText(buffer, '\n')
}

/** The entry that a line of a file holds, without its newline. Throws a `RangeError` for one that is none. */
export function readLineEntry(bytes: Uint8Array): LineEntry {
  const tab = bytes.indexOf(0x09)
  const [source, target] = fromUtf8(bytes.subarray(0, Math.max(0, tab))).split(';')
  if (tab < 0 || source === undefined || target === undefined) throw new RangeError('Got a line without its numbers')
  return { source: numbersIn(source), target: numbersIn(target), line: bytes.subarray(tab + 1) }
}

const numbersIn = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number))

/** A line about records, as an object. */
export type RecordLine = MatchLine | BreakLine | ExcludedLine | NettedLine

/**
 * The order of lines in one view of an artifact: by (source ids, target ids), those without source records last, and netted
 * lines by (side, ids). Ids by UTF-8 bytes.
 */
export function compareLines(left: RecordLine, right: RecordLine): number {
  return (
    compareIds(idsOfSide(left, 'source'), idsOfSide(right, 'source')) ||
    compareIds(idsOfSide(left, 'target'), idsOfSide(right, 'target'))
  )
}

function compareIds(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return Number(left.length === 0) - Number(right.length === 0)
  for (const [index, id] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = compareUtf8(id, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}
