import { logSignerOf } from '../log/log-signer.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { logStore } from '../store/log-store.ts'

/** No isolate signs an act that it staged longer ago. */
const stagedMilliseconds = 3_600_000

/**
 * Forgets up to `actCountMax` acts of periods that were staged and never signed, and frees their idempotency keys. Acts of
 * a tenant stay while an entry of its log is signed and not stored in the database, which may be theirs.
 */
export async function sweepActs(executor: Executor, actCountMax: number): Promise<void> {
  const { db, isolate } = executor
  for (const { tenantId, id } of await actStore(db).stagedBefore(isolate.now() - stagedMilliseconds, actCountMax)) {
    if (await isLogAhead(executor, tenantId)) continue
    await db.batch([actStore(db).unstage(tenantId, id), idempotencyStore(db).abandon(tenantId, id)])
  }
}

/** Whether a size beyond that of the database was signed. */
async function isLogAhead(executor: Executor, tenantId: string): Promise<boolean> {
  const { origin } = await logSignerOf(executor, tenantId)
  const [row] = await logStore(executor.db).find(tenantId)
  const [next] = await checkpointStore(bucketOf(executor.env), origin).listAfter(row?.size ?? 0, 1)
  return next !== undefined
}
