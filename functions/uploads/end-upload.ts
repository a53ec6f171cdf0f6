import type { Executor } from '../runs/executor.ts'
import { bucketOf } from '../store/bucket.ts'
import { datasetStore } from '../store/dataset-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { deletePartObjects } from '../store/upload-objects.ts'
import { uploadStore } from '../store/upload-store.ts'

/** Removes what an attempt has stored of a dataset, unless it is sealed. May be repeated at any time. */
export async function discardDataset({ db, env }: LineAccess, tenantId: string, id: string): Promise<void> {
  await db.batch(datasetStore(db).discard(tenantId, id))
  await removeFolders({ db, env }, { tenantId, owner: id })
}

/**
 * Removes the parts of an upload that was sealed, refused or aborted, and its row once that has expired. Until then parts
 * may still be stored by requests that began before, so that the sweep does this once more. May be repeated at any time;
 * does nothing for an upload that has not ended.
 */
export async function endUpload({ db, env, isolate }: Executor, tenantId: string, id: string): Promise<void> {
  const store = uploadStore(db)
  const [row] = await store.findEnded(tenantId, id)
  if (row === undefined) return
  await deletePartObjects(bucketOf(env), tenantId, id)
  const isExpired = row.expiresAt <= isolate.now()
  await discardDataset({ db, env }, tenantId, id)
  await db.batch([
    store.removeParts(tenantId, id),
    isExpired ? store.remove(tenantId, id) : store.postpone(row, row.expiresAt),
  ])
}
