import { fromUtf8, textOf } from '../../base/bytes.ts'
import type { Backlog } from '../rows/backlog.ts'
import type { Steps } from '../rows/steps.ts'
import type { UsualRows } from '../rows/usual-rows.ts'
import { createByteQueue } from '../text/byte-queue.ts'

/** A row by RFC 4180: a quoted cell may hold doubled quotes and line ends. A blank line is a row of one empty cell. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly bad:
    | { readonly index: number; readonly code: 'invalid_encoding' | 'malformed_quote' | 'unclosed_quote' }
    | undefined
}

interface CsvSink {
  take(row: CsvRow): void
  /** Takes usual rows before `take` gets the others. */
  readonly usual?: () => UsualRows | undefined
  readonly backlog?: Backlog
  readonly rowCountMax?: number
}

export interface CsvScanner {
  write(bytes: Uint8Array): Steps<void>
  end(): Steps<void>
  tooLong(): number | undefined
}

export const isBlankRow = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === '')

export const rowByteCountMax = 65_536

/** `delimiter` is one ASCII character. However the bytes are split into parts, the rows are the same. */
export function createCsvScanner(
  delimiter: string,
  { take, usual = () => undefined, backlog, rowCountMax = Number.POSITIVE_INFINITY }: CsvSink,
): CsvScanner {
  const queue = createByteQueue()
  const separator = delimiter.charCodeAt(0)
  let [line, rowCount, triedByteCount] = [1, 0, 0]
  let tooLong: number | undefined

  const scan = function* (isLast: boolean): Steps<void> {
    const bytes = queue.waiting()
    let start = 0
    while (start < bytes.length && tooLong === undefined && rowCount < rowCountMax) {
      const rows = usual()
      const count = rows?.takeRows(bytes, start, line) ?? 0
      if (rows !== undefined && count > 0) {
        line += count
        start = rows.position()
      } else {
        rowCount += 1
        const row = scanRow({ bytes, separator, isLast }, start)
        if ((row?.end ?? bytes.length) - start > rowByteCountMax) tooLong = line
        if (row === undefined || tooLong !== undefined) break
        take(rowOf(bytes, row, line))
        line += row.lineCount
        start = row.end
      }
      if (backlog?.isBehind()) yield* backlog.workOff()
    }
    usual()?.flush()
    queue.drop(tooLong === undefined ? start : bytes.length)
    triedByteCount = bytes.length - start
  }
  return {
    *write(bytes) {
      if (tooLong !== undefined) return
      queue.append(bytes)
      // Waits for more bytes, since an incomplete row is scanned again from its start.
      if (queue.waiting().length >= triedByteCount + rescanByteCount) yield* scan(false)
    },
    end: () => scan(true),
    tooLong: () => tooLong,
  }
}
const rescanByteCount = 4096
const [lineFeed, carriageReturn, space, quote] = [0x0a, 0x0d, 0x20, 0x22]

interface Scan {
  readonly bytes: Uint8Array
  readonly separator: number
  readonly isLast: boolean
}

interface CellPlace {
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
}

interface RowPlace {
  readonly start: number
  readonly cells: CellPlace[]
  end: number
  lineCount: number
  isAscii: boolean
  bad: { readonly index: number; readonly code: 'malformed_quote' | 'unclosed_quote' } | undefined
}

/** Undefined if the bytes end before the row does. */
function scanRow(scan: Scan, start: number): RowPlace | undefined {
  const { bytes, separator, isLast } = scan
  const row: RowPlace = { start, cells: [], end: start, lineCount: 1, isAscii: true, bad: undefined }
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

function scanCell(scan: Scan, start: number, row: RowPlace): number | undefined {
  let open = start
  while (scan.bytes[open] === space) open += 1
  if (scan.bytes[open] === quote) return scanQuoted(scan, open + 1, row)
  const end = skipPlain(scan, start, row)
  row.cells.push({ start, end, isQuoted: false })
  return end
}

function skipPlain({ bytes, separator }: Scan, start: number, row: RowPlace): number {
  let position = start
  for (; position < bytes.length; position++) {
    const byte = bytes[position]
    if (byte === undefined || byte === separator || byte === lineFeed || byte === carriageReturn) break
    if (byte >= 0x80) row.isAscii = false
  }
  return position
}

function scanQuoted(scan: Scan, start: number, row: RowPlace): number | undefined {
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
  // A quote at the end of the bytes may be the first half of a doubled quote.
  if (position + 1 >= bytes.length && !isLast) return undefined
  const index = row.cells.length
  row.cells.push({ start, end: position, isQuoted: true })
  if (position >= bytes.length) {
    row.bad ??= { index, code: 'unclosed_quote' }
    return position
  }
  const end = skipPlain(scan, position + 1, row)
  for (let behind = position + 1; behind < end; behind++)
    if (bytes[behind] !== space) row.bad ??= { index, code: 'malformed_quote' }
  return end
}

function rowOf(bytes: Uint8Array, row: RowPlace, line: number): CsvRow {
  // In ASCII every byte is a character: decoding the whole row and slicing it is several times as fast as decoding each
  // cell.
  const whole = row.isAscii ? fromUtf8(bytes.subarray(row.start, row.end)) : undefined
  let bad: CsvRow['bad'] = row.bad
  const cells = row.cells.map(({ start, end, isQuoted }, index) => {
    const text =
      whole === undefined ? textOf(bytes.subarray(start, end)) : whole.slice(start - row.start, end - row.start)
    if (text === undefined) {
      bad ??= { index, code: 'invalid_encoding' }
      return ''
    }
    return isQuoted ? text.replaceAll('""', '"') : text
  })
  return { line, cells, bad }
}
