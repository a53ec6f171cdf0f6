import { at, byteAt } from '../../base/at.ts'
import { fromUtf8, textOf } from '../../base/bytes.ts'
import { createByteQueue } from '../byte-queue.ts'

/**
 * A row of CSV (RFC 4180): quoted cells may hold doubled quotes and line ends; LF, CRLF or CR ends a line. A blank line
 * is a row of one empty cell.
 */
export interface CsvRow {
  /** The physical line, from 1, on which the row begins. */
  readonly line: number
  readonly cells: readonly string[]
  /** The position of the first cell that cannot be read, and why. */
  readonly bad:
    | { readonly index: number; readonly code: 'invalid_encoding' | 'malformed_quote' | 'unclosed_quote' }
    | undefined
}

/** Splits UTF-8 into rows. */
export interface CsvScanner {
  /** The rows that these bytes complete. */
  write(bytes: Uint8Array): readonly CsvRow[]
  end(): readonly CsvRow[]
  /** The line of the row that has become longer than `rowByteCountMax`; nothing is read from there on. */
  tooLong(): number | undefined
}

/** Whether a row has no cell with a visible character. */
export const isBlankRow = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === '')

/** Bytes of one row as the file has it; a record has as many at most. */
export const rowByteCountMax = 65_536

/** A scanner for cells separated by `delimiter`, one ASCII character. The rows do not depend on how bytes are split. */
export function createCsvScanner(delimiter: string): CsvScanner {
  const queue = createByteQueue()
  const separator = delimiter.charCodeAt(0)
  let line = 1
  let triedByteCount = 0
  let tooLong: number | undefined

  const scan = (isLast: boolean): readonly CsvRow[] => {
    const rows: CsvRow[] = []
    const bytes = queue.waiting()
    let start = 0
    while (start < bytes.length && tooLong === undefined) {
      const cells = scanRow({ bytes, separator, isLast }, start)
      if ((cells?.end ?? bytes.length) - start > rowByteCountMax) tooLong = line
      if (cells === undefined || tooLong !== undefined) break
      rows.push(rowOf(bytes, cells, line))
      line += cells.lineCount
      start = cells.end
    }
    queue.drop(tooLong === undefined ? start : bytes.length)
    triedByteCount = bytes.length - start
    return rows
  }
  return {
    write(bytes) {
      if (tooLong !== undefined) return []
      queue.append(bytes)
      // An incomplete row is scanned again from its start, so not for every byte that arrives.
      return queue.waiting().length < triedByteCount + rescanByteCount ? [] : scan(false)
    },
    end: () => scan(true),
    tooLong: () => tooLong,
  }
}

const rescanByteCount = 4096

const quote = 0x22
const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d

interface Scan {
  readonly bytes: Uint8Array
  readonly separator: number
  readonly isLast: boolean
}

/** The cells of one row as places in the bytes. */
interface RowCells {
  /** The bounds of each cell's text, two numbers a cell, quotes left out. */
  readonly bounds: number[]
  readonly quoted: boolean[]
  /** The position behind the row's line end. */
  end: number
  /** Physical lines that the row takes up. */
  lineCount: number
  isAscii: boolean
  bad: { readonly index: number; readonly code: 'malformed_quote' | 'unclosed_quote' } | undefined
}

/** The row at `start`; undefined when the bytes end before the row does. */
function scanRow(scan: Scan, start: number): RowCells | undefined {
  const { bytes, separator, isLast } = scan
  const row: RowCells = { bounds: [], quoted: [], end: start, lineCount: 1, isAscii: true, bad: undefined }
  let position = start
  while (true) {
    const next = scanCell(scan, position, row)
    if (next === undefined) return undefined
    const byte = bytes[next]
    position = next + 1
    if (byte === separator) continue
    if (byte === carriageReturn) {
      if (position === bytes.length && !isLast) return undefined
      if (bytes[position] === lineFeed) position += 1
    }
    row.end = Math.min(position, bytes.length)
    return byte === undefined && !isLast ? undefined : row
  }
}

/** Adds the cell at `start` to the row. Returns the position of the byte behind the cell. */
function scanCell(scan: Scan, start: number, row: RowCells): number | undefined {
  let open = start
  while (scan.bytes[open] === space) open += 1
  if (scan.bytes[open] === quote) return scanQuoted(scan, open + 1, row)
  const end = skipPlain(scan, start, row)
  row.bounds.push(start, end)
  row.quoted.push(false)
  return end
}

function skipPlain({ bytes, separator }: Scan, start: number, row: RowCells): number {
  let position = start
  for (; position < bytes.length; position++) {
    const byte = byteAt(bytes, position)
    if (byte === separator || byte === lineFeed || byte === carriageReturn) break
    if (byte >= 0x80) row.isAscii = false
  }
  return position
}

function scanQuoted(scan: Scan, start: number, row: RowCells): number | undefined {
  const { bytes, isLast } = scan
  let position = start
  for (; ; position++) {
    const byte = bytes[position]
    if (byte === undefined) break
    if (byte >= 0x80) row.isAscii = false
    else if (byte === lineFeed || (byte === carriageReturn && bytes[position + 1] !== lineFeed)) row.lineCount += 1
    else if (byte === quote) {
      if (bytes[position + 1] !== quote) break
      position += 1
    }
  }
  // A quote that is the last byte so far may be the first half of a doubled one.
  if (position + 1 >= bytes.length && !isLast) return undefined
  const index = row.quoted.length
  row.bounds.push(start, position)
  row.quoted.push(true)
  if (position >= bytes.length) {
    row.bad ??= { index, code: 'unclosed_quote' }
    return position
  }
  const end = skipPlain(scan, position + 1, row)
  for (let rest = position + 1; rest < end; rest++)
    if (bytes[rest] !== space) row.bad ??= { index, code: 'malformed_quote' }
  return end
}

function rowOf(bytes: Uint8Array, { bounds, quoted, end, isAscii, bad }: RowCells, line: number): CsvRow {
  const first = at(bounds, 0)
  // Where a byte is a character, the row is decoded once and sliced: decoding each cell would cost several times that.
  const whole = isAscii ? fromUtf8(bytes.subarray(first, end)) : undefined
  let firstBad: CsvRow['bad'] = bad
  const cells = quoted.map((isQuoted, index) => {
    const start = at(bounds, 2 * index)
    const next = at(bounds, 2 * index + 1)
    const text = whole === undefined ? textOf(bytes.subarray(start, next)) : whole.slice(start - first, next - first)
    if (text === undefined) {
      firstBad ??= { index, code: 'invalid_encoding' }
      return ''
    }
    return isQuoted ? text.replaceAll('""', '"') : text
  })
  return { line, cells, bad: firstBad }
}
