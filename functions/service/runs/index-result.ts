import { storageDetail } from '../http/usage/storage-quota.ts'
import { voucherOfCounts } from '../store/count-vouchers.ts'
import { resultStore } from '../store/result-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import type { Executor } from './executor.ts'
import type { StoredChunkPlace } from './pieces/merge-view.ts'
import { padded } from './pieces/piece-names.ts'
import { type PieceStore, readJson } from './pieces/piece-store.ts'
import { RunError } from './run-error.ts'
import { keyOfFile, type RunFolders } from './run-files.ts'

/**
 * The most chunks whose rows one statement stores. A row has a few hundred bytes, because its lines are in an object.
 */
const chunkCountAtOnce = 500

interface RunFiles {
  readonly store: PieceStore
  readonly folders: RunFolders
}

/** Stores the rows of the chunks that the merging task `task` wrote. Throws a `RunError` beyond the tenant's quota. */
export async function indexResult(
  { db, env, isolate }: Executor,
  { tenantId, id, attempt }: RunRow,
  { store, folders, task }: RunFiles & { readonly task: number },
): Promise<number> {
  const places = await readJson<readonly StoredChunkPlace[]>(store, `index/${padded(task)}`)
  const rows = places.map(({ view, seq, firstLeaf, count, sha256, file, offset, byteCount, ...place }) => {
    const counted = { view, seq, count, sha256, counts: JSON.stringify(place.counts) }
    return {
      ...counted,
      voucher: voucherOfCounts(env, tenantId, { ...counted, runId: id, attempt }),
      firstLeaf,
      text: '',
      createdAt: isolate.now(),
      place: { object: keyOfFile(folders, file), objectOffset: offset, objectLength: byteCount },
    }
  })
  for (let start = 0; start < rows.length; start += chunkCountAtOnce)
    try {
      await db.batch([
        resultStore(db).insertAll(tenantId, { runId: id, attempt }, rows.slice(start, start + chunkCountAtOnce)),
        storageStore(db).requireRoom(tenantId),
      ])
    } catch (error) {
      if (!isStorageConflict(error)) throw error
      const needed = places.reduce((sum, { byteCount }) => sum + byteCount, 0)
      throw new RunError(`The result does not fit. ${await storageDetail(db, tenantId, needed)}`, {
        code: 'storage_quota_exceeded',
        cause: error,
      })
    }
  return rows.length
}
