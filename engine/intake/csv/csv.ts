import { noHeaderText } from '../columns/no-header-text.ts'
import { takenColumns } from '../columns/taken-columns.ts'
import type { OpenReader, ReaderOptions, RecordReader } from '../format/format.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import { mappedDatePatterns, mappedDecimalSign } from '../mapping/mapping.ts'
import { refuseHeader } from '../rows/intake-limits.ts'
import type { Row } from '../rows/row.ts'
import type { FaultLog, RowFault } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { createRecordBuilder, type RecordSink } from '../table/record-builder.ts'
import { createByteQueue } from '../text/byte-queue.ts'
import { type CsvLayout, delimiters, findLayout, headerRowCountMax, type NoLayout } from './csv-layout.ts'
import { type CsvRow, type CsvScanner, createCsvScanner, isBlankRow, rowByteCountMax } from './csv-scanner.ts'

export const openCsv: OpenReader = (options, sink) =>
  readAsUtf8(createCsvReader(options, sink), { encodingLabel: options.encodingLabel, faults: sink.faults })

/** Reads a CSV. The first 64 KB are held until they have decided the delimiter and the columns. */
function createCsvReader(options: ReaderOptions, sink: RecordSink): RecordReader {
  const queue = createByteQueue()
  let body: RecordReader | undefined
  let isRefused = false

  const open = function* (): Steps<void> {
    const head = queue.waiting()
    const layout = findLayout(head.subarray(0, headByteCount), options)
    if ('missing' in layout) {
      isRefused = true
      for (const row of layout.rows) options.onRow?.(row, 'above')
      sink.faults.add(head.every(isSpace) ? blankFault : noLayoutFault(layout, options))
      return
    }
    isRefused = refuseHeader({ ...layout.header, line: layout.line }, sink.faults)
    if (isRefused) return
    options.onColumns?.(takenColumns(layout.header))
    body = createBody(layout, options, sink)
    yield* body.write(head)
  }
  return {
    *write(bytes) {
      if (isRefused || sink.faults.isFull()) return
      if (body !== undefined) return yield* body.write(bytes)
      queue.append(bytes)
      if (queue.waiting().length >= headByteCount) yield* open()
    },
    *end() {
      if (body === undefined && !isRefused) yield* open()
      if (body !== undefined) yield* body.end()
    },
  }
}

const headByteCount = 65_536

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

const wantedNames = 'that names an amount (or debit and credit) and a date'

const blankFault: RowFault = {
  line: 1,
  column: null,
  field: null,
  code: 'header_not_found',
  detail: `Got an empty file, wanted a header row ${wantedNames}, and records below it: export it again`,
}

function noLayoutFault({ missing, seen }: NoLayout, { mapping, kind }: ReaderOptions): RowFault {
  const searched = `among the first ${headerRowCountMax} rows, separated by any of ${JSON.stringify(delimiters)}`
  const columns = noHeaderText(seen, mapping, kind)
  const [column] = missing
  if (column !== undefined) {
    const detail = `Got no row with the columns ${JSON.stringify(missing)} ${searched}, wanted every column that the mapping names${columns}`
    return { line: 1, column, field: null, code: 'unknown_column', detail }
  }
  const detail = `Got no header row ${searched}, wanted one ${wantedNames}, or a mapping${columns}`
  return { line: 1, column: null, field: null, code: 'header_not_found', detail }
}

function createBody(layout: CsvLayout, options: ReaderOptions, sink: RecordSink): RecordReader {
  const { header } = layout
  const plan = {
    ...header,
    table: { ...header.table, delimiter: layout.delimiter },
    sign: mappedDecimalSign(options.mapping) ?? 'column',
    patterns: mappedDatePatterns(options.mapping, sink.faults),
    currency: header.currency ?? options.currency,
    nested: undefined,
    signs: header.signDoubts(),
    isTrimmed: true,
  } as const
  const builder = createRecordBuilder(plan, sink)
  let rowsToSkip = layout.skippedRowCount
  const take = (row: CsvRow): void => {
    builder.flush()
    options.onRow?.(row, rowsToSkip > 1 ? 'above' : rowsToSkip === 1 ? 'header' : 'below')
    if (rowsToSkip > 0) rowsToSkip -= 1
    else if (isReadable(row, header.columns, sink.faults)) takeReadable(row)
  }
  const takeReadable = (row: CsvRow): void => {
    const { line, cells } = row
    const isTooWide = cells.slice(header.columns.length).some((cell) => cell.trim() !== '')
    if (isTooWide && !builder.skips(rowOf(row))) {
      const detail = `Got ${cells.length} cells, wanted at most ${header.columns.length}, as in the header row`
      builder.refuse(rowOf(row), { line, column: null, field: null, code: 'too_many_cells', detail })
    } else builder.take(rowOf(row))
  }
  const usual = () => (rowsToSkip > 0 ? undefined : builder.usual())
  const scanner = createCsvScanner(layout.delimiter, { take, usual, backlog: sink.backlog })
  return {
    write: scanner.write,
    *end() {
      yield* scanner.end()
      reportTooLong(scanner, sink.faults)
      yield* builder.end()
    },
  }
}

const rowOf = ({ line, cells }: CsvRow): Row => ({
  line,
  width: cells.length,
  cell: ({ index }) => cells[index],
  lineOf: () => line,
})

function isReadable(row: CsvRow, columns: CsvLayout['header']['columns'], faults: FaultLog): boolean {
  const { line, bad } = row
  if (bad === undefined) return !isBlankRow(row)
  const column = columns[bad.index]?.name ?? null
  faults.add({ line, column, field: null, code: bad.code, detail: badDetails[bad.code] })
  return false
}

const badDetails = {
  invalid_encoding: 'Got bytes that are no text in the encoding of the file, wanted the right charset or "encoding"',
  malformed_quote: 'Got text behind a closing quote, wanted a delimiter: quotes inside a quoted cell are doubled',
  unclosed_quote: 'Got the end of the file inside a quoted cell, wanted its closing quote',
}

function reportTooLong(scanner: CsvScanner, faults: FaultLog): void {
  const line = scanner.tooLong()
  if (line === undefined) return
  const detail = `Got a row of more than ${rowByteCountMax} bytes, wanted at most that; a quote that is never closed takes in all that follows`
  faults.add({ line, column: null, field: null, code: 'record_too_large', detail })
}
