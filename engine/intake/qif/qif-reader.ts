import { byteAt } from '../../base/at.ts'
import { textOf, utf8 } from '../../base/bytes.ts'
import { roomByteCount } from '../../base/word-buffer.ts'
import { createByteQueue } from '../byte-queue.ts'
import type { RecordReader } from '../format.ts'
import type { FaultLog, RowFaultCode } from '../row-fault.ts'
import type { QifLine } from './qif-record.ts'

/** Takes what a QIF file consists of, in order. */
export interface QifTaker {
  /** Takes a line that begins with `!`. */
  header(line: QifLine): void
  /** Takes the lines of a record, blank ones left out. `isWhole` says that a `^` ends it. */
  record(lines: readonly QifLine[], isWhole: boolean): void
  /** The name of the account that records belong to now; empty for none. */
  account(): string
  /** Opens bytes in which records begin, behind the name of the account, which ends at `accountEnd`. */
  open(bytes: Uint8Array, view: DataView, accountEnd: number): void
  /** Is offered each record first: the lines that it took from `start` on, and where they end. */
  take(start: number, line: number): { readonly end: number; readonly lineCount: number } | undefined
  flush(): void
  end(line: number): void
}

/** Bytes of one record as the file has it; a canonical record has as many at most. */
const recordByteCountMax = 65_536
/** Bytes that are looked at together: where the account changes, the rest of them is copied. */
const stepByteCount = 65_536
const rescanByteCount = 4096

/** A reader of UTF-8 that cuts a file into records. Holds one record. */
export function createQifReader(taker: QifTaker, faults: FaultLog): RecordReader {
  const queue = createByteQueue()
  let line = 1
  let triedByteCount = 0

  const refuse = (code: RowFaultCode, detail: string): void => {
    faults.add({ line, column: null, field: null, code, detail })
    faults.close()
  }
  /** Takes the block at `start`, and returns the position behind it; -1 where it is not complete, and after a fault. */
  const takeBlock = (bytes: Uint8Array, start: number, isLast: boolean): number => {
    const block = blockAt(bytes, start, isLast)
    if ((block?.end ?? bytes.length) - start > recordByteCountMax) {
      refuse('record_too_large', `Got a record of more than ${recordByteCountMax} bytes, wanted at most that`)
      return -1
    }
    if (block === undefined) return -1
    const lines: QifLine[] = []
    for (const place of block.lines) {
      const text = textOf(bytes.subarray(place.start, place.end))
      if (text === undefined) {
        refuse(
          'invalid_encoding',
          'Got bytes that are no text in the encoding of the file, wanted the right "encoding"',
        )
        return -1
      }
      if (text.trim() !== '' && text.trim() !== '^') lines.push({ text, line })
      line += 1
    }
    const [first] = lines
    taker.flush()
    if (first?.text.startsWith('!') === true) taker.header(first)
    else if (first !== undefined) taker.record(lines, block.isWhole)
    return block.end
  }
  /** Takes what is complete of the bytes behind the name of the account, up to where the account changes. */
  const takeUpTo = (held: Uint8Array, isLast: boolean): { readonly count: number; readonly isDone: boolean } => {
    const name = taker.account()
    const account = utf8(name)
    const { bytes, view } = windowOf(account, held)
    taker.open(bytes, view, account.length)
    let start = account.length
    while (start < bytes.length && !faults.isFull() && taker.account() === name) {
      const taken = byteAt(bytes, start) === exclamation ? undefined : taker.take(start, line)
      if (taken !== undefined) line += taken.lineCount
      const end = taken?.end ?? takeBlock(bytes, start, isLast)
      if (end < 0) return { count: start - account.length, isDone: true }
      start = end
    }
    return { count: start - account.length, isDone: start === bytes.length || faults.isFull() }
  }
  const scan = (isLast: boolean): void => {
    for (let isDone = false; !isDone; ) {
      const taken = takeUpTo(queue.waiting(), isLast)
      taker.flush()
      queue.drop(taken.count)
      isDone = taken.isDone
    }
    triedByteCount = queue.waiting().length
  }
  return {
    write(bytes) {
      for (let start = 0; start < bytes.length && !faults.isFull(); start += stepByteCount) {
        queue.append(bytes.subarray(start, start + stepByteCount))
        // An incomplete record is looked at again from its start, so not for every byte that arrives.
        if (queue.waiting().length >= triedByteCount + rescanByteCount) scan(false)
      }
    },
    end() {
      if (!faults.isFull()) scan(true)
      if (!faults.isFull()) taker.end(line)
    },
  }
}

const [lineFeed, carriageReturn, exclamation] = [0x0a, 0x0d, 0x21]

/** The account and the bytes behind it in one stretch, with room behind as a `Stretch` has. */
function windowOf(account: Uint8Array, held: Uint8Array): { readonly bytes: Uint8Array; readonly view: DataView } {
  const length = account.length + held.length
  const all = new Uint8Array(length + 1 + roomByteCount)
  all.set(account)
  all.set(held, account.length)
  all[length] = lineFeed
  return { bytes: all.subarray(0, length), view: new DataView(all.buffer) }
}

/** The lines of a record, or one that begins with `!`, as places in the bytes. */
interface Block {
  readonly lines: readonly LinePlace[]
  readonly end: number
  readonly isWhole: boolean
}

interface LinePlace {
  readonly start: number
  readonly end: number
}

/** The block at `start`; undefined where more has to arrive. */
function blockAt(bytes: Uint8Array, start: number, isLast: boolean): Block | undefined {
  const lines: LinePlace[] = []
  for (let position = start; position < bytes.length; ) {
    const isHeader = bytes[position] === exclamation
    if (isHeader && lines.length > 0) return { lines, end: position, isWhole: false }
    const end = lineEnd(bytes, position)
    const isReturn = bytes[end] === carriageReturn
    // A line feed may still come.
    if (!isLast && (end === bytes.length || (isReturn && end + 1 === bytes.length))) return undefined
    lines.push({ start: position, end })
    const isCaret = textOf(bytes.subarray(position, Math.min(end, position + caretByteCountMax)))?.trim() === '^'
    position = Math.min(bytes.length, isReturn && bytes[end + 1] === lineFeed ? end + 2 : end + 1)
    if (isHeader || isCaret) return { lines, end: position, isWhole: true }
  }
  return isLast ? { lines, end: bytes.length, isWhole: false } : undefined
}

/** Bytes of a line that is a caret and white space. */
const caretByteCountMax = 64

function lineEnd(bytes: Uint8Array, start: number): number {
  let position = start
  while (position < bytes.length && bytes[position] !== lineFeed && bytes[position] !== carriageReturn) position += 1
  return position
}
