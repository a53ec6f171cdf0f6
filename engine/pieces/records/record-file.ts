import { at, byteAt, uint32At } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import {
  appendByte,
  appendBytes,
  appendNumber,
  appendString,
  createWordBuffer,
  reserve,
} from '../../base/word-buffer.ts'
import { type PieceMark, type PieceState, pieceStates } from './piece-mark.ts'

/**
 * A file of records of a run in pieces. All canonical lines come first, each ended by a newline, so that they become
 * columns without being copied one by one. A head for each record follows. Numbers have four bytes, the lowest first,
 * but the state and the claim's length have one. Only the heads of residuals have bornAt and byteCount.
 *
 * records │ bytes of lines │ line … line │ head … head
 * head: number │ bytes of the line │ state │ bytes of the claim │ claim │ bornAt │ byteCount
 */

export interface RecordFile {
  add(mark: PieceMark, line: Uint8Array): void
  /** Adds a record with the head that it has in another file. */
  addFiled(head: Uint8Array, line: Uint8Array): void
  byteCount(): number
  heldByteCount(): number
  /** The bytes of the file, which change with the next call of `clear` or `add`. */
  finish(): Uint8Array
  /** Forgets all records, and keeps the room that they took. */
  clear(): void
}

const headerByteCount = 8
const newline = 0x0a
const residualFlag = 0x80

/** `lineByteCount`: the bytes of lines for which there is room at once. A file grows by doubling, which costs copies. */
export function createRecordFile(lineByteCount = 1024): RecordFile {
  const lines = createWordBuffer(headerByteCount + lineByteCount)
  lines.end = headerByteCount
  const heads = createWordBuffer(256)
  let recordCount = 0
  const addLine = (line: Uint8Array): void => {
    const room = reserve(lines, line.length + 1)
    room.set(line, lines.end)
    room[lines.end + line.length] = newline
    lines.end += line.length + 1
    recordCount += 1
  }
  return {
    add({ number, bornAt, byteCount, state, claim }, line) {
      addLine(line)
      const isResidual = bornAt >= 0 || byteCount > 0
      appendNumber(heads, number)
      appendNumber(heads, line.length + 1)
      appendByte(heads, pieceStates.indexOf(state) | (isResidual ? residualFlag : 0))
      appendByte(heads, claim.length)
      appendString(heads, claim)
      if (isResidual) {
        appendNumber(heads, bornAt)
        appendNumber(heads, byteCount)
      }
    },
    addFiled(head, line) {
      addLine(line)
      appendBytes(heads, head)
    },
    byteCount: () => lines.end + heads.end,
    heldByteCount: () => lines.bytes.length + heads.bytes.length,
    finish() {
      const { end } = lines
      lines.end = 0
      appendNumber(lines, recordCount)
      appendNumber(lines, end - headerByteCount)
      lines.end = end
      appendBytes(lines, heads.bytes.subarray(0, heads.end))
      return lines.bytes.subarray(0, lines.end)
    },
    clear() {
      lines.end = headerByteCount
      heads.end = 0
      recordCount = 0
    },
  }
}

export interface FiledRecords {
  readonly recordCount: number
  readonly hasResiduals: boolean
  numberAt(index: number): number
  stateAt(index: number): PieceState
  markAt(index: number): PieceMark
  /** Adds a record to a file. Throws a `RangeError` where lines are not kept. */
  copyTo(file: RecordFile, index: number): void
  /** A line without its newline, as a view. Throws a `RangeError` where lines are not kept. */
  lineAt(index: number): Uint8Array
  readonly heldByteCount: number
}

export function linesOfRecordFile(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return file.subarray(headerByteCount, headerByteCount + view.getUint32(4, true))
}

/** The records of a file, with or without their lines. Throws a `RangeError` for a malformed file. O(records). */
export function readRecordFile(file: Uint8Array, { keepsLines }: KeptLines = { keepsLines: true }): FiledRecords {
  const recordCount = new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(0, true)
  const allLines = linesOfRecordFile(file)
  const behindLines = file.subarray(headerByteCount + allLines.length)
  // Heads are copied, since a view would keep the whole file in memory.
  const [lines, kept] = keepsLines ? [allLines, behindLines] : [undefined, behindLines.slice()]
  const view = new DataView(kept.buffer, kept.byteOffset, kept.byteLength)
  const [starts, heads] = [new Uint32Array(keepsLines ? recordCount + 1 : 0), new Uint32Array(recordCount)]
  let [line, head, hasResiduals] = [0, 0, false]
  for (let index = 0; index < recordCount; index++) {
    starts[index] = line
    heads[index] = head
    line += view.getUint32(head + 4, true)
    const isResidual = (view.getUint8(head + 8) & residualFlag) !== 0
    hasResiduals ||= isResidual
    head += claimPlace + view.getUint8(head + 9) + (isResidual ? 8 : 0)
  }
  starts[recordCount] = line
  if (line !== allLines.length || head !== kept.length) throw new RangeError('Got a file of records of another length')
  const headAt = (index: number): number => uint32At(heads, index)
  const lineAt = (index: number): Uint8Array => {
    if (lines === undefined) throw new RangeError('Got no lines of the records')
    return lines.subarray(uint32At(starts, index), uint32At(starts, index + 1) - 1)
  }
  const stateAt = (index: number): PieceState => at(pieceStates, view.getUint8(headAt(index) + 8) & ~residualFlag)
  return {
    recordCount,
    hasResiduals,
    numberAt: (index) => view.getUint32(headAt(index), true),
    stateAt,
    markAt(index) {
      const place = headAt(index)
      const end = place + claimPlace + byteAt(kept, place + 9)
      const isResidual = (byteAt(kept, place + 8) & residualFlag) !== 0
      return {
        number: view.getUint32(place, true),
        bornAt: isResidual ? view.getInt32(end, true) : -1,
        byteCount: isResidual ? view.getUint32(end + 4, true) : 0,
        state: stateAt(index),
        claim: end === place + claimPlace ? '' : fromUtf8(kept.subarray(place + claimPlace, end)),
      }
    },
    copyTo(file, index) {
      const end = index + 1 < recordCount ? headAt(index + 1) : kept.length
      file.addFiled(kept.subarray(headAt(index), end), lineAt(index))
    },
    lineAt,
    heldByteCount: (keepsLines ? file.length : kept.length) + starts.byteLength + heads.byteLength,
  }
}

export interface KeptLines {
  readonly keepsLines: boolean
}

const claimPlace = 10

/**
 * The lines of a dataset, each ended by a newline, as records that no rule has seen yet. The first record has the
 * number `first`.
 */
export function recordsOfLines(lines: Uint8Array, first: number): FiledRecords {
  if (lines.length > 0 && lines.at(-1) !== newline) throw new RangeError('Got a last line without its newline')
  const starts: number[] = []
  for (let start = 0; start < lines.length; start = lines.indexOf(newline, start) + 1) starts.push(start)
  const places = Uint32Array.from([...starts, lines.length])
  const lineAt = (index: number): Uint8Array => lines.subarray(uint32At(places, index), uint32At(places, index + 1) - 1)
  const markAt = (index: number): PieceMark => {
    return { number: first + index, bornAt: -1, byteCount: 0, state: 'open', claim: '' }
  }
  return {
    recordCount: starts.length,
    hasResiduals: false,
    numberAt: (index) => first + index,
    stateAt: () => 'open',
    markAt,
    copyTo: (file, index) => file.add(markAt(index), lineAt(index)),
    lineAt,
    heldByteCount: lines.length + places.byteLength,
  }
}
