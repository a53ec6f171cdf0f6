import { createHeaderReader, type Header, isHeader } from '../header.ts'
import type { Mapping } from '../mapping.ts'
import type { Merge, SheetCell, SheetRow } from './sheet.ts'

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
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
    const header = read(Array<string>(width).fill(''))
    return header.missing.length > 0 ? header : { header, line: 1, skippedRowCount: 0 }
  }
  const headers = rows.map((_, index) => read(headerCells(rows, index)))
  const isFound = headers.map((header) => isHeader(header, mapping))
  const first = isFound.indexOf(true)
  const lastRow = Math.max(0, ...(rows[first]?.merges ?? []).map(({ bottom }) => bottom))
  const last = rows.findIndex(({ number }, index) => number === lastRow && index > first && isFound[index] === true)
  const index = last < 0 ? first : last
  const [header, row] = [headers[index], rows[index]]
  if (header !== undefined && row !== undefined) return { header, line: row.number, skippedRowCount: index + 1 }
  const [nearest] = headers.toSorted((left, right) => left.missing.length - right.missing.length)
  return { missing: nearest?.missing ?? [] }
}

/** The cells of a row as the names of columns, with those that are merged into it. */
function headerCells(rows: readonly SheetRow[], index: number): readonly string[] {
  const names: string[] = []
  const row = rows[index]
  const put = (column: number, cell: SheetCell | undefined): void => {
    const name = nameOf(cell)
    if (name !== '') names[column] = name
  }
  for (const above of rows.slice(0, index + 1)) {
    const covering = above.merges.filter(({ bottom }) => row !== undefined && bottom >= row.number)
    for (const merge of covering) for (const column of columnsOf(merge)) put(column, above.cells[merge.left])
  }
  for (const [column, cell] of row?.cells.entries() ?? []) put(column, cell)
  return Array.from(names, (name) => name ?? '')
}

const columnsOf = ({ left, right }: Merge): readonly number[] =>
  Array.from({ length: right - left + 1 }, (_, offset) => left + offset)

function nameOf(cell: SheetCell | undefined): string {
  if (typeof cell === 'object') return 'number' in cell ? cell.shown : ''
  return cell === undefined ? '' : String(cell)
}
