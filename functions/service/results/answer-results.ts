import { timestampOf } from '@tallystick/audit/base/timestamp'
import { type ResultQuery, resultSchemaVersion, type View } from '@tallystick/schema/result'
import type { ResultItem } from '@tallystick/schema/result-item'
import type { Context } from 'hono'
import { readStored } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { noteExport } from '../http/audit-event.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { nextLink } from '../http/next-link.ts'
import { requireScope } from '../http/scopes.ts'
import { inlineRecordCountMaxOf } from '../platform/record-limit.ts'
import { type CompletedRun, requireCompleted } from '../runs/completed-run.ts'
import { requireKeptRecords } from '../runs/deleted-sides.ts'
import { missingRun } from '../runs/missing-run.ts'
import { recordCountOf } from '../runs/run-record.ts'
import { databaseOf, queries } from '../store/database.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { beginning } from '../store/result-pages.ts'
import { runStore } from '../store/run-store.ts'
import { ruleViewsOf } from './match-evidence.ts'
import { auditTrailIdOf, type ItemContext, totalsOf } from './result-item.ts'
import { shownItems } from './shown-items.ts'
import { showsRecords, streamView } from './view-format.ts'
import { openLargeView, openView, readViewPage, type ViewParts, type ViewSource } from './view-lines.ts'

/**
 * A page of a view as JSON. As NDJSON, CSV or a workbook the whole view is streamed, unless `limit` asks for a page.
 */
export async function answerResults(c: Context<AppEnv>, runId: string, query: ResultQuery): Promise<Response> {
  const { mediaType } = c.var
  const hasRecords = query.include === 'records' || showsRecords(mediaType)
  if (hasRecords) requireScope(c, 'datasets:read')
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [found] = await runStore(db).find(tenantId, runId)
  if (found === undefined) throw await missingRun(c, db, runId)
  const run = requireCompleted(found)
  if (hasRecords) await requireKeptRecords(c, run, await receiptStore(db).deletionsAround(tenantId, runId))
  const { view, confidence, rule, reason, cause, include, cursor } = query
  const limit = mediaType === 'application/json' || c.req.query('limit') !== undefined ? query.limit : undefined
  const cursorQuery = [tenantId, 'results', runId, view, confidence ?? '', rule ?? '', reason ?? '', cause ?? '']
  const place = decodeCursor(cursorQuery, cursor, ['number', 'number'])
  const parts = {
    root: run.resultRoot,
    query: [
      ['view', view],
      ['confidence', confidence],
      ['rule', rule],
      ['reason', reason],
      ['cause', cause],
      ['include', hasRecords ? 'records' : include],
      ['limit', limit],
      ['cursor', cursor],
    ] as const,
    schemaVersion: resultSchemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    const from = place ? { seq: place[0], skip: place[1] } : beginning
    const source = { db, env: c.env, run, filter: { view, level: confidence ?? reason, rule, cause }, from, hasRecords }
    const context = readStored('The row of the run', () => contextOf(run))
    if (limit === undefined) {
      await noteExport(c, 'results.exported', runId)
      return streamView(mediaType, { view, context, parts: await openWhole(c, source) })
    }
    const page = await readViewPage(source, limit)
    const nextCursor = page.next ? encodeCursor(cursorQuery, [page.next.seq, page.next.skip]) : null
    const response =
      mediaType === 'application/json'
        ? c.json(responseOf(run, view, { items: shownItems(page.lines, { context, ...page }), nextCursor }), 200)
        : streamView(mediaType, { view, context, parts: [page] })
    const link = nextLink(c, nextCursor)
    if (link !== undefined) response.headers.set('Link', link)
    return response
  })
}

/** The whole view. For records, both sides are held as columns if a request could execute the run. */
async function openWhole(c: Context<AppEnv>, source: ViewSource): Promise<ViewParts> {
  if (!source.hasRecords) return openView(source)
  const { run } = source
  const recordCount = recordCountOf(run)
  const { inlineByteCountMax } = c.var.isolate.runLimits
  const isLarge = recordCount > inlineRecordCountMaxOf(c.env, c.var.isolate) || run.byteCount > inlineByteCountMax
  // A request has executed every run of a period.
  if (isLarge && run.period === null) {
    await c.var.memory.takeForBody(batchByteCount)
    return openLargeView(source)
  }
  await c.var.memory.takeForRecords(recordCount)
  c.var.memory.keepForBody({ recordCount })
  return openView(source)
}

/** A quarter of the bytes of a batch of records: the memory budget counts a body four times. */
const batchByteCount = 8_000_000

const contextOf = (run: CompletedRun): ItemContext => ({
  rules: ruleViewsOf(JSON.parse(run.rules)),
  matchedAt: timestampOf(run.completedAt),
  auditTrailId: auditTrailIdOf(run.resultRoot),
})

interface ViewPage {
  readonly items: readonly ResultItem[]
  readonly nextCursor: string | null
}

/** The response for a page of a view, always with the members `matches` and `breaks`. */
const responseOf = (run: CompletedRun, view: View, { items, nextCursor }: ViewPage) =>
  readStored('The row of the run', () => ({
    success: true,
    timestamp: timestampOf(run.completedAt),
    request_id: run.requestId,
    run_id: run.id,
    matches: [],
    breaks: [],
    [view]: items,
    ...totalsOf(JSON.parse(run.summary), run.resultRoot),
    next_cursor: nextCursor,
  }))
