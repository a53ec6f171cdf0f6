import { commitSigned } from '../log/commit-signed.ts'
import { headStatements, type StoredHead } from '../log/log-head.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'

interface NamedAct {
  readonly tenantId: string
  readonly id: string
}

/** Leaves nothing staged by a request that failed, so that its client may try again at once. */
export async function endFailedAct(executor: Executor, { tenantId, id }: NamedAct): Promise<void> {
  const { db } = executor
  const [[staged], [row], newest] = await db.batch([
    actStore(db).staged(tenantId, id),
    ...headStatements(executor, tenantId),
  ])
  if (staged !== undefined) await endAct(executor, { tenantId, id }, { row, newest })
}

/** Applies a staged act if its entry is signed, else forgets it. Requires that nobody is about to sign it. */
export async function endAct(executor: Executor, { tenantId, id }: NamedAct, head: StoredHead): Promise<void> {
  if ((await commitSigned(executor, tenantId, head)) === id) return
  const { db } = executor
  await db.batch([actStore(db).unstage(tenantId, id), idempotencyStore(db).abandon(tenantId, id)])
}
