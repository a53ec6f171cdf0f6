import type { Executor } from '../runs/executor.ts'
import { bucketOf } from '../store/bucket.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { folderStore } from '../store/line-folders.ts'
import { removeFolder } from '../store/remove-objects.ts'
import { uploadStore } from '../store/upload-store.ts'
import { stepMillisecondsMax } from '../workflows/steps.ts'

/** Discards what readings stored. Their folders expire once no step can still write into them. */
export const discardReadings = ({ db, isolate }: Pick<Executor, 'db' | 'isolate'>, tenantId: string, id: string) =>
  [
    ...datasetStore(db).discard(tenantId, id),
    folderStore(db).expire(tenantId, id, isolate.now() + stepMillisecondsMax),
  ] as const

/** Thousands of objects that one call removes: an upload has some hundred parts, and some were sent again. */
const pageCountMax = 5

/** Removes the parts of an ended upload, and its row once expired: earlier requests may store parts until then. */
export async function endUpload({ db, env, isolate }: Executor, tenantId: string, id: string): Promise<void> {
  const store = uploadStore(db)
  const [row] = await store.findEnded(tenantId, id)
  if (row === undefined) return
  if (!(await removeFolder(bucketOf(env), { of: 'upload', tenantId, uploadId: id }, { pageCountMax }))) return
  const isExpired = row.expiresAt <= isolate.now()
  await db.batch([
    ...discardReadings({ db, isolate }, tenantId, id),
    store.removeParts(tenantId, id),
    isExpired ? store.remove(tenantId, id) : store.postpone(row, row.expiresAt),
  ])
}
