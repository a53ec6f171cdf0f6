import {
  createFurtherHeaderReader,
  createHeaderReader,
  type Header,
  type HeaderReader,
  isHeader,
} from '../columns/header.ts'
import { type SeenColumns, seeColumns } from '../columns/seen-columns.ts'
import { columnsOfMapping, type Mapping } from '../mapping/mapping.ts'
import { finish } from '../rows/steps.ts'
import { type CsvRow, createCsvScanner, isBlankRow } from './csv-scanner.ts'

export interface CsvLayout {
  readonly delimiter: string
  readonly header: Header
  /** The line of the header; 1 if there is no header. */
  readonly line: number
  /** The number of rows before the data: notes and the header. */
  readonly skippedRowCount: number
}

export interface NoLayout {
  readonly missing: readonly string[]
  readonly seen: SeenColumns | undefined
  readonly rows: readonly CsvRow[]
}

export const delimiters = [',', ';', '\t', '|'] as const

export const headerRowCountMax = 30

/** How many rows are read below the last row that can be the header. */
const sampleRowCountMax = 10

interface LayoutOptions {
  readonly mapping: Mapping
  readonly kind: string | undefined
}

/**
 * Finds the delimiter and the columns. The delimiter is the one with the most columns in the header or, if there is no
 * header, the most rows of equal width.
 */
export function findLayout(head: Uint8Array, { mapping, kind }: LayoutOptions): CsvLayout | NoLayout {
  const read = createHeaderReader(mapping, kind)
  const tables = delimiters.map((delimiter) => ({ delimiter, rows: firstRows(head, delimiter) }))
  if (mapping['header'] === false) return layoutWithoutHeader(tables, read)
  const { best, nearest } = searchTables(tables, read, mapping)
  if (best !== undefined) return best
  const further = searchTables(tables, createFurtherHeaderReader(mapping, kind), mapping).best
  return further ?? noLayout(nearest, tables, mapping)
}

interface Searched {
  readonly best: CsvLayout | undefined
  readonly nearest: Nearest | undefined
}

function searchTables(tables: readonly Table[], read: HeaderReader, mapping: Mapping): Searched {
  let best: CsvLayout | undefined
  let nearest: Nearest | undefined
  for (const { delimiter, rows } of tables) {
    const cells = rows.map((row) => row.cells)
    const headers = cells.slice(0, headerRowCountMax).map((row, index) => read(row, cells.slice(index + 1)))
    const index = headers.findIndex((header) => isHeader(header, mapping))
    const header = headers[index]
    const line = rows[index]?.line ?? 1
    if (header !== undefined && (best === undefined || header.columns.length > best.header.columns.length)) {
      best = { delimiter, header, line, skippedRowCount: index + 1 }
    }
    for (const [at, { missing }] of headers.entries())
      if (nearest === undefined || missing.length < nearest.missing.length) nearest = { missing, rows, index: at }
  }
  return { best, nearest }
}

interface Nearest {
  readonly missing: readonly string[]
  readonly rows: readonly CsvRow[]
  readonly index: number
}

/**
 * The columns that the fault shows: those of the row with the most of the mapping's columns or, if no row has any of
 * them, those of the row most like a header.
 */
function noLayout(nearest: Nearest | undefined, tables: readonly Table[], mapping: Mapping): NoLayout {
  const missing = nearest?.missing ?? []
  const hasSome = missing.length < columnsOfMapping(mapping).length
  if (nearest !== undefined && hasSome)
    return { missing, seen: seeColumns(nearest.rows, nearest.index), rows: nearest.rows }
  const rows = likeliestTable(tables)?.rows ?? []
  return { missing, seen: seeColumns(rows), rows }
}

/** The table by the delimiter with the most rows of equal width; undefined if every row is a single cell. */
const likeliestTable = (tables: readonly Table[]): Table | undefined =>
  tables
    .map((table) => ({ table, score: scoreOf(widthsOf(table)) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)[0]?.table

const widthsOf = ({ rows }: Table): readonly number[] =>
  rows.filter((row) => !isBlankRow(row)).map(({ cells }) => cells.length)

/** By default as many rows as are searched for the header, and a sample below. */
export function firstRows(
  head: Uint8Array,
  delimiter: string,
  rowCountMax = headerRowCountMax + sampleRowCountMax,
): readonly CsvRow[] {
  const rows: CsvRow[] = []
  const scanner = createCsvScanner(delimiter, { take: (row) => rows.push(row), rowCountMax })
  finish(scanner.write(head))
  finish(scanner.end())
  return rows
}

interface Table {
  readonly delimiter: string
  readonly rows: readonly CsvRow[]
}

function layoutWithoutHeader(
  tables: readonly Table[],
  read: (cells: readonly string[]) => Header,
): CsvLayout | NoLayout {
  const best = likeliestTable(tables)
  if (best === undefined) return { missing: [], seen: undefined, rows: [] }
  const header = read(Array<string>(Math.max(...widthsOf(best))).fill(''))
  return header.missing.length > 0
    ? { missing: header.missing, seen: seeColumns(best.rows, -1), rows: best.rows }
    : { delimiter: best.delimiter, header, line: 1, skippedRowCount: 0 }
}

function scoreOf(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [usual] = [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])
  if (usual === undefined) return 0
  const [width, count] = usual
  return width > 1 ? count * 1000 + width : 0
}
