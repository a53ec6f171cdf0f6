import type { Claim } from '../http/idempotency/claim.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import type { Executor } from '../runs/executor.ts'
import { actStore, type StagedAct } from '../store/act-store.ts'
import { idempotencyStore, isClaimConflict } from '../store/idempotency-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'

interface ActToStage {
  readonly tenantId: string
  readonly id: string
  readonly periodId: string
  readonly claim: Claim | undefined
}

/**
 * Stores what an act does, before its entry is signed. False where another request has claimed the idempotency key
 * meanwhile. Throws `storage_quota_exceeded`.
 */
export async function stageAct(
  { db, isolate }: Executor,
  { tenantId, id, periodId, claim }: ActToStage,
  { act, isFirst }: { readonly act: StagedAct; readonly isFirst: boolean },
): Promise<boolean> {
  const now = isolate.now()
  const keys = idempotencyStore(db)
  const claiming =
    claim === undefined || !isFirst
      ? []
      : [keys.release(tenantId, { keyHash: claim.keyHash, now }), keys.claim(tenantId, { ...claim, resource: id })]
  try {
    const row = { tenantId, id, periodId, payload: JSON.stringify(act), createdAt: now }
    await db.batch([actStore(db).stage(row), storageStore(db).requireRoom(tenantId), ...claiming])
    return true
  } catch (error) {
    if (isClaimConflict(error)) return false
    throw isStorageConflict(error) ? await storageProblem(db, tenantId, 0) : error
  }
}
