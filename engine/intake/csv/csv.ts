import { createByteQueue } from '../byte-queue.ts'
import { patternsOf, type ReaderOptions, type RecordReader, signOf } from '../reader.ts'
import { createRecordBuilder, type RecordSink } from '../record-builder.ts'
import type { Row } from '../row.ts'
import type { FaultLog } from '../row-fault.ts'
import { takenColumns } from '../taken-columns.ts'
import { type CsvRow, type CsvScanner, createCsvScanner, rowByteCountMax } from './csv-scanner.ts'
import { type CsvLayout, delimiters, findLayout, headerRowCountMax, type NoLayout } from './delimiter.ts'

/** A reader of CSV. The first 64 KB are held until they have told the delimiter and the columns. */
export function createCsvReader(options: ReaderOptions, sink: RecordSink): RecordReader {
  const queue = createByteQueue()
  let body: RecordReader | undefined
  let isRefused = false

  const open = (): void => {
    const layout = findLayout(queue.waiting().subarray(0, headByteCount), options)
    if ('missing' in layout) {
      isRefused = true
      const { column, code, detail } = queue.waiting().every(isSpace) ? blankFault : noLayoutFault(layout)
      sink.faults.add({ line: 1, column, field: null, code, detail })
      return
    }
    options.onColumns?.(takenColumns(layout.header))
    body = createBody(layout, options, sink)
    body.write(queue.waiting())
  }
  return {
    write(bytes) {
      if (isRefused || sink.faults.isFull()) return
      if (body !== undefined) return body.write(bytes)
      queue.append(bytes)
      if (queue.waiting().length >= headByteCount) open()
    },
    end() {
      if (body === undefined && !isRefused) open()
      body?.end()
    },
  }
}

const headByteCount = 65_536

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

const wantedNames = 'that names an amount (or debit and credit) and a date'

const blankFault = {
  column: null,
  code: 'header_not_found',
  detail: `Got no text at all, wanted a header row ${wantedNames}, and records below it`,
} as const

function noLayoutFault({ missing }: NoLayout) {
  const searched = `among the first ${headerRowCountMax} rows, separated by any of ${JSON.stringify(delimiters)}`
  const [column = null] = missing
  if (column !== null) {
    const detail = `Got no row with the columns ${JSON.stringify(missing)} ${searched}, wanted every column that the mapping names`
    return { column, code: 'unknown_column', detail } as const
  }
  const detail = `Got no header row ${searched}, wanted one ${wantedNames}, or a mapping`
  return { column, code: 'header_not_found', detail } as const
}

/** Reads from the first byte on, but hands on only the rows below the header. */
function createBody(layout: CsvLayout, options: ReaderOptions, sink: RecordSink): RecordReader {
  const { header } = layout
  const scanner = createCsvScanner(layout.delimiter)
  const plan = {
    ...header,
    sign: signOf(options.mapping) ?? 'column',
    patterns: patternsOf(options.mapping, sink.faults),
    currency: header.currency ?? options.currency,
    nested: undefined,
    isTrimmed: true,
  } as const
  const builder = createRecordBuilder(plan, sink)
  let rowsToSkip = layout.skippedRowCount
  const take = (rows: readonly CsvRow[]): void => {
    for (const row of rows) {
      if (rowsToSkip > 0) rowsToSkip -= 1
      else if (isWhole(row, header.columns, sink.faults)) builder.take(rowOf(row))
    }
  }
  return {
    write: (bytes) => take(scanner.write(bytes)),
    end() {
      take(scanner.end())
      reportTooLong(scanner, sink.faults)
      builder.end()
    },
  }
}

const rowOf = ({ line, cells }: CsvRow): Row => ({
  line,
  width: cells.length,
  cell: ({ index }) => cells[index],
  lineOf: () => line,
})

/** Whether the row is one to build a record from: not blank, and without a fault, which is added otherwise. */
function isWhole({ line, cells, bad }: CsvRow, columns: CsvLayout['header']['columns'], faults: FaultLog): boolean {
  if (bad !== undefined) {
    faults.add({
      line,
      column: columns[bad.index]?.name ?? null,
      field: null,
      code: bad.code,
      detail: badDetails[bad.code],
    })
    return false
  }
  const extra = cells.findIndex((cell, index) => index >= columns.length && cell.trim() !== '')
  if (extra >= 0) {
    const detail = `Got ${cells.length} cells, wanted at most ${columns.length}, as in the header row`
    faults.add({ line, column: null, field: null, code: 'too_many_cells', detail })
  }
  return extra < 0 && cells.some((cell) => cell.trim() !== '')
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
