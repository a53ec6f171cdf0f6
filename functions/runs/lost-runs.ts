import { parseReceipt } from '@tallystick/engine'
import type { LostRun } from '../../schema/lost-run.ts'
import type { Database } from '../store/database.ts'
import { receiptStore } from '../store/receipt-store.ts'

/** Runs that were sealed and are gone: the database has their receipts only. */

/** The lost run of a receipt. What a damaged line does not say is null, and its id is that beside the line. */
export function lostRunOf({ sequence, runId, leafHash, line }: LostReceipt): LostRun {
  const receipt = parseReceipt(line)
  return {
    id: receipt.ok ? receipt.value.run : runId,
    sequence,
    receiptHash: leafHash,
    completedAt: receipt.ok ? receipt.value.completedAt : null,
  }
}

type LostReceipt = Awaited<ReturnType<ReturnType<typeof receiptStore>['lost']>>[number]

/** The newest lost runs of a tenant, at most `limit`, before a sequence. One query. */
export const lostReceipts = (
  db: Database,
  tenantId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly LostReceipt[]> =>
  receiptStore(db)
    .lost(tenantId, { before: before ?? Number.MAX_SAFE_INTEGER, limit })
    .then((rows) => rows)
