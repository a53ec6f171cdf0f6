import type { PieceStore, StoredFile } from '../pieces/piece-store.ts'
import { bucketAnswer } from '../store/bucket-calls.ts'

/** Objects that R2 lists in one call. */
const objectCountAtOnce = 1_000

/** The part of a run's folder that stays: the lines of its result. */
const keptPrefix = 'result/'

/** The files of an attempt of a run in R2, below `folder`. Every call may be repeated. Each throws `UnavailableError`. */
export function runFilesIn(bucket: R2Bucket, folder: string): PieceStore {
  // A file never changes. R2 takes no range that begins at the end of an object.
  const sizes = new Map<string, number>()
  const sizeOf = async (key: string): Promise<number | undefined> => {
    const size = sizes.get(key) ?? (await bucketAnswer(() => bucket.head(key)))?.size
    if (size !== undefined) sizes.set(key, size)
    return size
  }
  return {
    async read(name, offset = 0, length = Number.POSITIVE_INFINITY) {
      const key = `${folder}${name}`
      if (offset === 0 && length === Number.POSITIVE_INFINITY)
        return bucketAnswer(async () => (await bucket.get(key))?.bytes())
      const size = await sizeOf(key)
      if (size === undefined || offset >= size) return size === undefined ? undefined : new Uint8Array(0)
      const range = { offset, length: Math.min(length, size - offset) }
      return bucketAnswer(async () => (await bucket.get(key, { range }))?.bytes())
    },
    async write(name, bytes) {
      const key = `${folder}${name}`
      await bucketAnswer(() => bucket.put(key, bytes))
      sizes.set(key, bytes.length)
    },
    async list(prefix) {
      const files: StoredFile[] = []
      for await (const objects of objectsIn(bucket, `${folder}${prefix}`))
        for (const { key, size } of objects) files.push({ name: key.slice(folder.length), byteCount: size })
      return files
    },
  }
}

/** Removes the files of a run that its result does not need. May be repeated. */
export async function removeWorkingFiles(bucket: R2Bucket, folder: string): Promise<void> {
  for await (const objects of objectsIn(bucket, folder)) {
    const keys = objects.map(({ key }) => key).filter((key) => !key.startsWith(`${folder}${keptPrefix}`))
    if (keys.length > 0) await bucketAnswer(() => bucket.delete(keys))
  }
}

async function* objectsIn(bucket: R2Bucket, prefix: string): AsyncGenerator<readonly R2Object[]> {
  let cursor: string | undefined
  do {
    const from = cursor
    const page = await bucketAnswer(() =>
      bucket.list({ prefix, limit: objectCountAtOnce, ...(from !== undefined && { cursor: from }) }),
    )
    yield page.objects
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor !== undefined)
}
