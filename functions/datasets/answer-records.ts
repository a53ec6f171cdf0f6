import type { Context } from 'hono'
import type { RecordListQuery } from '../../schema/dataset.ts'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type ChunkRow, type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { idMember, linesFrom, lineWithId, type Position, pageFrom } from './dataset-lines.ts'
import { formatPage, formatStream } from './format-records.ts'

/** Chunks read at once: a page is hardly ever longer than the rest of one chunk and the next chunk. */
const chunkCountAtOnce = 2

/** A part of every ETag of records. A change of their representation raises it. */
const schemaVersion = '1'

/**
 * Answers with the records of a dataset in the order received: a page as JSON; all records as a stream of NDJSON or CSV,
 * unless `limit` asks for a page. With `id`, the record of that id or none. Throws `dataset_not_found` or
 * `invalid_cursor`. A page costs one round trip to D1, of two queries.
 */
export async function answerRecords(c: Context<AppEnv>, datasetId: string, query: RecordListQuery): Promise<Response> {
  const reading = await openReading(c, datasetId, query)
  const { dataset, first } = reading
  const isStream = c.var.mediaType !== 'application/json' && c.req.query('limit') === undefined
  const parts = {
    root: dataset.root,
    query: [
      ['id', query.id],
      ['limit', isStream ? undefined : query.limit],
      ['cursor', query.cursor],
    ] as const,
    schemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    if (query.id !== undefined) {
      const line = await findLine(reading, query.id)
      return formatPage(c.var.mediaType, { lines: line === undefined ? [] : [line], nextCursor: null })
    }
    if (isStream) return formatStream(c.var.mediaType, linesFrom(first, reading.start, reading.more))
    const { lines, next } = pageFrom(first, { start: reading.start, limit: query.limit })
    const isLast = next[2] >= dataset.recordCount
    return formatPage(c.var.mediaType, { lines, nextCursor: isLast ? null : encodeCursor(reading.cursorQuery, next) })
  })
}

interface Reading {
  readonly dataset: DatasetRow
  readonly cursorQuery: readonly string[]
  readonly start: Position
  readonly first: readonly ChunkRow[]
  /** The chunks that follow, from `fromSeq`. */
  readonly more: (fromSeq: number) => Promise<readonly ChunkRow[]>
}

async function openReading(c: Context<AppEnv>, datasetId: string, query: RecordListQuery): Promise<Reading> {
  const { tenantId } = c.var.identity
  const cursorQuery = [tenantId, 'records', datasetId, query.id ?? '']
  const start = decodeCursor(cursorQuery, query.cursor, ['number', 'number', 'number']) ?? [0, 0, 0]
  const db = queries(databaseOf(c.env, tenantId))
  const store = datasetStore(db)
  const chunksFrom = (fromSeq: number) => {
    const range = { datasetId, fromSeq, limit: chunkCountAtOnce }
    return query.id === undefined
      ? store.chunks(tenantId, range)
      : store.chunksWithId(tenantId, { ...range, recordId: query.id, member: idMember(query.id) })
  }
  const [[dataset], first] = await db.batch([store.find(tenantId, datasetId), chunksFrom(start[0])])
  if (dataset === undefined) throw datasetNotFound()
  return { dataset, cursorQuery, start, first, more: async (fromSeq) => chunksFrom(fromSeq) }
}

/** The problem of an id that no sealed dataset of the tenant has. */
export const datasetNotFound = (): ProblemError => new ProblemError('dataset_not_found')

/** The line of the record `id`. More chunks are read where the first have `"id":"…"` only inside attributes. */
async function findLine(reading: Reading, id: string): Promise<string | undefined> {
  let chunks = reading.first
  while (true) {
    const line = lineWithId(chunks, id)
    const last = chunks.at(-1)
    if (line !== undefined || last === undefined) return line
    chunks = await reading.more(last.seq + 1)
  }
}
