import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import type { Fault } from '../rows/intake-limits.ts'
import type { Steps } from '../rows/steps.ts'
import { createSheetSink } from './named-sink.ts'
import type { Sheet, Workbook } from './sheet.ts'
import { createSheetTable, type SheetPlace } from './sheet-table.ts'

/**
 * Reads the named sheet, or else the first visible sheet with data. Hidden rows are read, since a filter deletes
 * nothing.
 */
export function* readWorkbook(
  workbook: Workbook,
  options: ReaderOptions,
  sink: StatementSink,
): Steps<Fault | undefined> {
  const chosen = options.sheet === undefined ? yield* firstWithData(workbook) : namedSheet(workbook, options.sheet)
  if ('detail' in chosen) return chosen
  const { sheet, others } = chosen
  for (const _ of others) sink.warn('skipped_sheets', 1)
  const table = createSheetTable({ sheet: sheet.name, others }, options, createSheetSink(sink, sheet.name))
  const fault = yield* sheet.read(table)
  if (fault === undefined) yield* table.end()
  return fault
}

interface Chosen extends Omit<SheetPlace, 'sheet'> {
  readonly sheet: Sheet
}

function* firstWithData({ sheets }: Workbook): Steps<Chosen | Fault> {
  const withData: Sheet[] = []
  const hidden: Sheet[] = []
  for (const sheet of sheets) {
    const hasData = yield* sheet.hasData()
    if (typeof hasData === 'object') return hasData
    if (hasData) (sheet.isHidden ? hidden : withData).push(sheet)
  }
  const [sheet, ...others] = withData
  if (sheet !== undefined) return { sheet, others: others.map(({ name }) => name) }
  if (hidden.length > 0)
    return unknownSheet(`Got data in hidden sheets only, wanted one of ${namesOf(hidden)} named as "sheet"`)
  const detail = 'Got a workbook without data, wanted a sheet with a header row and records below it'
  return { code: 'header_not_found', detail }
}

/** Compares names without case: no two sheets differ in case alone. */
function namedSheet({ sheets }: Workbook, name: string): Chosen | Fault {
  const same = (sheet: Sheet): boolean => sheet.name.toLowerCase() === name.trim().toLowerCase()
  const sheet = sheets.find((each) => each.name === name) ?? sheets.find(same)
  return sheet === undefined
    ? unknownSheet(`Got no sheet ${JSON.stringify(name.slice(0, 60))}, wanted one of ${namesOf(sheets)}`)
    : { sheet, others: [] }
}

const unknownSheet = (detail: string): Fault => ({ code: 'unknown_sheet', detail })

const namesOf = (sheets: readonly Sheet[]): string => JSON.stringify(sheets.slice(0, 20).map(({ name }) => name))
