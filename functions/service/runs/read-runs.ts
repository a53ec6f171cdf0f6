import type { LostRun } from '@tallystick/schema/lost-run'
import type { ListedRun, RunRecord } from '@tallystick/schema/run'
import type { Context } from 'hono'
import { pageOfStored, type StoredPage } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type RunListQuery, runStore } from '../store/run-store.ts'
import { type LostReceipt, lostReceipts, lostRunOf, lostRunsIn } from './lost-runs.ts'
import { missingRun } from './missing-run.ts'
import { storedListedRunOf, storedRunOf } from './run-record.ts'

interface ListedQuery extends Omit<RunListQuery, 'before'>, PageQuery {
  readonly lost?: 'true' | undefined
}

/**
 * The runs of a tenant, newest first. Lost runs have no filter by status or adapter, because no receipt names these.
 */
export async function listRuns(c: Context<AppEnv>, query: ListedQuery): Promise<StoredPage<ListedRun> | Page<LostRun>> {
  return query.lost === 'true' ? listLostRuns(c, query) : listKeptRuns(c, query)
}

async function listLostRuns(
  c: Context<AppEnv>,
  { status, adapter, limit, cursor }: ListedQuery,
): Promise<Page<LostRun>> {
  if (status !== undefined || adapter !== undefined)
    throw new ProblemError('invalid_query', { detail: 'Lost runs are listed without status and adapter.' })
  const { tenantId } = c.var.identity
  const query = [tenantId, 'runs', 'lost']
  const before = decodeCursor(query, cursor, ['number'])?.[0]
  const db = queries(databaseOf(c.env, tenantId))
  const rows = await lostReceipts(db, tenantId, { before, limit: limit + 1 })
  const lost = await lostRunsIn({ db, isolate: c.var.isolate, env: c.env }, tenantId, rows)
  const show = (row: LostReceipt) => (lost.has(row) ? [lostRunOf(row)] : [])
  const { data, nextCursor } = pageOf(rows, { limit, query, positionOf: ({ sequence }) => [sequence], show })
  // Deleted runs are left out, so that the page may be shorter.
  return { data: data.flat(), nextCursor }
}

async function listKeptRuns(
  c: Context<AppEnv>,
  { status, adapter, limit, cursor }: ListedQuery,
): Promise<StoredPage<ListedRun>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'runs', status ?? '', adapter ?? '']
  const before = decodeCursor(query, cursor, ['string'])?.[0]
  const rows = await storeOf(c).list(tenantId, { status, adapter, before, limit: limit + 1 })
  return pageOfStored(rows, { limit, query, positionOf: ({ id }) => [id], show: storedListedRunOf })
}

/** One query for an existing run. */
export async function readRun(c: Context<AppEnv>, runId: string): Promise<RunRecord> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const [row] = await runStore(db).find(tenantId, runId)
  if (row === undefined) throw await missingRun(c, db, runId)
  return storedRunOf(row)
}

const storeOf = (c: Context<AppEnv>) => runStore(queries(databaseOf(c.env, c.var.identity.tenantId)))
