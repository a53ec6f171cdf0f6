import { createHeaderReader, type Header, isHeader } from '../header.ts'
import type { ReaderOptions } from '../reader.ts'
import { type CsvRow, createCsvScanner } from './csv-scanner.ts'

/** How a CSV is laid out. */
export interface CsvLayout {
  readonly delimiter: string
  readonly header: Header
  /** Rows before the first row of data: the preamble and the header. */
  readonly skippedRowCount: number
}

/** What there was instead of a header, in the layout that came nearest. */
export interface NoLayout {
  readonly missing: readonly string[]
}

export const delimiters = [',', ';', '\t', '|'] as const

/** Rows among which the header is looked for. */
export const headerRowCountMax = 30

/**
 * The layout of a CSV that begins with `head`: the delimiter under which the first of 30 rows that is a header has
 * the most columns. Without a header (`header: false` in the mapping), the one under which most rows are as long.
 */
export function findLayout(head: Uint8Array, { mapping, kind }: ReaderOptions): CsvLayout | NoLayout {
  const read = createHeaderReader(mapping, kind)
  const tables = delimiters.map((delimiter) => ({ delimiter, rows: firstRows(head, delimiter) }))
  if (mapping['header'] === false) return numberedLayout(tables, read)
  let best: CsvLayout | undefined
  let nearest: readonly string[] | undefined
  for (const { delimiter, rows } of tables) {
    const headers = rows.map(({ cells }) => read(cells))
    const index = headers.findIndex((header) => isHeader(header, mapping))
    const header = headers[index]
    if (header !== undefined && header.columns.length > (best?.header.columns.length ?? 0)) {
      best = { delimiter, header, skippedRowCount: index + 1 }
    }
    for (const { missing } of headers)
      if (missing.length < (nearest?.length ?? Number.POSITIVE_INFINITY)) nearest = missing
  }
  return best ?? { missing: nearest ?? [] }
}

function firstRows(head: Uint8Array, delimiter: string): readonly CsvRow[] {
  const scanner = createCsvScanner(delimiter)
  return [...scanner.write(head), ...scanner.end()].slice(0, headerRowCountMax)
}

interface Table {
  readonly delimiter: string
  readonly rows: readonly CsvRow[]
}

function numberedLayout(tables: readonly Table[], read: (cells: readonly string[]) => Header): CsvLayout | NoLayout {
  let best: { readonly delimiter: string; readonly width: number; readonly score: number } | undefined
  for (const { delimiter, rows } of tables) {
    const widths = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).map(({ cells }) => cells.length)
    const counts = new Map<number, number>()
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [width = 0, count = 0] = [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0] ?? []
    const score = width > 1 ? count * 1000 + width : 0
    if (score > (best?.score ?? 0)) best = { delimiter, width: Math.max(...widths), score }
  }
  if (best === undefined) return { missing: [] }
  const header = read(Array<string>(best.width).fill(''))
  return header.missing.length > 0
    ? { missing: header.missing }
    : { delimiter: best.delimiter, header, skippedRowCount: 0 }
}
