import { byteAt, int32At } from '../../base/at.ts'
import { textOf } from '../../base/bytes.ts'
import { isUtf8 } from '../../base/utf8-check.ts'
import { endOfPlainText, repeated } from '../../base/word-scan.ts'
import { type Cells, createCells } from '../rows/cells.ts'

/** A fast scanner: finds the cells of usual CSV rows as positions in the bytes. */
interface CellScanner {
  readonly cells: Cells
  /** Requires a `view` that extends beyond the bytes. A row without its newline is not scanned. */
  open(bytes: Uint8Array, view: DataView): void
  /**
   * The position after the row; -1 for an unusual, faulty, long or incomplete row, which `createCsvScanner` then reads.
   */
  scan(start: number): number
  /** Gives the row scanned last its doubled quotes back, for `createCsvScanner` to read it. */
  undo(): void
}

const [lineFeed, carriageReturn, space, quote, firstBeyondAscii] = [0x0a, 0x0d, 0x20, 0x22, 0x80]

interface Scan {
  readonly cells: Cells
  readonly separator: number
  limit: number
  position: number
  isAscii: boolean
  /** The columns of the row's cells with doubled quotes. */
  readonly doubled: number[]
  /** The row as it was before its doubled quotes became single ones; undefined if it has none. */
  written: { readonly start: number; readonly bytes: Uint8Array } | undefined
}

/** Longer rows are left to `createCsvScanner`, which refuses those that are too long. */
const scannedByteCountMax = 16_384

/**
 * Longer cells with white space around them are left to `createCsvScanner`, since the white space counts towards the
 * bound of an id.
 */
const trimmedByteCountMax = 256

/** A row with text beyond `columnCount` cells is unusual. Scanning allocates nothing. */
export function createCellScanner(delimiter: string, columnCount: number): CellScanner {
  const cells = createCells(columnCount)
  const separator = delimiter.charCodeAt(0)
  const scan: Scan = { cells, separator, limit: 0, position: 0, isAscii: true, doubled: [], written: undefined }
  return {
    cells,
    open(bytes, view) {
      cells.bytes = bytes
      cells.view = view
      scan.limit = bytes.lastIndexOf(lineFeed) + 1
    },
    scan(start) {
      scan.written = undefined
      if (start >= scan.limit) return -1
      scan.position = start
      scan.isAscii = true
      if (scan.doubled.length > 0) scan.doubled.length = 0
      cells.isPlain = true
      if (!scanRow(scan, columnCount)) return -1
      cells.byteCount = scan.position - start
      if (cells.byteCount > scannedByteCountMax) return -1
      if (!scan.isAscii && !isUtf8(cells.bytes, start, scan.position)) return -1
      if (scan.doubled.length > 0) undouble(scan, start)
      return scan.position
    },
    undo() {
      if (scan.written !== undefined) cells.bytes.set(scan.written.bytes, scan.written.start)
    },
  }
}

function scanRow(scan: Scan, columnCount: number): boolean {
  const { cells, separator } = scan
  const { bytes, starts, ends } = cells
  for (let column = 0; ; column++) {
    const isQuoted = byteAt(bytes, scan.position) === quote
    if (isQuoted) scan.position += 1
    const from = scan.position
    const to = isQuoted ? endOfQuoted(scan, column) : endOfUnquoted(scan)
    if (to < 0) return false
    if (column < columnCount) {
      starts[column] = from
      ends[column] = to
      if (from < to && mayBeTrimmed(bytes, from, to) && !trim(scan, column)) return false
    } else if (from < to) return false
    const byte = byteAt(bytes, scan.position++)
    if (byte === separator) continue
    if (byte === carriageReturn && byteAt(bytes, scan.position) === lineFeed) scan.position += 1
    for (let absent = column + 1; absent < columnCount; absent++) {
      starts[absent] = 0
      ends[absent] = 0
    }
    return byte === lineFeed || byte === carriageReturn
  }
}

/** Returns the end of the cell, where the scan goes on; -1 if the cell turns out to be quoted. */
function endOfUnquoted(scan: Scan): number {
  const { cells, separator } = scan
  const { bytes, view } = cells
  const separators = repeated(separator)
  const start = scan.position
  for (let position = start; ; position++) {
    position = endOfPlainText(view, position, separators)
    const byte = byteAt(bytes, position)
    if (byte === separator || byte === lineFeed || byte === carriageReturn) {
      scan.position = position
      return position
    }
    if (byte >= firstBeyondAscii) scan.isAscii = false
    else cells.isPlain = false
    // A quote after only spaces opens a quoted cell.
    if (byte === quote && isSpace(bytes, start, position)) return -1
  }
}

function isSpace(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (byteAt(bytes, index) !== space) return false
  return true
}

/**
 * Returns the end of the cell; the scan goes on after its closing quote. -1 if a line end is in the cell.
 */
function endOfQuoted(scan: Scan, column: number): number {
  const { cells, separator, doubled } = scan
  const { bytes, view } = cells
  for (let position = scan.position; ; position++) {
    position = endOfPlainText(view, position, repeated(quote))
    const byte = byteAt(bytes, position)
    if (byte === quote) {
      scan.position = position + 1
      const next = byteAt(bytes, scan.position)
      if (next === quote) {
        if (doubled.at(-1) !== column) doubled.push(column)
        cells.isPlain = false
        position += 1
        continue
      }
      return next === separator || next === lineFeed || next === carriageReturn ? position : -1
    }
    if (byte === lineFeed || byte === carriageReturn) return -1
    if (byte >= firstBeyondAscii) scan.isAscii = false
    else cells.isPlain = false
  }
}

/** Writes single quotes for doubled ones, so that the cells become shorter where they are. */
function undouble(scan: Scan, start: number): void {
  const { bytes, starts, ends } = scan.cells
  scan.written = { start, bytes: bytes.slice(start, scan.position) }
  for (const column of scan.doubled) {
    const to = int32At(ends, column)
    let end = int32At(starts, column)
    for (let from = end; from < to; from++) {
      const byte = byteAt(bytes, from)
      bytes[end++] = byte
      if (byte === quote) from += 1
    }
    ends[column] = end
  }
}

/**
 * Whether the cell may begin or end with white space. Every character beyond ASCII counts, since some are white space.
 */
function mayBeTrimmed(bytes: Uint8Array, from: number, to: number): boolean {
  const [first, last] = [byteAt(bytes, from), byteAt(bytes, to - 1)]
  return first <= space || last <= space || first >= firstBeyondAscii || last >= firstBeyondAscii
}

/** The ASCII characters that `String.trim` removes. */
const isWhite = (byte: number): boolean => byte === space || (byte >= 0x09 && byte <= 0x0d)

function trim({ cells }: Scan, column: number): boolean {
  const { bytes, starts, ends } = cells
  let from = int32At(starts, column)
  let to = int32At(ends, column)
  const length = to - from
  while (from < to && isWhite(byteAt(bytes, from))) from += 1
  while (from < to && isWhite(byteAt(bytes, to - 1))) to -= 1
  starts[column] = from
  ends[column] = to
  if (to - from < length && length > trimmedByteCountMax) return false
  if (from === to || (byteAt(bytes, from) < firstBeyondAscii && byteAt(bytes, to - 1) < firstBeyondAscii)) return true
  const text = textOf(bytes.subarray(from, to))
  return text !== undefined && text === text.trim()
}
