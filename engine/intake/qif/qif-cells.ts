import { byteAt, int32At } from '../../base/at.ts'
import { isUtf8 } from '../../base/utf8-check.ts'
import { endOfPlainText, repeated } from '../../base/word-scan.ts'
import { type Cells, createCells } from '../rows/cells.ts'
import { qifColumnCount, qifColumns } from './qif-fields.ts'

/** Finds the values of usual QIF records as places in their bytes. */
interface QifScanner {
  readonly cells: Cells
  lineCount: number
  /** Requires a `view` with room behind the bytes. The first `accountEnd` bytes are the name of the account. */
  open(bytes: Uint8Array, view: DataView, accountEnd: number): void
  /** Returns the position behind the record at `start`; -1 for an unusual, faulty or incomplete record. */
  scan(start: number): number
}

const [lineFeed, carriageReturn, space, caret, firstBeyondAscii] = [0x0a, 0x0d, 0x20, 0x5e, 0x80]
const lineFeeds = repeated(lineFeed)

/** `readQifRecord` reads longer records, and the reader finds those that are too long. */
const scannedByteCountMax = 16_384

const amountIndex = qifColumns.amount.index
/** U is a second amount: equal to that of T, or in place of it. */
const otherAmountCode = 0x55

const indexByCode = new Int8Array(256).fill(-1)
for (const { name, index } of Object.values(qifColumns)) {
  if (name.length === 1 && index !== qifColumns.splits.index) indexByCode[name.charCodeAt(0)] = index
}
indexByCode[otherAmountCode] = amountIndex

/** A record in which a code repeats is unusual. Scanning allocates nothing. */
export function createQifScanner(): QifScanner {
  const cells = createCells(qifColumnCount)
  const state = { cells, position: 0, isAscii: true, amountCode: 0 }
  let limit = 0
  let accountEnd = 0
  const scanner: QifScanner = {
    cells,
    lineCount: 0,
    open(bytes, view, end) {
      cells.bytes = bytes
      cells.view = view
      accountEnd = end
      limit = bytes.lastIndexOf(lineFeed) + 1
    },
    scan(start) {
      state.position = start
      state.isAscii = true
      state.amountCode = 0
      cells.isPlain = true
      cells.starts.fill(0)
      cells.ends.fill(0)
      cells.ends[qifColumns.account.index] = accountEnd
      for (scanner.lineCount = 1; state.position < limit; scanner.lineCount++) {
        if (byteAt(cells.bytes, state.position) === caret) {
          const end = endOfCaret(cells.bytes, state.position)
          cells.start = start
          cells.byteCount = end - start
          if (end < 0 || end - start > scannedByteCountMax) return -1
          return state.isAscii || isUtf8(cells.bytes, start, end) ? end : -1
        }
        if (!scanLine(state)) return -1
      }
      return -1
    },
  }
  return scanner
}

function endOfCaret(bytes: Uint8Array, position: number): number {
  const next = byteAt(bytes, position + 1) === carriageReturn ? position + 2 : position + 1
  return byteAt(bytes, next) === lineFeed ? next + 1 : -1
}

interface Scan {
  readonly cells: Cells
  position: number
  isAscii: boolean
  amountCode: number
}

function scanLine(scan: Scan): boolean {
  const { cells } = scan
  const { bytes, view, starts, ends } = cells
  const code = byteAt(bytes, scan.position)
  const index = indexByCode[code]
  if (index === undefined || index < 0) return false
  let from = scan.position + 1
  let to = from
  for (; ; to++) {
    to = endOfPlainText(view, to, lineFeeds)
    const byte = byteAt(bytes, to)
    if (byte === lineFeed) break
    if (byte >= firstBeyondAscii) scan.isAscii = false
    else if (byte === carriageReturn && byteAt(bytes, to + 1) === lineFeed) break
    else if (byte === carriageReturn) return false
    else cells.isPlain = false
  }
  scan.position = byteAt(bytes, to) === carriageReturn ? to + 2 : to + 1
  while (from < to && isWhite(byteAt(bytes, from))) from += 1
  while (from < to && isWhite(byteAt(bytes, to - 1))) to -= 1
  if (from === to) return true
  if (byteAt(bytes, from) >= firstBeyondAscii || byteAt(bytes, to - 1) >= firstBeyondAscii) {
    if (mayBeSpace(bytes, from) || mayBeSpace(bytes, startOfLast(bytes, to))) return false
  }
  if (index === amountIndex && scan.amountCode !== 0 && scan.amountCode !== code) {
    // The amount of T replaces that of U.
    if (code === otherAmountCode) return true
  } else if (int32At(ends, index) > 0) return false
  if (index === amountIndex) scan.amountCode = code
  starts[index] = from
  ends[index] = to
  return true
}

/** The ASCII characters that `String.trim` removes. */
const isWhite = (byte: number): boolean => byte === space || (byte >= 0x09 && byte <= 0x0d)

/** The first bytes of the characters beyond ASCII that `String.trim` removes. */
const spaceLeads = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef])

const mayBeSpace = (bytes: Uint8Array, position: number): boolean => spaceLeads.has(byteAt(bytes, position))

function startOfLast(bytes: Uint8Array, end: number): number {
  let position = end - 1
  while (position > 0 && byteAt(bytes, position) >= 0x80 && byteAt(bytes, position) < 0xc0) position -= 1
  return position
}
