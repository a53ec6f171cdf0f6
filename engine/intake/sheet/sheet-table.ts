import { noHeaderText } from '../columns/no-header-text.ts'
import { takenColumns } from '../columns/taken-columns.ts'
import type { ReaderOptions } from '../format/format.ts'
import { type CellKind, createRowChange } from '../kinds/row-change.ts'
import { findTableExport, readingOf } from '../kinds/table-export.ts'
import { refuseHeader } from '../rows/intake-limits.ts'
import type { RowFault } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-builder.ts'
import { type RowTaker, type SheetCell, type SheetRow, textOfCell } from './sheet.ts'
import { createSheetBody, type SheetBody } from './sheet-body.ts'
import { findSheetLayout, headerRowCountMax, headOf, type NoSheetLayout, type SheetHead } from './sheet-header.ts'

interface SheetTable extends RowTaker {
  end(): Steps<void>
}

const heldRowCountMax = headerRowCountMax + 10

export interface SheetPlace {
  readonly sheet: string
  readonly others: readonly string[]
}

/** Reads the table of a sheet. The first 40 rows are held until they have decided the columns. */
export function createSheetTable(place: SheetPlace, options: ReaderOptions, sink: RecordSink): SheetTable {
  const { faults, backlog } = sink
  const held: SheetRow[] = []
  let body: SheetBody | undefined

  const takeBelow = (opened: SheetBody, line: number, cells: SheetRow['cells']): void => {
    options.onRow?.({ line, cells: Array.from(cells, textOfCell) }, 'below')
    opened.take(line, cells)
  }
  const open = function* (): Steps<void> {
    const { head, read, change } = asExport(headOf(held), options, sink)
    const layout = findSheetLayout(head, read)
    if ('missing' in layout) {
      for (const row of head) options.onRow?.(row, 'above')
      faults.add(noLayoutFault(layout, place, read))
      return faults.close()
    }
    const { header, line, skippedRowCount } = layout
    if (refuseHeader({ ...header, line }, faults)) return faults.close()
    options.onColumns?.(takenColumns(header))
    for (const [index, row] of head.slice(0, skippedRowCount).entries())
      options.onRow?.(row, index + 1 < skippedRowCount ? 'above' : 'header')
    const opened = change(createSheetBody({ ...read, sheet: place.sheet, layout }, sink))
    body = opened
    for (const { number, cells } of held.slice(skippedRowCount)) {
      takeBelow(opened, number, cells)
      yield
    }
    held.length = 0
  }
  return {
    backlog,
    take(row) {
      if (body !== undefined) takeBelow(body, row.number, row.cells)
      else {
        held.push(row)
        if (held.length === heldRowCountMax) backlog.add(open())
      }
      return !faults.isFull()
    },
    *end() {
      if (body === undefined && !faults.isFull()) backlog.add(open())
      yield* backlog.workOff()
      if (body !== undefined) yield* body.end()
    },
  }
}

interface SheetReading {
  readonly head: readonly SheetHead[]
  readonly read: ReaderOptions
  readonly change: (body: SheetBody) => SheetBody
}

function asExport(head: readonly SheetHead[], options: ReaderOptions, { warn }: RecordSink): SheetReading {
  const rows = options.mapping['header'] === false ? [] : head.slice(0, headerRowCountMax)
  const found = findTableExport(rows, options.kind)
  if (found === undefined) return { head, read: options, change: (body) => body }
  const { options: read, dates, isWhole } = readingOf(found, options)
  if (isWhole) return { head, read, change: (body) => body }
  const rowOfHeader = found.preamble.length
  const changed = head.map((row, index) => (index === rowOfHeader ? { ...row, cells: found.columns } : row))
  const ownCount = head[rowOfHeader]?.cells.length ?? 0
  const changeRow = createRowChange({ ...found, dates }, sheetCells)
  const change = (body: SheetBody): SheetBody => ({
    take(line, cells) {
      const last = cells.findLastIndex((cell) => sheetCells.textOf(cell) !== '')
      const padded = Array.from({ length: Math.max(ownCount, last + 1) }, (_, index) => cells[index])
      const made = last < 0 ? [] : changeRow(padded)
      if (made === undefined) warn?.('skipped_entries', line)
      else body.take(line, made)
    },
    end: body.end,
  })
  return { head: changed, read, change }
}

/** A cell with an error does not count as blank. */
const sheetCells: CellKind<SheetCell | undefined> = {
  textOf: (cell) => (typeof cell === 'object' && 'got' in cell ? cell.got : textOfCell(cell)),
  ofDecimal: (text) => ({ number: text, shown: text }),
}

function noLayoutFault({ missing, seen }: NoSheetLayout, place: SheetPlace, options: ReaderOptions): RowFault {
  const { sheet, others } = place
  const searched = `among the first ${headerRowCountMax} rows of the sheet ${JSON.stringify(sheet)}`
  const or = others.length === 0 ? '' : `; other sheets are ${JSON.stringify(others.slice(0, 10))}: name one as "sheet"`
  const more = `${or}${noHeaderText(seen, options.mapping, options.kind)}`
  const [column] = missing
  if (column !== undefined) {
    const detail = `Got no row with the columns ${JSON.stringify(missing)} ${searched}, wanted every column that the mapping names${more}`
    return { line: 1, column, field: null, code: 'unknown_column', detail }
  }
  const detail = `Got no header row ${searched}, wanted one that names an amount (or debit and credit) and a date, or a mapping${more}`
  return { line: 1, column: null, field: null, code: 'header_not_found', detail }
}
