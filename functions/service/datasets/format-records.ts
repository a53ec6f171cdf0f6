import { formatCsvRow } from '@tallystick/audit/report/csv-row'
import { canonicalize, isObject, parseLine, utf8 } from '@tallystick/engine/base'
import { canonicalFields } from '@tallystick/engine/record'
import { recordsAltered } from '../http/altered.ts'
import { streamOf } from '../http/stream.ts'

interface Page {
  readonly lines: readonly string[]
  readonly nextCursor: string | null
  readonly link?: string | undefined
}

/** In JSON, the lines become the elements of `data`, byte for byte. */
export function formatPage(mediaType: string, page: Page): Response {
  for (const line of page.lines) requireRecord(line)
  const text =
    mediaType === 'application/json'
      ? `{"data":[${page.lines.join(',')}],"nextCursor":${JSON.stringify(page.nextCursor)}}`
      : headerOf(mediaType) + formatLines(mediaType, page.lines)
  const link = page.link === undefined ? {} : { Link: page.link }
  return new Response(text, { headers: { 'Content-Type': contentTypeOf(mediaType), ...link } })
}

/** Throws `records_altered` for a line that is no record, which would make the whole answer unreadable. */
function requireRecord(line: string): void {
  if (!isObject(parseLine(line))) throw recordsAltered('A line of the dataset is no record any more.')
}

/** All lines as NDJSON or CSV, read as the client takes them. */
export const formatStream = (mediaType: string, parts: AsyncIterable<readonly string[]>): Response =>
  new Response(streamOf(formatParts(mediaType, parts)), { headers: { 'Content-Type': contentTypeOf(mediaType) } })

async function* formatParts(mediaType: string, parts: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  yield utf8(headerOf(mediaType))
  for await (const lines of parts) yield utf8(formatLines(mediaType, lines))
}

const csv = 'text/csv'

const contentTypeOf = (mediaType: string): string =>
  mediaType === csv ? `${csv}; charset=utf-8; header=present` : mediaType

const headerOf = (mediaType: string): string => (mediaType === csv ? formatCsvRow(canonicalFields) : '')

const formatLines = (mediaType: string, lines: readonly string[]): string =>
  lines.map((line) => (mediaType === csv ? csvRowOf(line) : `${line}\n`)).join('')

function csvRowOf(line: string): string {
  const record = JSON.parse(line)
  return formatCsvRow(
    canonicalFields.map((field) => {
      const value = record[field]
      return value === undefined || typeof value === 'string' ? value : canonicalize(value)
    }),
  )
}
