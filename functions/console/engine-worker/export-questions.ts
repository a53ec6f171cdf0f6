import type { ReportContent } from '@tallystick/audit/report/report-content'
import { reportSheet } from '@tallystick/audit/report/report-sheet'
import { residualsOf } from '@tallystick/audit/report/residuals'
import { workbookOfRun } from '@tallystick/audit/report/workbook-of-run'
import { type CsvNotation, plainNotation, writeCsv } from '@tallystick/audit/report/write-csv'
import type { Row, Sheet } from '@tallystick/audit/workbook/sheet'
import { workbookType, writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { idsOfSide } from '@tallystick/engine/result'
import type { ExportChoice, ExportedFile, LineQuery, OnProgress } from './engine-types.ts'
import type { LineTable } from './line-table.ts'
import { resultOrderQuery } from './line-types.ts'
import { linesOfView, type OpenRun, recordViews } from './open-run-lines.ts'
import type { SessionContext } from './session-context.ts'
import { type Turn, untilCancelled } from './turns.ts'
import { balanceSheets, rulesSheet, withWorkColumns } from './work-sheets.ts'

export const exportQuestions = ({ openRuns, turns }: SessionContext) => ({
  exportRun(id: string, choice: ExportChoice, onProgress: OnProgress): Promise<ExportedFile | undefined> {
    const openRun = openRuns.get(id)
    const pace: Pace = { turn: turns.begin('export'), onProgress }
    return untilCancelled(() => fileOf(openRun, choice, { pace, tableOf: (view) => openRuns.table(id, view) }))
  },

  cancelExport: (): void => turns.end('export'),
})

interface Pace {
  readonly turn: Turn
  readonly onProgress: OnProgress
}

interface Making {
  readonly pace: Pace
  readonly tableOf: (view: LineQuery['view']) => LineTable
}

async function fileOf(openRun: OpenRun, choice: ExportChoice, { pace, tableOf }: Making): Promise<ExportedFile> {
  const name = fileNameOf(openRun.title)
  if (choice.kind === 'lines')
    return { name: `${name}.ndjson`, content: new Blob(linesText(openRun), { type: 'application/x-ndjson' }) }
  if (choice.kind === 'workbook') {
    const all = recordViews.reduce((sum, view) => sum + linesOfView(openRun, view).count, 0)
    const [summary, ...views] = paced(workbookOfRun(reportOfRun(openRun), openRun.sha256), all, pace)
    const worked = views.map((sheet) => withWorkColumns(sheet, openRun))
    const sheets = [
      ...(summary === undefined ? [] : [summary]),
      ...worked,
      rulesSheet(openRun),
      ...balanceSheets(openRun),
    ]
    return { name: `${name}.xlsx`, content: await blobOf(writeWorkbook(sheets), workbookType) }
  }
  const query = choice.kind === 'view' ? { ...choice.query, openGroups: null } : resultOrderQuery('breaks')
  const table = tableOf(query.view)
  const order = table.orderOf(query)
  const sheets = paced([reportSheet(query.view, rowsOf(table, order))], order.length, pace)
  const parts = sheets.map((sheet) => writeCsv(sheet, csvNotation()))
  return { name: `${name}-${query.view}.csv`, content: await blobOf(joined(parts), 'text/csv;charset=utf-8') }
}

/** Spreadsheets expect semicolons where the decimal sign of the locale is a comma. */
function csvNotation(): CsvNotation {
  const parts = new Intl.NumberFormat(navigator.language).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',')
    ? { separator: ';', decimalSign: ',' }
    : plainNotation
}

/** The canonical lines of the result, chunk by chunk. */
const linesText = ({ chunks }: OpenRun): string[] => chunks.map(({ text }) => text)

function* rowsOf(table: LineTable, order: Int32Array) {
  for (const position of order) yield* table.shownAt(position).rows
}

/** Rows between two pauses: some ten milliseconds of work. */
const pauseRowCount = 1_000

/** The same sheets with pauses between rows. In a pause the worker answers questions and reports progress. */
function paced(sheets: readonly Sheet[], lineCount: number, { turn, onProgress }: Pace): readonly Sheet[] {
  let [rowCount, lines] = [0, 0]
  let id: string | null | undefined
  const pause = async (row: Row): Promise<void> => {
    // The rows of one line all begin with its id.
    if (row[0] !== id) lines += 1
    id = row[0]
    rowCount += 1
    if (rowCount % pauseRowCount !== 0) return
    if (turn.isDue()) onProgress({ step: 'Writing', ratio: Math.min(1, lines / Math.max(1, lineCount)) })
    await turn.pause()
  }
  async function* pausedRows(rows: Sheet['rows']): AsyncGenerator<Row> {
    for await (const row of rows) {
      await pause(row)
      yield row
    }
  }
  return sheets.map((sheet) => ({ ...sheet, rows: pausedRows(sheet.rows) }))
}

async function* joined(parts: readonly AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const each of parts) yield* each
}

async function blobOf(parts: AsyncIterable<Uint8Array>, type: string): Promise<Blob> {
  const blobs: Blob[] = []
  for await (const part of parts) blobs.push(new Blob([new Uint8Array(part)]))
  return new Blob(blobs, { type })
}

const nameLengthMax = 80

/** `bank-statement.csv against ledger.csv` → `bank-statement-against-ledger` */
function fileNameOf(title: string): string {
  const name = title
    .replaceAll(/\.[A-Za-z0-9]{1,5}(?=\s|$)/g, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, nameLengthMax)
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return name === '' ? 'reconciliation' : name
}

/** The report of an open run, from which the page saves the same workbook as the command line. O(exclusions). */
function reportOfRun(openRun: OpenRun): ReportContent {
  const { chunks, summary, leafCount, resultRoot, sides, header } = openRun
  const sideOf = (side: 'source' | 'target') => ({
    table: sides[side].table,
    summary: { recordCount: header[side].count },
    path: sides[side].name,
  })
  return {
    outcome: { chunks, summary, leafCount, resultRoot, passes: [exclusionsOf(openRun)] },
    sides: { source: sideOf('source'), target: sideOf('target') },
    residuals: residualsOf(openRun),
    rules: undefined,
  }
}

/** All exclusions as if one rule had made them: the report needs only their sum. */
function exclusionsOf(openRun: OpenRun): ReportContent['outcome']['passes'][number] {
  const lines = linesOfView(openRun, 'excluded')
  const counts = { excludedSource: 0, excludedTarget: 0 }
  for (let position = 0; position < lines.count; position++) {
    const line = lines.lineAt(position)
    counts.excludedSource += idsOfSide(line, 'source').length
    counts.excludedTarget += idsOfSide(line, 'target').length
  }
  return counts
}
