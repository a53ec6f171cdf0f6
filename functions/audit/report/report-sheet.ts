import { sides } from '@tallystick/engine/record'
import type { View } from '@tallystick/schema/result'
import type { Column, Row, Sheet } from '../workbook/sheet.ts'
import type { ReportRow } from './report-row.ts'
import type { RecordLine, ShownRecord } from './shown-record.ts'

/**
 * A view of a result as a sheet, for `writeWorkbook` or `writeCsv`. Rows are read one at a time.
 *
 *     const rows = lines.flatMap((line) => rowsOfLine(line, { id, recordOf }))
 *     const sheet = reportSheet('breaks', rows)
 */
export function reportSheet(view: View, rows: Iterable<ReportRow> | AsyncIterable<ReportRow>): Sheet {
  const columns = columnsByView[view]
  return { name: sheetNames[view], columns: columns.map(({ column }) => column), rows: cellsOf(rows, columns) }
}

const sheetNames: { readonly [view in View]: string } = {
  matches: 'Matches',
  suggestions: 'Suggestions',
  breaks: 'Breaks',
  excluded: 'Excluded',
  netted: 'Netted',
}

interface ReportColumn {
  readonly column: Column
  readonly read: (row: ReportRow) => string | null
}

async function* cellsOf(
  rows: Iterable<ReportRow> | AsyncIterable<ReportRow>,
  columns: readonly ReportColumn[],
): AsyncGenerator<Row> {
  for await (const row of rows) yield columns.map(({ read }) => read(row))
}

const text = (title: string, width: number, read: ReportColumn['read']): ReportColumn => ({
  column: { title, kind: 'text', width },
  read,
})

const idWidth = 33
const currencyWidth = 12

const id = text('id', idWidth, (row) => row.id)
const role = text('role', 11, (row) => row.role)
const reason = text('reason', 19, ({ line }) => (line.kind === 'break' ? line.reason : null))
const hint = text('hint', 16, ({ line }) => (line.kind === 'break' ? (line.hint ?? null) : null))
const rule = text('rule', 22, ({ line }) => ruleOf(line))
const confidence = text('confidence', 13, ({ line }) => ('confidence' in line ? line.confidence : null))
const variance = text('variance', 15, ({ line }) => ('variance' in line ? (line.variance ?? null) : null))
const explanation = text('explanation', 60, (row) => row.explanation)

const figures: readonly ReportColumn[] = [
  { column: { title: 'difference', kind: 'amount', currencyIn: 'currency' }, read: (row) => row.difference },
  text('currency', currencyWidth, (row) => (row.difference === null ? null : row.currency)),
  {
    column: { title: 'days', kind: 'count' },
    read: ({ days }) => (days === null ? null : String(days)),
  },
]

const records: readonly ReportColumn[] = sides.flatMap((side): readonly ReportColumn[] => {
  const member = (name: keyof ShownRecord, width: number) =>
    text(`${side} ${name}`, width, (row) => row[side]?.[name] ?? null)
  return [
    member('id', 28),
    { column: { title: `${side} date`, kind: 'date', width: 14 }, read: (row) => row[side]?.date ?? null },
    {
      column: { title: `${side} amount`, kind: 'amount', currencyIn: `${side} currency`, width: 18 },
      read: (row) => row[side]?.amount ?? null,
    },
    member('currency', 18),
    member('reference', 24),
    member('description', 40),
    member('counterparty', 24),
  ]
})

const matchColumns: readonly ReportColumn[] = [id, rule, confidence, variance, ...figures, explanation, ...records]

const columnsByView: { readonly [view in View]: readonly ReportColumn[] } = {
  matches: matchColumns,
  suggestions: matchColumns,
  breaks: [id, role, reason, hint, rule, ...figures, explanation, ...records],
  excluded: [id, rule, ...records],
  netted: matchColumns,
}

/** The rule of a line; for a break, the rule that came nearest. */
const ruleOf = (line: RecordLine): string | null => (line.kind === 'break' ? (line.failed?.rule ?? null) : line.rule)
