import { bucketOf } from './bucket.ts'
import { bucketAnswer, isUploadGone } from './bucket-calls.ts'
import type { LineAccess } from './line-access.ts'
import { folderStore, type LineFolder } from './line-folders.ts'

/** Objects that R2 lists and removes in one call. */
const objectCountAtOnce = 1_000

/** Folders that one call removes at most. */
const folderCountMax = 20

/**
 * Removes the objects of folders that nobody needs, those of a tenant or an owner where these are given, and gives how many
 * folders there were, at most 20. May be called again after any failure, and by several callers at once. Throws what the
 * stores throw.
 */
export async function removeFolders(
  { db, env }: LineAccess,
  which: { readonly tenantId?: string; readonly owner?: string } = {},
): Promise<number> {
  const folders = await folderStore(db).toRemove({ ...which, limit: folderCountMax })
  for (const folder of folders) await removeFolder({ db, env }, folder)
  return folders.length
}

async function removeFolder({ db, env }: LineAccess, folder: LineFolder): Promise<void> {
  const bucket = bucketOf(env)
  for (const { object, uploadId } of await folderStore(db).uploads(folder)) await abort(bucket, object, uploadId)
  while (true) {
    const { objects, truncated } = await bucketAnswer(() =>
      bucket.list({ prefix: folder.folder, limit: objectCountAtOnce }),
    )
    if (objects.length > 0) await bucketAnswer(() => bucket.delete(objects.map(({ key }) => key)))
    if (!truncated) break
  }
  await db.batch([...folderStore(db).forget(folder)])
}

async function abort(bucket: R2Bucket, object: string, uploadId: string): Promise<void> {
  try {
    await bucketAnswer(() => bucket.resumeMultipartUpload(object, uploadId).abort())
  } catch (error) {
    if (!isUploadGone(error)) throw error
  }
}
