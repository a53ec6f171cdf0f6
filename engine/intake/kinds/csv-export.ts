import { createByteQueue } from '../byte-queue.ts'
import { openCsv } from '../csv/csv.ts'
import { delimiters, headerRowCountMax } from '../csv/csv-layout.ts'
import { type CsvRow, createCsvScanner } from '../csv/csv-scanner.ts'
import { createTranscoder, encodingOfLabel } from '../encoding.ts'
import type { ReaderOptions, RecordReader } from '../format.ts'
import type { Mapping } from '../mapping.ts'
import type { StatementSink } from '../statement-writer.ts'
import { createCsvRewriter } from './csv-rewriter.ts'
import { type CsvExport, columnFinder } from './export-columns.ts'
import { type ExportMap, renamed } from './export-map.ts'
import { mapOfColumns, mergedMapping } from './export-maps.ts'
import { readShortDates } from './short-dates.ts'

/** The header of a CSV is looked for in as many bytes. */
const headByteCount = 65_536

/**
 * Reads a CSV as the export that its header shows it to be, and by its header names alone where it is none that is known.
 * Holds the first 64 KB.
 */
export function openCsvExport(options: ReaderOptions, sink: StatementSink): RecordReader {
  const queue = createByteQueue()
  let reader: RecordReader | undefined
  const open = (): RecordReader => {
    const held = queue.waiting()
    const opened = openByHead(held.subarray(0, headByteCount), options, sink)
    opened.write(held)
    queue.drop(held.length)
    return opened
  }
  return {
    write(bytes) {
      if (reader !== undefined) return reader.write(bytes)
      queue.append(bytes)
      if (queue.waiting().length >= headByteCount) reader = open()
    },
    end() {
      reader ??= open()
      reader.end()
    },
    encoding: () => reader?.encoding?.() ?? null,
  }
}

function openByHead(head: Uint8Array, options: ReaderOptions, sink: StatementSink): RecordReader {
  const found = options.mapping['header'] === false ? undefined : findExport(head, options)
  if (found === undefined) return openCsv(options, sink)
  const { map } = found
  const mapping = mergedMapping(fieldsOf(found), options.mapping)
  const dates = map.shortDate === undefined ? undefined : readShortDates(found.preamble)
  const currency = options.currency ?? dates?.currency
  const read = { ...options, kind: map.kind ?? options.kind, mapping, currency }
  const isWhole = !map.made && !map.skipped && !map.carried && !dates
  return isWhole ? openCsv(read, sink) : createCsvRewriter({ ...found, dates, options: read }, sink)
}

/** The export whose header is among the first rows; of several delimiters, the one with the most columns. */
function findExport(head: Uint8Array, { kind, encodingLabel }: ReaderOptions): CsvExport | undefined {
  const text = utf8Of(head, encodingLabel)
  let best: CsvExport | undefined
  for (const delimiter of delimiters) {
    const rows = firstRows(text, delimiter)
    for (const [index, { cells }] of rows.entries()) {
      if (cells.length < columnCountMin || cells.length <= (best?.columns.length ?? 0)) continue
      const map = mapOfColumns(cells, kind)
      if (map === undefined) continue
      best = { map, delimiter, columns: withMade(map, cells), preamble: rows.slice(0, index) }
      break
    }
  }
  return best
}

/** No export that is known has fewer. */
const columnCountMin = 4

function utf8Of(head: Uint8Array, label: string | undefined): Uint8Array {
  const transcoder = createTranscoder(label === undefined ? undefined : encodingOfLabel(label))
  const [first, last] = [transcoder.write(head).slice(), transcoder.end()]
  const all = new Uint8Array(first.length + last.length)
  all.set(first)
  all.set(last, first.length)
  return all
}

function firstRows(head: Uint8Array, delimiter: string): readonly CsvRow[] {
  const rows: CsvRow[] = []
  if (!head.includes(delimiter.charCodeAt(0))) return rows
  const scanner = createCsvScanner(delimiter, { take: (row) => rows.push(row), rowCountMax: headerRowCountMax })
  scanner.write(head)
  scanner.end()
  return rows
}

/** The columns with those that the map makes of them, as far as it can. */
function withMade(map: ExportMap, cells: readonly string[]): readonly string[] {
  const has = columnFinder(cells)
  const made = (map.made ?? []).filter((column) => {
    if ('copyOf' in column) return has(column.copyOf) !== undefined
    return ('sumOf' in column ? column.sumOf : column.firstOf).some((name) => has(name) !== undefined)
  })
  return [...cells, ...made.map(({ name }) => name)]
}

/** The fields of the map whose columns the header has. */
function fieldsOf({ map, columns }: CsvExport): Mapping {
  const find = columnFinder(columns)
  const fields = Object.entries(map.fields).flatMap(([field, names]) => {
    const found = field === 'decimal' ? names : renamed(names, find)
    return found === undefined ? [] : [[field, found] as const]
  })
  return Object.fromEntries(fields)
}
