import { nextEvent } from '../platform/slices.ts'
import { bucketAnswer } from '../store/bucket-calls.ts'
import type { PieceStore, StoredFile } from './pieces/piece-store.ts'

/** Objects that R2 lists in one call. */
const objectCountAtOnce = 1_000

/** The files of a run that stay: the lines of its result. */
const resultPrefix = 'result/'

export interface RunFolders {
  readonly result: string
  /** The folder of all other files. */
  readonly work: string
}

export const foldersOf = (folder: string): RunFolders => ({
  result: `${folder}${resultPrefix}`,
  work: `${folder}work/`,
})

export const keyOfFile = ({ result, work }: RunFolders, name: string): string =>
  name.startsWith(resultPrefix) ? `${result}${name.slice(resultPrefix.length)}` : `${work}${name}`

/**
 * The files of an attempt of a run in R2. Every call first gives other requests a turn, and throws `UnavailableError`.
 */
export function runFilesIn(bucket: R2Bucket, folders: RunFolders): PieceStore {
  // Sizes by key, which never change: R2 refuses a range that begins at the end of an object.
  const sizes = new Map<string, number>()
  const get = async (key: string, range?: R2Range): Promise<Uint8Array | undefined> => {
    const found = await bucket.get(key, range && { range })
    if (found !== null) sizes.set(key, found.size)
    return found?.bytes()
  }
  return {
    async read(name, offset = 0, length = Number.POSITIVE_INFINITY) {
      await nextEvent()
      const key = keyOfFile(folders, name)
      if (offset === 0 && length === Number.POSITIVE_INFINITY) return bucketAnswer(() => get(key))
      const range = length === Number.POSITIVE_INFINITY ? { offset } : { offset, length }
      if (!sizes.has(key))
        try {
          return await get(key, range)
        } catch {
          // The object may be empty, so that R2 refuses every range.
          const found = await bucketAnswer(() => bucket.head(key))
          if (found === null) return undefined
          sizes.set(key, found.size)
        }
      if (offset >= (sizes.get(key) ?? 0)) return new Uint8Array(0)
      return bucketAnswer(() => get(key, range))
    },
    async write(name, bytes) {
      await nextEvent()
      const key = keyOfFile(folders, name)
      await bucketAnswer(() => bucket.put(key, bytes))
      sizes.set(key, bytes.length)
    },
    async list(prefix) {
      await nextEvent()
      const files: StoredFile[] = []
      const key = keyOfFile(folders, prefix)
      for await (const objects of objectsIn(bucket, key))
        for (const object of objects)
          files.push({ name: `${prefix}${object.key.slice(key.length)}`, byteCount: object.size })
      return files
    },
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
