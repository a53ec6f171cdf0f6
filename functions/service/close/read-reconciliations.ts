import type { ReconciliationRecord } from '@tallystick/schema/reconciliation'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { type FoundReconciliation, reconciliationStore } from '../store/reconciliation-store.ts'
import { reconciliationRecordOf } from './reconciliation-record.ts'

/** Sorts after every id. */
const behindAll = 'rcn_~'

/** Newest first. Throws `invalid_cursor`. One query. */
export async function listReconciliations(
  c: Context<AppEnv>,
  { limit, cursor }: PageQuery,
): Promise<Page<ReconciliationRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'reconciliations']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const rows = await reconciliationStore(dbOf(c)).page(tenantId, { before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: reconciliationRecordOf })
}

/** Throws `reconciliation_not_found`. One query. */
export async function knownReconciliation(c: Context<AppEnv>, id: string): Promise<FoundReconciliation> {
  const [found] = await reconciliationStore(dbOf(c)).find(c.var.identity.tenantId, id)
  if (found === undefined) throw new ProblemError('reconciliation_not_found')
  return found
}

export const dbOf = (c: Context<AppEnv>): Database => queries(databaseOf(c.env, c.var.identity.tenantId))
