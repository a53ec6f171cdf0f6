import type { JsonValue } from '../../base/canonical.ts'
import type { Header } from '../columns/header.ts'
import type { ReaderOptions } from '../format/format.ts'
import { columnsOfAmount, mappedDatePatterns, mappedDecimalSign } from '../mapping/mapping.ts'
import type { Row } from '../rows/row.ts'
import type { RowFault } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { createRecordBuilder, type RecordBuilder, type RecordSink } from '../table/record-builder.ts'
import { columnLetters, type SheetCell } from './sheet.ts'
import type { SheetLayout } from './sheet-header.ts'
import { isFloat } from './sheet-number.ts'

export interface SheetBody {
  take(line: number, cells: SheetCells): void
  end(): Steps<void>
}

type SheetCells = readonly (SheetCell | undefined)[]

interface SheetBodyOptions extends ReaderOptions {
  readonly sheet: string
  readonly layout: SheetLayout
}

export function createSheetBody({ sheet, layout, mapping, currency }: SheetBodyOptions, sink: RecordSink): SheetBody {
  const { faults } = sink
  const { header } = layout
  const plan = {
    ...header,
    sign: mappedDecimalSign(mapping) ?? 'column',
    patterns: mappedDatePatterns(mapping, faults),
    currency: header.currency ?? currency,
    nested: undefined,
    signs: header.signDoubts(),
    isTrimmed: true,
  } as const
  const builder: RecordBuilder = createRecordBuilder(plan, sink)
  const valueIn = createValueIn(header)
  const rowOf = (line: number, cells: SheetCells): Row => ({
    line,
    width: cells.length,
    cell: ({ index }) => valueIn(cells[index], index),
    lineOf: () => line,
  })
  return {
    take(line, cells) {
      if (faults.isFull() || cells.every(isBlankCell)) return
      const row = rowOf(line, cells)
      const found = faultsOf({ line, cells, sheet, header })
      if (found.length === 0 || builder.skips(row)) builder.take(row)
      else for (const fault of found) builder.refuse(row, fault)
    },
    end: builder.end,
  }
}

/**
 * The value of a cell in its column. A cell with an error becomes the text that the fault shows, so that it does not
 * count as blank.
 */
function createValueIn({ amounts, attributes }: Header) {
  const ofAmounts = new Set(amounts.flatMap(({ source }) => columnsOfAmount(source).map(({ index }) => index)))
  for (const { source } of amounts) if (source.kind === 'flagged') ofAmounts.delete(source.flag.index)
  const ofAttributes = new Set(attributes.map(({ column }) => column.index))
  return (cell: SheetCell | undefined, index: number): JsonValue | undefined => {
    if (cell === undefined || typeof cell === 'string') return cell
    if (typeof cell === 'boolean') return ofAttributes.has(index) ? cell : String(cell)
    if ('got' in cell) return cell.got
    // In amounts a number stays a number: as a text, 1.234 would be ambiguous.
    return ofAmounts.has(index) ? numberOf(cell.number) : cell.shown
  }
}

const numberOf = (number: string): JsonValue => (isFloat(number) ? Number(number) : number)

interface Place {
  readonly line: number
  readonly cells: SheetCells
  readonly sheet: string
  readonly header: Header
}

function faultsOf({ line, cells, sheet, header }: Place): readonly RowFault[] {
  const { columns } = header
  const faults: RowFault[] = []
  for (const [index, cell] of cells.entries()) {
    if (isBlankCell(cell)) continue
    const place = placeOf(sheet, index, line)
    if (index >= columns.length) {
      const detail = `Got something in ${place}, wanted nothing behind the ${columns.length} columns of the header`
      faults.push({ line, column: null, field: null, code: 'too_many_cells', detail })
      break
    }
    if (typeof cell !== 'object' || 'number' in cell) continue
    const detail = `Got ${cell.got} in ${place}, wanted ${cell.wanted}`
    faults.push({ line, column: columns[index]?.name ?? null, field: null, code: 'invalid_cell', detail })
  }
  return faults
}

const isBlankCell = (cell: SheetCell | undefined): cell is undefined =>
  cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** The place of a cell: `Sheet1!C7`. The name is quoted if it has more than letters and digits. */
const placeOf = (sheet: string, column: number, row: number): string =>
  `${/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${columnLetters(column)}${row}`
