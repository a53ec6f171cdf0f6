import type { JsonValue } from '../../base/canonical.ts'
import { noHeaderText } from '../columns/no-header-text.ts'
import type { ReaderOptions } from '../format.ts'
import type { Header } from '../header.ts'
import { refuseHeader } from '../intake-limits.ts'
import { columnsOfAmount, mappedDatePatterns, mappedDecimalSign } from '../mapping.ts'
import { createRecordBuilder, type RecordBuilder, type RecordSink } from '../record-builder.ts'
import type { Row } from '../row.ts'
import type { FaultLog } from '../row-fault.ts'
import { takenColumns } from '../taken-columns.ts'
import { columnLetters, type SheetCell, type SheetRow } from './sheet.ts'
import { findSheetLayout, type NoSheetLayout } from './sheet-header.ts'
import { isFloat } from './sheet-number.ts'

/** Turns the rows of a sheet into records, as those of a CSV. */
export interface SheetTable {
  /** Takes the next row that holds something; false when no more are wanted. */
  take(row: SheetRow): boolean
  end(): void
}

/** Rows among which the header is looked for, as in a CSV; those that hold nothing do not count. */
const headerRowCountMax = 30

export interface SheetPlace {
  readonly sheet: string
  /** The other sheets that hold something. */
  readonly others: readonly string[]
}

/** A table of the sheet `place`. Holds the first 30 rows, which decide the columns. */
export function createSheetTable(place: SheetPlace, options: ReaderOptions, sink: RecordSink): SheetTable {
  const { faults } = sink
  const held: SheetRow[] = []
  let body: SheetBody | undefined

  const open = () => {
    const layout = findSheetLayout(held, options)
    if ('missing' in layout) {
      addNoLayout({ ...layout, place, options }, faults)
      return faults.close()
    }
    const { header, line, skippedRowCount } = layout
    if (refuseHeader({ ...header, line }, faults)) return faults.close()
    options.onColumns?.(takenColumns(header))
    body = createSheetBody(header, { ...options, sheet: place.sheet }, sink)
    for (const row of held.slice(skippedRowCount)) body.take(row)
    held.length = 0
  }
  return {
    take(row) {
      if (body !== undefined) body.take(row)
      else {
        held.push(row)
        if (held.length === headerRowCountMax) open()
      }
      return !faults.isFull()
    },
    end() {
      if (body === undefined && !faults.isFull()) open()
      body?.end()
    },
  }
}

interface NotFound extends NoSheetLayout {
  readonly place: SheetPlace
  readonly options: ReaderOptions
}

function addNoLayout({ missing, seen, place, options }: NotFound, faults: FaultLog) {
  const { sheet, others } = place
  const searched = `among the first ${headerRowCountMax} rows of the sheet ${JSON.stringify(sheet)}`
  const or = others.length === 0 ? '' : `; other sheets are ${JSON.stringify(others.slice(0, 10))}: name one as "sheet"`
  const columns = noHeaderText(seen, options.mapping, options.kind)
  const [column] = missing
  if (column !== undefined) {
    const detail = `Got no row with the columns ${JSON.stringify(missing)} ${searched}, wanted every column that the mapping names${or}${columns}`
    return faults.add({ line: 1, column, field: null, code: 'unknown_column', detail })
  }
  const detail = `Got no header row ${searched}, wanted one that names an amount (or debit and credit) and a date, or a mapping${or}${columns}`
  faults.add({ line: 1, column: null, field: null, code: 'header_not_found', detail })
}

interface SheetBody {
  take(row: SheetRow): void
  end(): void
}

type BodyOptions = ReaderOptions & { readonly sheet: string }

function createSheetBody(header: Header, options: BodyOptions, sink: RecordSink): SheetBody {
  const { faults } = sink
  const plan = {
    ...header,
    sign: mappedDecimalSign(options.mapping) ?? 'column',
    patterns: mappedDatePatterns(options.mapping, faults),
    currency: header.currency ?? options.currency,
    nested: undefined,
    isTrimmed: true,
  } as const
  const builder: RecordBuilder = createRecordBuilder(plan, sink)
  const amounts = new Set(header.amounts.flatMap(({ source }) => columnsOfAmount(source).map(({ index }) => index)))
  const flags = header.amounts.flatMap(({ source }) => (source.kind === 'flagged' ? [source.flag.index] : []))
  const attributes = new Set(header.attributes.map(({ column }) => column.index))
  for (const flag of flags) amounts.delete(flag)

  const valueIn = (cell: SheetCell | undefined, index: number): JsonValue | undefined => {
    if (cell === undefined || typeof cell === 'string') return cell
    if (typeof cell === 'boolean') return attributes.has(index) ? cell : String(cell)
    if (!('number' in cell)) return undefined
    // A number is no text that could be read in two ways, as 1.234 could.
    return amounts.has(index) ? (isFloat(cell.number) ? Number(cell.number) : cell.number) : cell.shown
  }
  const rowOf = ({ number, cells }: SheetRow): Row => ({
    line: number,
    width: cells.length,
    cell: ({ index }) => valueIn(cells[index], index),
    lineOf: () => number,
  })
  return {
    take(row) {
      if (isSound(row, { header, sheet: options.sheet, faults })) builder.take(rowOf(row))
    },
    end: builder.end,
  }
}

interface Surroundings {
  readonly header: Header
  readonly sheet: string
  readonly faults: FaultLog
}

/** Whether a record is to be built of the row: not of a blank one, nor of one that has a fault, which is added. */
function isSound({ number: line, cells }: SheetRow, { header, sheet, faults }: Surroundings): boolean {
  const { columns } = header
  let [hasData, isBad, isWide] = [false, false, false]
  for (const [index, cell] of cells.entries()) {
    if (isBlankCell(cell)) continue
    hasData = true
    const isBeyond = index >= columns.length
    if (isWide || (!isBeyond && (typeof cell !== 'object' || 'number' in cell))) continue
    isBad = true
    isWide = isBeyond
    const place = placeOf(sheet, index, line)
    if (typeof cell === 'object' && 'got' in cell && !isBeyond) {
      const detail = `Got ${cell.got} in ${place}, wanted ${cell.wanted}`
      faults.add({ line, column: columns[index]?.name ?? null, field: null, code: 'invalid_cell', detail })
    } else {
      const detail = `Got something in ${place}, wanted nothing behind the ${columns.length} columns of the header`
      faults.add({ line, column: null, field: null, code: 'too_many_cells', detail })
    }
  }
  return hasData && !isBad
}

const isBlankCell = (cell: SheetCell | undefined): cell is undefined =>
  cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** `Sheet1!C7`, with quotes where a name has more than letters and digits. */
const placeOf = (sheet: string, column: number, row: number): string =>
  `${/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${columnLetters(column)}${row}`
