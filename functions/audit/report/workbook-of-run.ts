import { linesOf, type Sha256 } from '@tallystick/engine/base'
import { hashOfLine } from '@tallystick/engine/merkle'
import { idOfLine } from '@tallystick/engine/result'
import type { View } from '@tallystick/schema/result'
import type { Sheet } from '../workbook/sheet.ts'
import type { ReportContent } from './report-content.ts'
import { type ReportRow, rowsOfLine } from './report-row.ts'
import { reportSheet } from './report-sheet.ts'
import type { RecordLine } from './shown-record.ts'
import { lookUpRecords, type RecordOf } from './shown-records.ts'
import { summarySheet } from './summary-sheet.ts'
import { writeCsv } from './write-csv.ts'

/**
 * The sheets of a report: a summary, and one for each view. Rows are made while they are written, so each sheet can be
 * written only once.
 */
export function workbookOfRun(content: ReportContent, sha256: Sha256): readonly Sheet[] {
  const sheetOf = sheetsOf(content, sha256)
  return [summarySheet(content), ...sheetOrder.map(sheetOf)]
}

export const breaksCsvOf = (content: ReportContent, sha256: Sha256): AsyncGenerator<Uint8Array> =>
  writeCsv(sheetsOf(content, sha256)('breaks'))

/** Breaks come first, since they need work. */
const sheetOrder: readonly View[] = ['breaks', 'matches', 'suggestions', 'excluded', 'netted']

function sheetsOf({ outcome, sides, residuals }: ReportContent, sha256: Sha256): (view: View) => Sheet {
  const recordOf = lookUpRecords(sides, residuals)
  return (view) => reportSheet(view, rowsOf({ view, chunks: outcome.chunks, recordOf }, sha256))
}

interface ViewRows {
  readonly view: View
  readonly chunks: ReportContent['outcome']['chunks']
  readonly recordOf: RecordOf
}

function* rowsOf({ view, chunks, recordOf }: ViewRows, sha256: Sha256): Generator<ReportRow> {
  for (const chunk of chunks) {
    if (chunk.view !== view) continue
    for (const text of linesOf(chunk.text)) {
      const line: RecordLine = JSON.parse(text)
      yield* rowsOfLine(line, { id: idOfLine(line.kind, hashOfLine(sha256, text)), recordOf })
    }
  }
}
