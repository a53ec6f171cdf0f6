import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { recordsDeleted, soundDeletions } from '../log/stored-deletion.ts'
import type { Database } from '../store/database.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'

/** Why a run is not there: deleted as the signed log says, lost with only its receipt left, or never existed. */
export async function missingRun(c: Context<AppEnv>, db: Database, runId: string): Promise<ProblemError> {
  const { tenantId } = c.var.identity
  const [[receipt], deletions] = await db.batch([
    receiptStore(db).ofRun(tenantId, runId),
    receiptStore(db).deletionOf(tenantId, runId),
  ])
  return missingRunOf(c, receipt, deletions)
}

/** As `missingRun`, from rows that have been read already. */
export async function missingRunOf(
  c: Context<AppEnv>,
  receipt: ReceiptRow | undefined,
  deletions: readonly ReceiptRow[],
): Promise<ProblemError> {
  const sound = await soundDeletions({ isolate: c.var.isolate, env: c.env }, c.var.identity.tenantId, deletions)
  const deletion = sound.find(({ what }) => what === 'run')
  if (deletion !== undefined) return recordsDeleted(deletion)
  return new ProblemError(receipt === undefined ? 'run_not_found' : 'records_lost')
}
