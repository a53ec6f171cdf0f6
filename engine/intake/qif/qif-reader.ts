import { byteAt } from '../../base/at.ts'
import { textOf, utf8 } from '../../base/bytes.ts'
import { roomByteCount } from '../../base/word-buffer.ts'
import type { RecordReader } from '../format/format.ts'
import type { RowFaultCode } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-plan.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import type { QifLine } from './qif-record.ts'

export interface QifTaker {
  header(line: QifLine): void
  /** Takes the lines of a record without blank ones. `isWhole` says that a `^` ends it. */
  record(lines: readonly QifLine[], isWhole: boolean): void
  account(): string
  open(bytes: Uint8Array, view: DataView, accountEnd: number): void
  /** Takes the record at `start`; undefined to get it as lines instead. */
  take(start: number, line: number): { readonly end: number; readonly lineCount: number } | undefined
  flush(): void
  end(): Steps<void>
}

/** The most bytes of a record in the file; a stored record has the same bound. */
const recordByteCountMax = 65_536
/** Few bytes are read together, since each change of account copies the unread ones. */
const stepByteCount = 16_384
const rescanByteCount = 4096

export function createQifReader(taker: QifTaker, sink: QifSink): RecordReader {
  const { faults } = sink
  const queue = createByteQueue()
  const reading: Reading = { line: 1, taker, sink }
  let triedByteCount = 0

  const scan = function* (isLast: boolean): Steps<void> {
    for (let isDone = false; !isDone; ) {
      const taken = yield* takeUpTo(reading, queue.waiting(), isLast)
      taker.flush()
      queue.drop(taken.count)
      isDone = taken.isDone
    }
    triedByteCount = queue.waiting().length
  }
  return {
    *write(bytes) {
      for (let start = 0; start < bytes.length && !faults.isFull(); start += stepByteCount) {
        queue.append(bytes.subarray(start, start + stepByteCount))
        // An incomplete record is scanned again from its start, so wait for enough bytes.
        if (queue.waiting().length >= triedByteCount + rescanByteCount) yield* scan(false)
      }
    },
    *end() {
      if (!faults.isFull()) yield* scan(true)
      if (!faults.isFull()) yield* taker.end()
    },
  }
}

type QifSink = Pick<RecordSink, 'faults' | 'backlog'>

interface Reading {
  line: number
  readonly taker: QifTaker
  readonly sink: QifSink
}

function* takeUpTo(
  reading: Reading,
  held: Uint8Array,
  isLast: boolean,
): Steps<{ readonly count: number; readonly isDone: boolean }> {
  const { taker } = reading
  const { faults, backlog } = reading.sink
  const name = taker.account()
  const account = utf8(name)
  const { bytes, view } = windowOf(account, held)
  taker.open(bytes, view, account.length)
  let start = account.length
  while (start < bytes.length && !faults.isFull() && taker.account() === name) {
    const taken = byteAt(bytes, start) === exclamation ? undefined : taker.take(start, reading.line)
    if (taken !== undefined) reading.line += taken.lineCount
    const end = taken?.end ?? takeBlock(reading, bytes, { start, isLast })
    if (end < 0) return { count: start - account.length, isDone: true }
    start = end
    if (backlog.isBehind()) yield* backlog.workOff()
  }
  return { count: start - account.length, isDone: start === bytes.length || faults.isFull() }
}

interface Place {
  readonly start: number
  readonly isLast: boolean
}

function takeBlock(reading: Reading, bytes: Uint8Array, { start, isLast }: Place): number {
  const { taker } = reading
  const block = blockAt(bytes, start, isLast)
  if ((block?.end ?? bytes.length) - start > recordByteCountMax) {
    const detail = `Got a record of more than ${recordByteCountMax} bytes, wanted at most that`
    return refuse(reading, 'record_too_large', detail)
  }
  if (block === undefined) return -1
  const lines = linesIn(bytes, block, reading.line)
  if (lines === undefined) {
    const detail = 'Got bytes that are no text in the encoding of the file, wanted the right "encoding"'
    return refuse(reading, 'invalid_encoding', detail)
  }
  reading.line += block.lines.length
  const [first] = lines
  taker.flush()
  if (first?.text.startsWith('!') === true) taker.header(first)
  else if (first !== undefined) taker.record(lines, block.isWhole)
  return block.end
}

function refuse({ line, sink: { faults } }: Reading, code: RowFaultCode, detail: string): -1 {
  faults.add({ line, column: null, field: null, code, detail })
  faults.close()
  return -1
}

const [lineFeed, carriageReturn, exclamation] = [0x0a, 0x0d, 0x21]

/** The account and the held bytes in one buffer, with room behind as a `BufferRange` has. */
function windowOf(account: Uint8Array, held: Uint8Array): { readonly bytes: Uint8Array; readonly view: DataView } {
  const length = account.length + held.length
  const all = new Uint8Array(length + 1 + roomByteCount)
  all.set(account)
  all.set(held, account.length)
  all[length] = lineFeed
  return { bytes: all.subarray(0, length), view: new DataView(all.buffer) }
}

interface Block {
  readonly lines: readonly LinePlace[]
  readonly end: number
  readonly isWhole: boolean
}

interface LinePlace {
  readonly start: number
  readonly end: number
}

function linesIn(bytes: Uint8Array, { lines }: Block, first: number): readonly QifLine[] | undefined {
  const texts = lines.map(({ start, end }) => textOf(bytes.subarray(start, end)))
  if (texts.includes(undefined)) return undefined
  return texts
    .map((text, index) => ({ text: text ?? '', line: first + index }))
    .filter(({ text }) => !/^\s*\^?\s*$/.test(text))
}

function blockAt(bytes: Uint8Array, start: number, isLast: boolean): Block | undefined {
  const lines: LinePlace[] = []
  for (let position = start; position < bytes.length; ) {
    const isHeader = bytes[position] === exclamation
    if (isHeader && lines.length > 0) return { lines, end: position, isWhole: false }
    const end = lineEnd(bytes, position)
    const isReturn = bytes[end] === carriageReturn
    // The line, or a line feed behind its carriage return, may still arrive.
    if (!isLast && (end === bytes.length || (isReturn && end + 1 === bytes.length))) return undefined
    lines.push({ start: position, end })
    const isCaret = textOf(bytes.subarray(position, Math.min(end, position + caretByteCountMax)))?.trim() === '^'
    position = Math.min(bytes.length, isReturn && bytes[end + 1] === lineFeed ? end + 2 : end + 1)
    if (isHeader || isCaret) return { lines, end: position, isWhole: true }
  }
  return isLast ? { lines, end: bytes.length, isWhole: false } : undefined
}

/** A caret with white space around has at most this many bytes. */
const caretByteCountMax = 64

function lineEnd(bytes: Uint8Array, start: number): number {
  let position = start
  while (position < bytes.length && bytes[position] !== lineFeed && bytes[position] !== carriageReturn) position += 1
  return position
}
