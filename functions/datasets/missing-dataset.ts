import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { recordsDeleted, soundDeletions } from '../log/stored-deletion.ts'
import type { Database } from '../store/database.ts'
import { receiptStore } from '../store/receipt-store.ts'

/** The problem of an id that no sealed dataset of the tenant has: it was deleted when the signed log says so. One query. */
export async function missingDataset(c: Context<AppEnv>, db: Database, datasetId: string): Promise<ProblemError> {
  const { tenantId } = c.var.identity
  const rows = await receiptStore(db).deletionOf(tenantId, datasetId)
  const [deletion] = await soundDeletions({ isolate: c.var.isolate, env: c.env }, tenantId, rows)
  return deletion?.what === 'dataset' ? recordsDeleted(deletion) : new ProblemError('dataset_not_found')
}
