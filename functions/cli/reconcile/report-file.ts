import { hashOfLine, idOfLine, linesOf } from '@tallystick/engine'
import type { View } from '../../../schema/result.ts'
import { type ReportRow, rowsOfLine } from '../../report/report-row.ts'
import { reportSheet } from '../../report/report-sheet.ts'
import type { RecordLine } from '../../report/shown-record.ts'
import { writeCsv } from '../../report/write-csv.ts'
import type { Sheet } from '../../workbook/sheet.ts'
import { writeWorkbook } from '../../workbook/workbook.ts'
import { sha256 } from '../sha256.ts'
import { reportFormatOf } from './reconcile-arguments.ts'
import type { ReportContent } from './report-content.ts'
import { openResultFile } from './result-file.ts'
import { lookUpRecords, type RecordOf } from './shown-records.ts'
import { summarySheet } from './summary-sheet.ts'

/**
 * Writes the records and reasons of a result to `path`, whole or not at all, and returns the faults: as a workbook with a
 * summary and a sheet for each view, or the breaks as CSV. Rows are made as they are written.
 */
export async function writeReport(path: string, content: ReportContent): Promise<readonly string[]> {
  const file = openResultFile(path)
  try {
    for await (const part of partsOf(path, content)) file.write(part)
    return file.commit()
  } finally {
    file.close()
  }
}

/** Whether the report at `path` shows every line of a result, and not its breaks alone. */
export const showsAllViews = (path: string): boolean => reportFormatOf(path) === 'xlsx'

function partsOf(path: string, content: ReportContent): AsyncGenerator<Uint8Array> {
  const recordOf = lookUpRecords(content.sides, content.rests)
  const sheetOf = (view: View): Sheet => reportSheet(view, rowsOf(view, content, recordOf))
  if (!showsAllViews(path)) return writeCsv(sheetOf('breaks'))
  return writeWorkbook([summarySheet(content), ...sheetOrder.map(sheetOf)])
}

/** What has to be looked at comes first. */
const sheetOrder: readonly View[] = ['breaks', 'matches', 'suggestions', 'excluded', 'netted']

function* rowsOf(view: View, { outcome }: ReportContent, recordOf: RecordOf): Generator<ReportRow> {
  for (const chunk of outcome.chunks) {
    if (chunk.view !== view) continue
    for (const text of linesOf(chunk.text)) {
      const line: RecordLine = JSON.parse(text)
      yield* rowsOfLine(line, { id: idOfLine(line.kind, hashOfLine(sha256, text)), recordOf })
    }
  }
}
