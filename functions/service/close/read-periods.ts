import type { DuePeriod, PeriodRecord } from '@tallystick/schema/period'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { actStore } from '../store/act-store.ts'
import { duePeriodStore } from '../store/due-periods.ts'
import { periodStore } from '../store/period-store.ts'
import { duePeriodOf, periodRecordOf } from './period-record.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'
import { signoffRecords } from './stored-signoffs.ts'

/** The last one first. Throws `invalid_cursor` and `reconciliation_not_found`. Two trips to D1 at most. */
export async function listPeriods(
  c: Context<AppEnv>,
  reconciliationId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<DuePeriod>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'periods', reconciliationId]
  const before = decodeCursor(query, cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER
  const rows = await duePeriodStore(dbOf(c)).page(tenantId, reconciliationId, { before, limit: limit + 1 })
  const now = c.var.isolate.now()
  if (rows.length === 0) await knownReconciliation(c, reconciliationId)
  return pageOf(rows, {
    limit,
    query,
    positionOf: ({ period }) => [period.number],
    show: (row) => duePeriodOf(row, now),
  })
}

/** Throws `period_not_found`. One trip to D1, and another for the names of those who sent it back or opened it again. */
export async function knownPeriod(c: Context<AppEnv>, id: string): Promise<PeriodRecord> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const store = periodStore(db)
  const [[row], read, datasets, signoffs] = await db.batch([
    duePeriodStore(db).find(tenantId, id),
    store.datasets(tenantId, id),
    store.datasetRows(tenantId, id),
    actStore(db).signoffs(tenantId, id),
  ])
  if (row === undefined) throw new ProblemError('period_not_found')
  const now = c.var.isolate.now()
  return periodRecordOf(row, { now, read, datasets, signoffs: await signoffRecords(db, tenantId, signoffs) })
}
