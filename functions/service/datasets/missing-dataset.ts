import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { unsealed } from '../http/unsealed.ts'
import { recordsDeleted, soundDeletions } from '../log/stored-deletion.ts'
import type { Database } from '../store/database.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { uploadStore } from '../store/upload-store.ts'

/**
 * The problem of a dataset that is not found: still being uploaded, deleted as the signed log says, or never existed.
 * One round trip.
 */
export async function missingDataset(c: Context<AppEnv>, db: Database, datasetId: string): Promise<ProblemError> {
  const { tenantId } = c.var.identity
  const [rows, [upload]] = await db.batch([
    receiptStore(db).deletionOf(tenantId, datasetId),
    uploadStore(db).find(tenantId, datasetId),
  ])
  if (upload !== undefined) return unsealed(upload.state)
  const [deletion] = await soundDeletions({ isolate: c.var.isolate, env: c.env }, tenantId, rows)
  return deletion?.what === 'dataset' ? recordsDeleted(deletion) : new ProblemError('dataset_not_found')
}
