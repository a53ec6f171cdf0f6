import { createByteQueue } from '../byte-queue.ts'

/**
 * Rows of CSV (RFC 4180) out of UTF-8 bytes: quoted cells with doubled quotes and line ends inside, lines ended by LF,
 * CRLF or CR. Blank lines are rows of one empty cell.
 */
export interface CsvRow {
  /** The physical line, from 1, on which the row begins. */
  readonly line: number
  readonly cells: readonly string[]
  /** The first cell that cannot be read, and why. */
  readonly bad:
    | { readonly index: number; readonly code: 'invalid_encoding' | 'malformed_quote' | 'unclosed_quote' }
    | undefined
}

export interface CsvScanner {
  /** The rows that these bytes complete. */
  write(bytes: Uint8Array): readonly CsvRow[]
  end(): readonly CsvRow[]
  /** The line of the row that has become longer than `rowByteCountMax`; nothing is read from there on. */
  tooLong(): number | undefined
}

/** Bytes of one row as it is written; a record has as many at most. */
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

/** Where the cells of one row stand. */
interface RowCells {
  /** The bounds of each cell's text, two numbers a cell, quotes left out. */
  readonly bounds: number[]
  readonly quoted: boolean[]
  /** Behind the row's line end. */
  end: number
  lineCount: number
  isAscii: boolean
  bad: { readonly index: number; readonly code: 'malformed_quote' | 'unclosed_quote' } | undefined
}

/** The row at `start`, or undefined when more bytes are needed to know it. */
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

/** Adds the cell at `start` to the row; gives the position of what ends it. */
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
    const byte = bytes[position] ?? 0
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
  // At the end of what has arrived, a quote may still turn out to be doubled.
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

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function rowOf(bytes: Uint8Array, cells: RowCells, line: number): CsvRow {
  const first = cells.bounds[0] ?? 0
  // One decoding for the row where a byte is a character, and slices of it, cost a fraction of one for each cell.
  const whole = cells.isAscii ? decoder.decode(bytes.subarray(first, cells.end)) : undefined
  let bad: CsvRow['bad'] = cells.bad
  const texts = cells.quoted.map((isQuoted, index) => {
    const [start, end] = [cells.bounds[2 * index] ?? 0, cells.bounds[2 * index + 1] ?? 0]
    const text = whole === undefined ? decodeCell(bytes.subarray(start, end)) : whole.slice(start - first, end - first)
    if (text === undefined) bad ??= { index, code: 'invalid_encoding' }
    return isQuoted ? (text ?? '').replaceAll('""', '"') : (text ?? '')
  })
  return { line, cells: texts, bad }
}

function decodeCell(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
