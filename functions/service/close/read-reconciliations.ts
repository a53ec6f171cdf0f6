import type { ListedReconciliation } from '@tallystick/schema/period'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { newestPeriods } from '../store/newest-periods.ts'
import { type FoundReconciliation, reconciliationStore } from '../store/reconciliation-store.ts'
import { newestPeriodOf } from './period-record.ts'
import { reconciliationRecordOf } from './reconciliation-record.ts'

/** Sorts after every id. */
const behindAll = 'rcn_~'

/** Newest first, each with its last period. Throws `invalid_cursor`. Two queries. */
export async function listReconciliations(
  c: Context<AppEnv>,
  { limit, cursor }: PageQuery,
): Promise<Page<ListedReconciliation>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'reconciliations']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const rows = await reconciliationStore(dbOf(c)).page(tenantId, { before, limit: limit + 1 })
  const ids = rows.map(({ id }) => id)
  const periods = ids.length === 0 ? [] : await newestPeriods(dbOf(c), tenantId, ids)
  const now = c.var.isolate.now()
  const newest = new Map(periods.map((found) => [found.period.reconciliationId, newestPeriodOf(found, now)]))
  return pageOf(rows, {
    limit,
    query,
    positionOf: ({ id }) => [id],
    show: (row) => ({ ...reconciliationRecordOf(row), newest: newest.get(row.id) ?? null }),
  })
}

/** Throws `reconciliation_not_found`. One query. */
export async function knownReconciliation(c: Context<AppEnv>, id: string): Promise<FoundReconciliation> {
  const [found] = await reconciliationStore(dbOf(c)).find(c.var.identity.tenantId, id)
  if (found === undefined) throw new ProblemError('reconciliation_not_found')
  return found
}

export const dbOf = (c: Context<AppEnv>): Database => queries(databaseOf(c.env, c.var.identity.tenantId))
