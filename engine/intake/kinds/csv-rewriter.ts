import { utf8 } from '../../base/bytes.ts'
import { openCsv } from '../csv/csv.ts'
import { type CsvRow, createCsvScanner, isBlankRow, rowByteCountMax } from '../csv/csv-scanner.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions, RecordReader } from '../format/format.ts'
import { readAsUtf8 } from '../format/text-reader.ts'
import type { Steps } from '../rows/steps.ts'
import { type CellKind, type ChangedExport, createRowChange } from './row-change.ts'
import type { TableExport } from './table-export.ts'

export interface CsvExport extends TableExport {
  readonly delimiter: string
}

interface CsvRewriterOptions extends CsvExport, ChangedExport {
  readonly options: ReaderOptions
}

/** Writes a CSV again, with columns added and without rows that move no money. Each row keeps its line number. */
export function createCsvRewriter(rewritten: CsvRewriterOptions, sink: StatementSink): RecordReader {
  const { delimiter, columns, preamble, options } = rewritten
  const inner = openCsv({ ...options, encodingLabel: 'utf-8' }, sink)
  const change = createRowChange(rewritten, texts)
  let [rowsToKeep, isHeader, line, written] = [preamble.length, true, 1, '']
  let parts: Uint8Array[] = []

  const flush = function* (): Steps<void> {
    const all = [...parts, utf8(written)]
    ;[parts, written] = [[], '']
    for (const part of all) yield* inner.write(part)
  }
  const write = ({ line: own, bad }: CsvRow, cells: readonly string[]): void => {
    // Empty lines stand in for rows that are left out and for line ends inside a faulty cell.
    for (; line < own; line++) written += '\n'
    if (bad === undefined) written += cells.map((cell) => quoted(cell, delimiter)).join(delimiter)
    else writeBad(cells.slice(0, bad.index), bad.code)
    written += '\n'
    line += 1 + cells.reduce((count, cell) => count + lineEndsIn(cell), 0)
  }
  const writeBad = (before: readonly string[], code: NonNullable<CsvRow['bad']>['code']): void => {
    written += before.map((cell) => `${quoted(cell, delimiter)}${delimiter}`).join('')
    if (code === 'invalid_encoding') {
      parts.push(utf8(written), Uint8Array.of(0xff))
      written = ''
    } else written += code === 'malformed_quote' ? '""x' : '"'
  }
  const take = (row: CsvRow): void => {
    if (rowsToKeep > 0) {
      rowsToKeep -= 1
      write(row, row.cells)
    } else if (isHeader) {
      isHeader = false
      write(row, columns)
    } else if (row.bad !== undefined || isBlankRow(row)) write(row, row.cells)
    else {
      const cells = change(row.cells)
      if (cells === undefined) sink.warn('skipped_entries', row.line)
      else write(row, cells)
    }
  }
  const scanner = createCsvScanner(delimiter, { take })
  const rewriter: RecordReader = {
    *write(bytes) {
      if (sink.faults.isFull()) return
      yield* scanner.write(bytes)
      yield* flush()
    },
    *end() {
      yield* scanner.end()
      yield* flush()
      yield* inner.end()
      const tooLong = scanner.tooLong()
      if (tooLong !== undefined) sink.faults.add({ ...tooLongFault, line: tooLong })
    },
  }
  return readAsUtf8(rewriter, { encodingLabel: options.encodingLabel, faults: sink.faults })
}

const texts: CellKind<string> = { textOf: (cell) => cell?.trim() ?? '', ofDecimal: (text) => text }

const tooLongFault = {
  column: null,
  field: null,
  code: 'record_too_large',
  detail: `Got a row of more than ${rowByteCountMax} bytes, wanted at most that; a quote that is never closed takes in all that follows`,
} as const

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const lineEndsIn = (cell: string): number => (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0)
