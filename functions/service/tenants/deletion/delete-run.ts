import { isHash } from '@tallystick/engine/base'
import { parseReceipt } from '@tallystick/engine/log'
import { headStatements } from '../../log/log-head.ts'
import type { Executor } from '../../runs/executor.ts'
import { hasEnded } from '../../runs/run-record.ts'
import type { ReceiptRow } from '../../store/receipt-store.ts'
import { receiptStore } from '../../store/receipt-store.ts'
import { type RunRow, runStore } from '../../store/run-store.ts'
import { type DeletionOutcome, type Look, sealDeletion, wasDeleted } from './seal-deletion.ts'

/**
 * Deletes an ended run, which is not of a period, with its result and the answers that showed it; its receipt stays.
 * The deletion is an entry of the tenant's log, signed before anything is removed. `actor` is the id of the API key;
 * null for the service itself. May be repeated after any failure, and called by several at once. Throws what the
 * stores throw, and `LogDivergedError`.
 */
export const deleteRun = (
  executor: Executor,
  { tenantId, runId, actor }: { readonly tenantId: string; readonly runId: string; readonly actor: string | null },
): Promise<DeletionOutcome> =>
  sealDeletion(executor, { tenantId, what: 'run', id: runId, actor }, () => lookAtRun(executor, tenantId, runId))

async function lookAtRun(executor: Executor, tenantId: string, runId: string): Promise<Look> {
  const { db } = executor
  const [[row], newest, [run], [receipt], rows] = await db.batch([
    ...headStatements({ db }, tenantId),
    runStore(db).find(tenantId, runId),
    receiptStore(db).ofRun(tenantId, runId),
    receiptStore(db).deletionOf(tenantId, runId),
  ])
  const isStored = run !== undefined
  if (await wasDeleted(executor, { tenantId, what: 'run', id: runId }, { rows, isStored }))
    return { outcome: 'deleted_before' }
  if (run === undefined) return { outcome: receipt === undefined ? 'unknown' : 'lost' }
  if (run.period !== null && run.replayOf === null) return { outcome: 'held' }
  return hasEnded(run) ? { head: { row, newest }, root: rootOf(run, receipt) } : { outcome: 'unfinished' }
}

/** The root of the result, from the receipt if there is one, because a row can be changed. Null without a result. */
function rootOf({ id, resultRoot }: RunRow, row: ReceiptRow | undefined): string | null {
  const receipt = row && parseReceipt(row.line)
  if (receipt?.ok && receipt.value.run === id) return receipt.value.result
  return resultRoot !== null && isHash(resultRoot) ? resultRoot : null
}
