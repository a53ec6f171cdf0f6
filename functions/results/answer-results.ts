import type { Context } from 'hono'
import { type ResultQuery, resultSchemaVersion, type View } from '../../schema/result.ts'
import type { ResultItem } from '../../schema/result-item.ts'
import { readStored } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { timestampOf } from '../platform/timestamp.ts'
import { type CompletedRun, requireCompleted } from '../runs/completed-run.ts'
import { missingRun } from '../runs/missing-run.ts'
import { databaseOf, queries } from '../store/database.ts'
import { beginning, type ResultFilter, readResultPage } from '../store/line-pages.ts'
import { runStore } from '../store/run-store.ts'
import { ruleViewsOf } from './match-evidence.ts'
import { auditTrailIdOf, type ItemContext, itemOf, totalsOf } from './result-item.ts'
import { streamItems } from './result-stream.ts'

/**
 * The results of a run: a page of a view as JSON, or as NDJSON or CSV the whole view, streamed, unless `limit` asks for
 * less. Throws `run_not_found`, `run_not_finished` or `invalid_cursor`. Two queries for a page, one when the caller has
 * the page already.
 */
export async function answerResults(c: Context<AppEnv>, runId: string, query: ResultQuery): Promise<Response> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [found] = await runStore(db).find(tenantId, runId)
  if (found === undefined) throw await missingRun(c, db, runId)
  const run = requireCompleted(found)
  const { view, confidence, rule, reason } = query
  const filter: ResultFilter = { view, level: confidence ?? reason, rule }
  const cursorQuery = [tenantId, 'results', runId, view, confidence ?? '', rule ?? '', reason ?? '']
  const place = decodeCursor(cursorQuery, query.cursor, ['number', 'number'])
  const from = place ? { seq: place[0], skip: place[1] } : beginning
  const isJson = c.var.mediaType === 'application/json'
  const limit = isJson || c.req.query('limit') !== undefined ? query.limit : undefined
  const parts = {
    root: run.resultRoot,
    query: [
      ['view', view],
      ['confidence', confidence],
      ['rule', rule],
      ['reason', reason],
      ['limit', limit],
      ['cursor', query.cursor],
    ] as const,
    schemaVersion: resultSchemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    const context = readStored('The row of the run', () => contextOf(run))
    if (!isJson) return streamItems({ db, run, filter, from, limit, context, mediaType: c.var.mediaType })
    const { lines, next } = await readResultPage(db, { run, filter, from, limit: query.limit })
    const nextCursor = next ? encodeCursor(cursorQuery, [next.seq, next.skip]) : null
    const items = readStored('A line of the run’s result', () => lines.map((line) => itemOf(line, context)))
    return c.json(
      readStored('The row of the run', () => responseOf(run, view, { items, nextCursor })),
      200,
    )
  })
}

const contextOf = (run: CompletedRun): ItemContext => ({
  rules: ruleViewsOf(JSON.parse(run.rules)),
  matchedAt: timestampOf(run.completedAt),
  auditTrailId: auditTrailIdOf(run.resultRoot),
})

interface ViewPage {
  readonly items: readonly ResultItem[]
  readonly nextCursor: string | null
}

/** The reconciliation response. It always has `matches` and `breaks`, and another view when that is asked for. */
const responseOf = (run: CompletedRun, view: View, { items, nextCursor }: ViewPage) => ({
  success: true,
  timestamp: timestampOf(run.completedAt),
  request_id: run.requestId,
  run_id: run.id,
  matches: [],
  breaks: [],
  [view]: items,
  ...totalsOf(JSON.parse(run.summary), run.resultRoot),
  next_cursor: nextCursor,
})
