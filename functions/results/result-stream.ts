import { utf8 } from '@tallystick/engine'
import type { Database } from '../store/database.ts'
import { type ResultFilter, type ResultPlace, readResultPage } from '../store/line-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { lineFormatOf } from './result-format.ts'
import { type ItemContext, itemOf } from './result-item.ts'

/** Lines read from the database at once: about a chunk. */
const lineCountAtOnce = 2_000

export interface StreamRequest {
  readonly db: Database
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: ResultPlace
  /** How many items; all that follow when left out. */
  readonly limit?: number | undefined
  readonly context: ItemContext
  readonly mediaType: string
}

/** The items of a view as NDJSON or CSV, written as they are read; no more is read than the caller takes. */
export function streamItems(request: StreamRequest): Response {
  const { contentType, header, formatItem } = lineFormatOf(request.mediaType, request.filter.view)
  const parts = readParts(request)
  let pending = header
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next()
      if (!part.done) pending += part.value.map((line) => formatItem(itemOf(line, request.context))).join('')
      if (pending !== '') controller.enqueue(utf8(pending))
      pending = ''
      if (part.done) controller.close()
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
  return new Response(body, { headers: { 'Content-Type': contentType } })
}

/** Never an empty part: a pull that enqueues nothing is not called again. */
async function* readParts({ db, run, filter, from, limit }: StreamRequest): AsyncGenerator<readonly string[]> {
  let left = limit ?? Number.POSITIVE_INFINITY
  let place: ResultPlace | undefined = from
  while (place !== undefined && left > 0) {
    const { lines, next } = await readResultPage(db, {
      run,
      filter,
      from: place,
      limit: Math.min(left, lineCountAtOnce),
    })
    left -= lines.length
    place = next
    if (lines.length > 0) yield lines
  }
}
