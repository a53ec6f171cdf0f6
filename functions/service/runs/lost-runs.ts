import { parseReceipt } from '@tallystick/engine/log'
import type { LostRun } from '@tallystick/schema/lost-run'
import type { LogAccess } from '../log/log-signer.ts'
import { soundDeletions } from '../log/stored-deletion.ts'
import type { Database } from '../store/database.ts'
import { receiptStore } from '../store/receipt-store.ts'

/** Lost runs: sealed, not deleted, and yet the database has only their receipts. */

/** The lost run by its receipt. Members that a damaged line lacks are null, and the id is then that of the row. */
export function lostRunOf({ sequence, runId, leafHash, line }: LostReceipt): LostRun {
  const receipt = parseReceipt(line)
  return {
    id: receipt.ok ? receipt.value.run : runId,
    sequence,
    receiptHash: leafHash,
    completedAt: receipt.ok ? receipt.value.completedAt : null,
  }
}

/** The receipts of lost runs among `rows`: the signed log does not say that these were deleted. One query. */
export async function lostRunsIn(
  access: LogAccess,
  tenantId: string,
  rows: readonly LostReceipt[],
): Promise<ReadonlySet<LostReceipt>> {
  const stored = await receiptStore(access.db).deletionsOf(
    tenantId,
    rows.map(({ runId }) => runId),
  )
  const deletions = await soundDeletions(access, tenantId, stored)
  const deleted = new Set(deletions.filter(({ what }) => what === 'run').map(({ id }) => id))
  return new Set(rows.filter(({ runId }) => !deleted.has(runId)))
}

export type LostReceipt = Awaited<ReturnType<ReturnType<typeof receiptStore>['lost']>>[number]

/** The newest receipts of a tenant before a sequence whose runs are gone, lost or deleted. One query. */
export const lostReceipts = (
  db: Database,
  tenantId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly LostReceipt[]> =>
  receiptStore(db)
    .lost(tenantId, { before: before ?? Number.MAX_SAFE_INTEGER, limit })
    .then((rows) => rows)
