import { isOfPeriod } from '@tallystick/engine/log'
import { commitEntry } from '../log/commit-entry.ts'
import { headStatements, openHead, type StoredHead } from '../log/log-head.ts'
import { logSignerOf } from '../log/log-signer.ts'
import { openStoredCheckpoint } from '../log/stored-checkpoint.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore } from '../store/act-store.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { isSealConflict } from '../store/log-store.ts'

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

/**
 * Stores the entry after the head if it was signed before, unless somebody else does. The id of its act; undefined without
 * such an entry, and where it is of no act.
 */
async function commitSigned(executor: Executor, tenantId: string, stored: StoredHead): Promise<string | undefined> {
  const signer = await logSignerOf(executor, tenantId)
  const { state } = await openHead(executor, { tenantId, signer }, stored)
  const next = await checkpointStore(bucketOf(executor.env), signer.origin).find(state.size + 1)
  if (next === undefined) return undefined
  const signed = await openStoredCheckpoint(executor, { tenantId, signer, state }, next)
  try {
    await commitEntry(executor, tenantId, { signer, from: state, signed })
  } catch (error) {
    if (!isSealConflict(error)) throw error
  }
  return isOfPeriod(signed.fields) ? signed.fields.id : undefined
}
