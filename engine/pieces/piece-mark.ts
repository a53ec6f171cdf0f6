import { byteAt } from '../base/at.ts'
import { appendBytes, appendText, type ByteBuffer } from '../base/byte-buffer.ts'
import { fromUtf8 } from '../base/bytes.ts'

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

const tab = 0x09

/** Reads a mark from its bytes, since one is read for each record of each task. Throws a `RangeError` for another line. */
export function readMark(line: Uint8Array): { readonly mark: PieceMark; readonly start: number } {
  let start = 0
  const endOfMember = (): number => {
    const end = line.indexOf(tab, start)
    if (end < 0) throw new RangeError('Got a record of a piece without its mark')
    return end
  }
  const number = (): number => {
    const end = endOfMember()
    const isNegative = start < end && byteAt(line, start) === minus
    let value = 0
    for (let index = start + Number(isNegative); index < end; index++) {
      const digit = byteAt(line, index) - digitZero
      if (digit < 0 || digit > 9) throw new RangeError('Got a mark of a record whose number is none')
      value = 10 * value + digit
    }
    start = end + 1
    return isNegative ? -value : value
  }
  const text = (): string => {
    const end = endOfMember()
    const found = start === end ? '' : fromUtf8(line.subarray(start, end))
    start = end + 1
    return found
  }
  const [own, bornAt, byteCount] = [number(), number(), number()]
  const state = stateOfLetter[byteAt(line, start)]
  if (state === undefined) throw new RangeError(`Got a record in the state ${text()}`)
  start = endOfMember() + 1
  const mark = { number: own, bornAt, byteCount, state, claim: text() }
  if (start < line.length && byteAt(line, start) !== 0x7b) throw new RangeError('Got a record that is no object')
  return { mark, start }
}

const [minus, digitZero] = [0x2d, 0x30]
/** States by the first byte of their names. */
const stateOfLetter: { readonly [byte: number]: PieceState } = Object.fromEntries(
  pieceStates.map((state) => [state.charCodeAt(0), state]),
)
