import { type ReportRow, type RowContext, rowsOfLine } from '@tallystick/audit/report/report-row'
import { reportSheet } from '@tallystick/audit/report/report-sheet'
import type { RecordLine } from '@tallystick/audit/report/shown-record'
import { writeCsv } from '@tallystick/audit/report/write-csv'
import { workbookType, writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { utf8 } from '@tallystick/engine/base'
import { hashOfLine } from '@tallystick/engine/merkle'
import { idOfLine } from '@tallystick/engine/result'
import type { View } from '@tallystick/schema/result'
import { readStored } from '../http/altered.ts'
import { streamOf } from '../http/stream.ts'
import { sha256 } from '../platform/hasher.ts'
import type { ItemContext } from './result-item.ts'
import { shownItems } from './shown-items.ts'
import type { ViewParts } from './view-lines.ts'

interface ShownView {
  readonly parts: ViewParts
  readonly view: View
  readonly context: ItemContext
}

/** Forms that people read always show the records of each line. */
export const showsRecords = (mediaType: string): boolean => mediaType === 'text/csv' || mediaType === workbookType

/** NDJSON has an item a line, CSV and workbooks a row a record. Reads the view as the client takes the answer. */
export function streamView(mediaType: string, view: ShownView): Response {
  if (mediaType === 'application/x-ndjson') return respond(mediaType, ndjsonOf(view))
  const sheet = reportSheet(view.view, rowsOf(view))
  if (mediaType === 'text/csv') return respond('text/csv; charset=utf-8; header=present', writeCsv(sheet))
  if (mediaType !== workbookType) throw new Error(`No view is written as ${mediaType}`)
  const headers = { 'Content-Disposition': `attachment; filename="${view.view}.xlsx"` }
  return respond(mediaType, writeWorkbook([sheet]), headers)
}

const respond = (contentType: string, bytes: AsyncGenerator<Uint8Array>, headers: Record<string, string> = {}) =>
  new Response(streamOf(bytes), { headers: { 'Content-Type': contentType, ...headers } })

async function* ndjsonOf({ parts, context }: ShownView): AsyncGenerator<Uint8Array> {
  for await (const { lines, recordOf } of parts)
    yield utf8(
      shownItems(lines, { context, recordOf })
        .map((item) => `${JSON.stringify(item)}\n`)
        .join(''),
    )
}

async function* rowsOf({ parts }: ShownView): AsyncGenerator<ReportRow> {
  for await (const { lines, recordOf = none } of parts)
    yield* readStored('A line of the run’s result', () => lines.flatMap((line) => rowsOfText(line, recordOf)))
}

const none = () => undefined

function rowsOfText(text: string, recordOf: RowContext['recordOf']): readonly ReportRow[] {
  const line: RecordLine = JSON.parse(text)
  return rowsOfLine(line, { id: idOfLine(line.kind, hashOfLine(sha256, text)), recordOf })
}
