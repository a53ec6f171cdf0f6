import { createHeaderReader, type Header, isHeader } from '../header.ts'
import type { Mapping } from '../mapping.ts'
import type { SheetCell, SheetRow } from './sheet.ts'

/** Where the header of a sheet is. */
export interface SheetLayout {
  readonly header: Header
  /** The number of its row; 1 where the first row is data. */
  readonly line: number
  /** Of the rows that were searched, how many are not data. */
  readonly skippedRowCount: number
}

/** The answer for a sheet without a header. */
export interface NoSheetLayout {
  /** Columns of the mapping that the row with the most of them does not have. */
  readonly missing: readonly string[]
}

/**
 * The layout of a sheet that begins with `rows`: its header is the first that is one, and where cells of it are merged with
 * those of rows below, the last of these. A merged cell counts for every column that it covers.
 */
export function findSheetLayout(
  rows: readonly SheetRow[],
  { mapping, kind }: { readonly mapping: Mapping; readonly kind: string | undefined },
): SheetLayout | NoSheetLayout {
  const read = createHeaderReader(mapping, kind)
  if (mapping['header'] === false) {
    const header = read(Array<string>(widthOf(rows)).fill(''))
    return header.missing.length > 0 ? header : { header, line: 1, skippedRowCount: 0 }
  }
  const texts = rows.map(({ cells }) => Array.from(cells, nameOf))
  let nearest: Header | undefined
  for (const [index, row] of rows.entries()) {
    const header = read(headerCells(rows, index), texts.slice(index + 1))
    if (isHeader(header, mapping)) {
      const found = { header, line: row.number, skippedRowCount: index + 1 }
      const last = lastRowOf(rows, index)
      if (last === index) return found
      const lower = read(headerCells(rows, last), texts.slice(last + 1))
      const line = rows[last]?.number ?? row.number
      return isHeader(lower, mapping) ? { header: lower, line, skippedRowCount: last + 1 } : found
    }
    if (nearest === undefined || header.missing.length < nearest.missing.length) nearest = header
  }
  return { missing: nearest?.missing ?? [] }
}

/** The position of the row that the merged cells of a row end in; its own where they end there, or in a row that is not there. */
function lastRowOf(rows: readonly SheetRow[], index: number): number {
  const bottom = (rows[index]?.merges ?? []).reduce((lowest, merge) => Math.max(lowest, merge.bottom), 0)
  return Math.max(
    index,
    rows.findIndex(({ number }) => number === bottom),
  )
}

const widthOf = (rows: readonly SheetRow[]): number => Math.max(0, ...rows.map(({ cells }) => cells.length))

/** The cells of a row as the names of columns, with those that are merged into it. */
function headerCells(rows: readonly SheetRow[], index: number): readonly string[] {
  const names: string[] = []
  const row = rows[index]
  const width = widthOf(rows)
  const put = (column: number, cell: SheetCell | undefined): void => {
    const name = nameOf(cell)
    if (name !== '') names[column] = name
  }
  for (const above of rows.slice(0, index + 1)) {
    const covering = above.merges.filter(({ bottom }) => row !== undefined && bottom >= row.number)
    for (const { left, right } of covering)
      for (let column = left; column <= right && column < width; column++) put(column, above.cells[left])
  }
  for (const [column, cell] of row?.cells.entries() ?? []) put(column, cell)
  return Array.from(names, (name) => name ?? '')
}

function nameOf(cell: SheetCell | undefined): string {
  if (typeof cell === 'object') return 'number' in cell ? cell.shown : ''
  return cell === undefined ? '' : String(cell)
}
