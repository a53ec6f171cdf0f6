import type { RecordListQuery } from '@tallystick/schema/dataset'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { noteExport } from '../http/audit-event.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { nextLink } from '../http/next-link.ts'
import { begun } from '../http/stream.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type DatasetLines, openDatasetLines } from '../store/dataset-pages.ts'
import { formatPage, formatStream } from './format-records.ts'
import { missingDataset } from './missing-dataset.ts'

/** Part of every ETag of records: raise it when their representation changes. */
const schemaVersion = '2'

/**
 * A page as JSON, or all records as a stream of NDJSON or CSV unless `limit` asks for a page, in the order received.
 * With ids, their records in the order asked for, without missing ones. One round trip to D1 for a page.
 */
export async function answerRecords(c: Context<AppEnv>, datasetId: string, query: RecordListQuery): Promise<Response> {
  const { lines, cursorQuery } = await openRecords(c, datasetId, query)
  const { dataset } = lines
  const isStream = c.var.mediaType !== 'application/json' && c.req.query('limit') === undefined
  const parts = {
    root: dataset.root,
    query: [
      ['id', query.id === undefined ? undefined : JSON.stringify(query.id)],
      ['limit', isStream ? undefined : query.limit],
      ['cursor', query.cursor],
    ] as const,
    schemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    if (query.id !== undefined) {
      return formatPage(c.var.mediaType, { lines: await lines.find(query.id), nextCursor: null })
    }
    if (isStream) {
      await noteExport(c, 'records.exported', datasetId)
      return formatStream(c.var.mediaType, await begun(await lines.all()))
    }
    const page = await lines.page(query.limit)
    const isLast = page.next[2] >= dataset.recordCount
    const nextCursor = isLast ? null : encodeCursor(cursorQuery, page.next)
    return formatPage(c.var.mediaType, { lines: page.lines, nextCursor, link: nextLink(c, nextCursor) })
  })
}

interface OpenRecords {
  readonly lines: DatasetLines
  readonly cursorQuery: readonly string[]
}

async function openRecords(c: Context<AppEnv>, datasetId: string, query: RecordListQuery): Promise<OpenRecords> {
  const { tenantId } = c.var.identity
  const cursorQuery = [tenantId, 'records', datasetId, ...(query.id ?? [])]
  const start = decodeCursor(cursorQuery, query.cursor, ['number', 'number', 'number']) ?? [0, 0, 0]
  const db = queries(databaseOf(c.env, tenantId))
  const lines = await openDatasetLines({ db, env: c.env }, tenantId, { datasetId, start, recordIds: query.id })
  if (lines === undefined) throw await missingDataset(c, db, datasetId)
  return { lines, cursorQuery }
}
