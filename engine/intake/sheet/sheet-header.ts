import {
  createFurtherHeaderReader,
  createHeaderReader,
  type Header,
  type HeaderReader,
  isHeader,
} from '../columns/header.ts'
import { type SeenColumns, type SeenRow, seeNearest } from '../columns/seen-columns.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { type SheetRow, textOfCell } from './sheet.ts'

export interface SheetLayout {
  readonly header: Header
  /** The number of the header row; 1 if the first row is data. */
  readonly line: number
  readonly skippedRowCount: number
}

export interface NoSheetLayout {
  readonly missing: readonly string[]
  readonly seen: SeenColumns | undefined
}

export interface SheetHead extends SeenRow {
  /** The index of the last row that is merged with this row; its own index if none is. */
  readonly last: number
}

export const headerRowCountMax = 30

interface LayoutOptions {
  readonly mapping: Mapping
  readonly kind: string | undefined
}

/** Finds the first header. If its cells are merged with rows below, the last of these rows is the header. */
export function findSheetLayout(
  rows: readonly SheetHead[],
  { mapping, kind }: LayoutOptions,
): SheetLayout | NoSheetLayout {
  const read = createHeaderReader(mapping, kind)
  if (mapping['header'] === false) {
    const header = read(Array<string>(widthOf(rows)).fill(''))
    if (header.missing.length > 0) return { missing: header.missing, seen: seeNearest(rows, mapping) }
    return { header, line: 1, skippedRowCount: 0 }
  }
  const found = searchRows(rows, read, mapping)
  if ('header' in found) return found
  const further = searchRows(rows, createFurtherHeaderReader(mapping, kind), mapping)
  return 'header' in further ? further : found
}

function searchRows(rows: readonly SheetHead[], read: HeaderReader, mapping: Mapping): SheetLayout | NoSheetLayout {
  const cells = rows.map((row) => row.cells)
  const readAt = (index: number): Header => read(cells.at(index) ?? [], cells.slice(index + 1))
  let nearest: { readonly missing: readonly string[]; readonly index: number } | undefined
  for (const [index, { line, last }] of rows.slice(0, headerRowCountMax).entries()) {
    const header = readAt(index)
    if (isHeader(header, mapping)) {
      const lower = last === index ? header : readAt(last)
      return isHeader(lower, mapping)
        ? { header: lower, line: rows[last]?.line ?? line, skippedRowCount: last + 1 }
        : { header, line, skippedRowCount: index + 1 }
    }
    if (nearest === undefined || header.missing.length < nearest.missing.length)
      nearest = { missing: header.missing, index }
  }
  return { missing: nearest?.missing ?? [], seen: seeNearest(rows, mapping, nearest) }
}

/** The first rows of a sheet. A merged cell has its text in every column and row that it covers. */
export const headOf = (rows: readonly SheetRow[]): readonly SheetHead[] => {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return rows.map(({ number }, index) => ({
    line: number,
    cells: textsAt(rows, index, width),
    last: lastRowOf(rows, index),
  }))
}

/** The index of the last row that merged cells of this row cover; the row's own index if that row is missing. */
function lastRowOf(rows: readonly SheetRow[], index: number): number {
  const bottom = (rows[index]?.merges ?? []).reduce((lowest, merge) => Math.max(lowest, merge.bottom), 0)
  return Math.max(
    index,
    rows.findIndex(({ number }) => number === bottom),
  )
}

const widthOf = (rows: readonly SeenRow[]): number => Math.max(0, ...rows.map(({ cells }) => cells.length))

function textsAt(rows: readonly SheetRow[], index: number, width: number): readonly string[] {
  const texts: string[] = []
  const row = rows[index]
  const put = (column: number, text: string): void => {
    if (text !== '') texts[column] = text
  }
  for (const above of rows.slice(0, index + 1)) {
    const covering = above.merges.filter(({ bottom }) => row !== undefined && bottom >= row.number)
    for (const { left, right } of covering)
      for (let column = left; column <= right && column < width; column++) put(column, textOfCell(above.cells[left]))
  }
  for (const [column, cell] of row?.cells.entries() ?? []) put(column, textOfCell(cell))
  return Array.from(texts, (text) => text ?? '')
}
