import { canonicalFields, canonicalize, utf8 } from '@tallystick/engine'
import { formatCsvRow } from '../http/csv-row.ts'

/** Writes canonical lines in the media types of `GET /datasets/{id}/records`. */

interface Page {
  readonly lines: readonly string[]
  readonly nextCursor: string | null
}

/** The answer with one page. In JSON the lines are the elements of `data`, byte for byte. */
export function formatPage(mediaType: string, page: Page): Response {
  const text =
    mediaType === 'application/json'
      ? `{"data":[${page.lines.join(',')}],"nextCursor":${JSON.stringify(page.nextCursor)}}`
      : headerOf(mediaType) + formatLines(mediaType, page.lines)
  return new Response(text, { headers: { 'Content-Type': contentTypeOf(mediaType) } })
}

/** The answer with all lines of `parts`, as NDJSON or CSV. Lines are read as fast as the client takes them. */
export function formatStream(mediaType: string, parts: AsyncGenerator<readonly string[]>): Response {
  let header = headerOf(mediaType)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next()
      if (part.done === true && header === '') return controller.close()
      controller.enqueue(utf8(header + (part.done === true ? '' : formatLines(mediaType, part.value))))
      header = ''
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
  return new Response(body, { headers: { 'Content-Type': contentTypeOf(mediaType) } })
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
