import type { Context } from 'hono'
import type { ListedRun, RunRecord } from '../../schema/run.ts'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type RunListQuery, runStore } from '../store/run-store.ts'
import { listedRunOf, runRecordOf } from './run-record.ts'

/** A page of the tenant's runs, newest first. Throws `invalid_cursor`. One query. */
export async function listRuns(
  c: Context<AppEnv>,
  { status, adapter, limit, cursor }: Omit<RunListQuery, 'before'> & PageQuery,
): Promise<Page<ListedRun>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'runs', status ?? '', adapter ?? '']
  const before = decodeCursor(query, cursor, ['string'])?.[0]
  const rows = await storeOf(c).list(tenantId, { status, adapter, before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: listedRunOf })
}

/** A run of the tenant. Throws `run_not_found`. One query. */
export async function readRun(c: Context<AppEnv>, runId: string): Promise<RunRecord> {
  const [row] = await storeOf(c).find(c.var.identity.tenantId, runId)
  if (row === undefined) throw new ProblemError('run_not_found')
  return runRecordOf(row)
}

const storeOf = (c: Context<AppEnv>) => runStore(queries(databaseOf(c.env, c.var.identity.tenantId)))
