import type { ResultChunk } from '@tallystick/engine'
import { bucketOf } from './bucket.ts'
import type { LineAccess } from './line-access.ts'
import { folderStore, runFolder } from './line-folders.ts'
import { openObject } from './object-writer.ts'
import type { ResultChunkRow } from './result-store.ts'
import type { Attempt } from './run-transitions.ts'

/** What of a chunk is written, and what its row says. */
export type WrittenChunk = Pick<ResultChunk, 'view' | 'seq' | 'firstLeaf' | 'count' | 'counts' | 'bytes'>

/** An object of an attempt of a run. */
export interface ResultObject extends Attempt {
  readonly tenantId: string
  /** Names the object in the folder of the attempt: the same step gives the same name. */
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Writes chunks of a result, in their order, into one object, and gives the rows for `resultStore.insert`, which say where
 * each is. Holds one part of five megabytes and one chunk. May be called again with the same chunks, whatever became of
 * the call before: the object is the same, and so are its rows. The folder is stored before the object, and removed unless
 * `folderStore.keep` is in the batch that completes the run. Throws `UnavailableError` and what the database throws.
 */
export async function writeResultObject(
  { db, env }: LineAccess,
  { tenantId, runId, attempt, name, now }: ResultObject,
  chunks: AsyncIterable<WrittenChunk> | Iterable<WrittenChunk>,
): Promise<readonly ResultChunkRow[]> {
  const folders = folderStore(db)
  const folder = runFolder(tenantId, { runId, attempt })
  const key = `${folder}${name}`
  await folders.begin(tenantId, { folder, owner: runId }, now)
  const object = openObject({
    bucket: bucketOf(env),
    key,
    onBegun: async (uploadId) => {
      await folders.addUpload(tenantId, { folder, object: key, uploadId })
    },
  })
  const rows: ResultChunkRow[] = []
  try {
    for await (const { bytes, view, seq, firstLeaf, count, counts } of chunks) {
      const place = { object: key, objectOffset: await object.write(bytes), objectLength: bytes.length }
      rows.push({ view, seq, firstLeaf, count, text: '', counts: JSON.stringify(counts), createdAt: now, place })
    }
    await object.close()
  } catch (error) {
    await object.abort()
    throw error
  }
  return rows
}
