import { utf8 } from '@tallystick/engine'
import { streamOf } from '../http/stream.ts'
import type { Database } from '../store/database.ts'
import { type ResultFilter, type ResultPage, type ResultPlace, readResultPage } from '../store/line-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { type LineFormat, lineFormatOf } from './result-format.ts'
import { type ItemContext, itemOf } from './result-item.ts'

/** Lines that one query reads: about a chunk. */
const lineCountAtOnce = 2_000

export interface StreamRequest {
  readonly db: Database
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  /** Items at most; all that follow when left out. */
  readonly limit?: number | undefined
  readonly context: ItemContext
  readonly mediaType: string
}

/** The items of a view as NDJSON or CSV, read and written as the client takes them. */
export function streamItems(request: StreamRequest): Response {
  const format = lineFormatOf(request.mediaType, request.filter.view)
  return new Response(streamOf(formatParts(request, format)), { headers: { 'Content-Type': format.contentType } })
}

async function* formatParts(request: StreamRequest, { header, formatItem }: LineFormat): AsyncGenerator<Uint8Array> {
  yield utf8(header)
  for await (const lines of readParts(request))
    yield utf8(lines.map((line) => formatItem(itemOf(line, request.context))).join(''))
}

async function* readParts({ db, run, filter, from, limit }: StreamRequest): AsyncGenerator<readonly string[]> {
  let left = limit ?? Number.POSITIVE_INFINITY
  let place: ResultPlace | undefined = from
  while (place !== undefined && left > 0) {
    const page: ResultPage = await readResultPage(db, {
      run,
      filter,
      from: place,
      limit: Math.min(left, lineCountAtOnce),
    })
    left -= page.lines.length
    place = page.next
    yield page.lines
  }
}
