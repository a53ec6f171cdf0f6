import { logSignerOf } from '../log/log-signer.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { logStore } from '../store/log-store.ts'

/** No isolate signs an act that it staged longer ago. */
const stagedMilliseconds = 3_600_000

/** The most tenants of one call, and the most acts of each. */
const tenantCountMax = 20
const actCountMax = 20

/**
 * Forgets acts of periods that were staged and never signed, and frees their idempotency keys. Acts of a tenant stay while
 * an entry of its log is signed and not stored in the database, which may be theirs. `attempt` does the work of one
 * tenant: what it throws holds up no other.
 */
export async function sweepActs(
  executor: Executor,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const before = executor.isolate.now() - stagedMilliseconds
  for (const { tenantId } of await actStore(executor.db).tenantsStagedBefore(before, tenantCountMax))
    await attempt(() => sweepTenant(executor, tenantId, before))
}

async function sweepTenant(executor: Executor, tenantId: string, before: number): Promise<void> {
  if (await isLogAhead(executor, tenantId)) return
  const { db } = executor
  for (const { id } of await actStore(db).stagedBefore(tenantId, before, actCountMax))
    await db.batch([actStore(db).unstage(tenantId, id), idempotencyStore(db).abandon(tenantId, id)])
}

/** Whether a size beyond that of the database was signed. */
async function isLogAhead(executor: Executor, tenantId: string): Promise<boolean> {
  const { origin } = await logSignerOf(executor, tenantId)
  const [row] = await logStore(executor.db).find(tenantId)
  const [next] = await checkpointStore(bucketOf(executor.env), origin).listAfter(row?.size ?? 0, 1)
  return next !== undefined
}
