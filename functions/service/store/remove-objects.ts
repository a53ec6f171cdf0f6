import { pathOf, type TileName } from '@tallystick/engine/log'
import { bucketAnswer, isUploadGone } from './bucket-calls.ts'
import { folderPath, type LinesFolder, logKey, type PartPlace, partKey, partsPrefix } from './object-names.ts'

/** Only this module removes objects. Callers name an owner, never an object; no owner has an object below `once/`. */

type RemovableFolder =
  | { readonly of: 'lines'; readonly folder: LinesFolder }
  | { readonly of: 'upload'; readonly tenantId: string; readonly uploadId: string }
  | { readonly of: 'log'; readonly origin: string }

type RemovableFiles =
  | { readonly of: 'upload'; readonly part: PartPlace }
  | { readonly of: 'log'; readonly origin: string; readonly files: readonly TileName[] }
  | { readonly of: 'inbox'; readonly key: string }

/** Objects that R2 lists and removes in one call. */
const objectCountAtOnce = 1_000

/**
 * Removes the folder's objects. True when none is left. May be repeated after any failure, and called by several at
 * once.
 */
export async function removeFolder(
  bucket: R2Bucket,
  folder: RemovableFolder,
  { pageCountMax }: { readonly pageCountMax: number },
): Promise<boolean> {
  const prefix = prefixOf(folder)
  for (let pages = 0; pages < pageCountMax; pages += 1) {
    const { objects, truncated } = await bucketAnswer(() => bucket.list({ prefix, limit: objectCountAtOnce }))
    if (objects.length > 0) await bucketAnswer(() => bucket.delete(objects.map(({ key }) => key)))
    if (!truncated) return true
  }
  return false
}

/** Removes at most a thousand objects. A missing one is no fault. Throws `UnavailableError`. */
export async function removeFiles(bucket: R2Bucket, files: RemovableFiles): Promise<void> {
  const keys = keysOf(files)
  if (keys.length > 0) await bucketAnswer(() => bucket.delete(keys))
}

interface BegunUpload {
  readonly folder: LinesFolder
  readonly file: string
  readonly uploadId: string
}

/** Ends a multipart upload. One that has ended already is no fault. Throws `UnavailableError`. */
export async function abortUpload(bucket: R2Bucket, { folder, file, uploadId }: BegunUpload): Promise<void> {
  try {
    await bucketAnswer(() => bucket.resumeMultipartUpload(`${folderPath(folder)}${file}`, uploadId).abort())
  } catch (error) {
    if (!isUploadGone(error)) throw error
  }
}

function prefixOf(folder: RemovableFolder): string {
  if (folder.of === 'lines') return folderPath(folder.folder)
  return folder.of === 'upload' ? partsPrefix(folder.tenantId, folder.uploadId) : logKey(folder.origin, '')
}

function keysOf(files: RemovableFiles): string[] {
  if (files.of === 'inbox') return [files.key]
  return files.of === 'upload' ? [partKey(files.part)] : files.files.map((file) => logKey(files.origin, pathOf(file)))
}
