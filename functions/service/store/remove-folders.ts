import { bucketOf } from './bucket.ts'
import { folderRemovals, type LineFolder, type Removals } from './folder-removals.ts'
import type { LineAccess } from './line-access.ts'
import { readFileName, readFolder } from './object-names.ts'
import { abortUpload, removeFolder } from './remove-objects.ts'

/** Bounds of one call: folders, multipart uploads of a folder, and thousands of its objects. */
const folderCountMax = 20
const uploadCountMax = 100
const pageCountMax = 50

/** How long a folder waits after a failed removal. */
const postponedMilliseconds = 600_000

/** Removes the objects of unneeded folders. Returns the number of those folders, at most 20. Repeatable. */
export async function removeFolders(access: LineAccess, which: Removals): Promise<number> {
  const store = folderRemovals(access.db)
  const rows = await store.toRemove({ ...which, limit: folderCountMax })
  const faults: unknown[] = []
  for (const row of rows)
    try {
      await removeOne(access, row)
    } catch (error) {
      faults.push(error)
      await store.postpone(row, which.now + postponedMilliseconds)
    }
  if (faults.length > 0) throw faults[0]
  return rows.length
}

/** Removes a folder, or a part of a large one: the next call goes on. */
async function removeOne({ db, env }: LineAccess, row: LineFolder): Promise<void> {
  const store = folderRemovals(db)
  const folder = readFolder(row)
  if (folder === undefined) {
    // A forged row: its folder must not be removed.
    await db.batch([...store.forget(row)])
    throw new Error('A row of the database names no folder of its owner')
  }
  const bucket = bucketOf(env)
  const uploads = await store.uploads(row, uploadCountMax)
  const faults: unknown[] = []
  for (const upload of uploads) {
    const file = readFileName(upload.object, folder)
    if (file !== undefined)
      await abortUpload(bucket, { folder, file, uploadId: upload.uploadId }).catch((error) => faults.push(error))
  }
  const isGone = await removeFolder(bucket, { of: 'lines', folder }, { pageCountMax })
  if (faults.length > 0) throw faults[0]
  for (const upload of uploads.length < uploadCountMax ? [] : uploads) await store.forgetUpload(upload)
  if (isGone && uploads.length < uploadCountMax) await db.batch([...store.forget(row)])
}
