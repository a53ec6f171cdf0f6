import type { DatasetChunk } from '@tallystick/engine/intake'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Env } from '../env.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import type { Isolate } from '../platform/isolate.ts'
import { isSilent } from '../store/answer-in-time.ts'
import type { Database } from '../store/database.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import type { LineAccess } from '../store/line-access.ts'
import { datasetFolder, type FolderName, folderStore } from '../store/line-folders.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import { namesIn, tell, toldEvent } from '../store/told-events.ts'
import { type LargeDataset, openLargeDataset } from './large-dataset.ts'

/** Stores the chunks of one dataset. `take` and `seal` throw `storage_quota_exceeded`, and then store nothing. */
export interface DatasetSink {
  take(chunks: readonly DatasetChunk[]): Promise<void>
  /**
   * Makes the dataset visible, in one batch with `others`. If the answer is lost, the caller has to read whether the
   * batch was stored.
   */
  seal(row: DatasetRow, others: readonly BatchItem<'sqlite'>[]): Promise<void>
  /** Removes the rows and objects of a dataset that will not be sealed. Never rejects: the sweep removes leftovers. */
  discard(): Promise<void>
}

interface SinkAccess extends LineAccess {
  readonly env: LineAccess['env'] & Pick<Env, 'WEBHOOKS'>
  readonly isolate: Pick<Isolate, 'now' | 'smallByteCountMax'>
  /** The folder for the objects of a large dataset, if not the dataset's own. */
  readonly folder?: string
  /** Statements that fail every batch of the sink as soon as another request may write the dataset. */
  readonly guard?: readonly BatchItem<'sqlite'>[]
}

/** A sink for the dataset of `draft`. A small one is held until the sealing batch; a larger one goes to R2. */
export function openDatasetSink(access: SinkAccess, draft: DatasetRow): DatasetSink {
  const { tenantId, id } = draft
  const { db, env, folder = datasetFolder(tenantId, id), guard = [] } = access
  const { now, smallByteCountMax } = access.isolate
  const store = datasetStore(db)
  let held: DatasetChunk[] = []
  let large: LargeDataset | undefined
  let isBegun = false
  let byteCount = 0
  const { heard, wasSilent } = createHearing()

  const write = async (statements: readonly BatchItem<'sqlite'>[]) => {
    try {
      const results = await writeAll(db, [...guard, ...statements, storageStore(db).requireRoom(tenantId)])
      return results.slice(guard.length)
    } catch (error) {
      if (!isStorageConflict(error)) throw error
      await discard()
      throw await storageProblem(db, tenantId, byteCount)
    }
  }

  const discard = async () => {
    if (!isBegun) return
    isBegun = false
    await large?.abort()
    // If this fails, the sweep discards the dataset. If the guard fails, another request writes the dataset, and the
    // rows are its own.
    const rows = writeAll(db, [...guard, ...store.discard(tenantId, id)])
    const name = { folder, owner: id, now: now() }
    await Promise.allSettled([rows, ...(wasSilent() ? [] : [giveUpFolder({ db, env }, tenantId, name)])])
  }

  const takeChunk = async (chunk: DatasetChunk) => {
    byteCount += chunk.bytes.length
    if (large !== undefined) return heard(large.take(chunk))
    held.push(chunk)
    if (byteCount <= smallByteCountMax) return
    isBegun = true
    large = await openLargeDataset({ db, env, draft, folder, now, write })
    const chunks = held
    held = []
    for (const each of chunks) await heard(large.take(each))
  }

  return {
    async take(chunks) {
      for (const chunk of chunks) await takeChunk(chunk)
    },
    async seal(row, others) {
      const lines = large === undefined ? held.map((chunk) => insertion(db, draft, chunk)) : await heard(large.close())
      const told = tell(db, tenantId, { events: [sealedEvent(row, now())], now: now() })
      const [names] = await write([told, ...others, ...lines, store.insertSealed(row, folder)])
      await putNewOnQueue(env, namesIn(names))
    },
    discard,
  }
}

const insertion = (db: Database, { tenantId, id }: DatasetRow, { bytes, ...chunk }: DatasetChunk) => {
  const { seq, firstLine, count, text, idMin, idMax } = chunk
  const row = { seq, firstLine, count, sha256: hashOfBytes(bytes), text, idMin, idMax }
  return datasetStore(db).insertChunk(tenantId, id, row)
}

/**
 * Notes where a store was silent: the object may appear later, and its folder stays until its writer counts as dead, when
 * the sweep removes what has appeared by then.
 */
function createHearing() {
  let isNoted = false
  const heard = <Answer>(work: Promise<Answer>): Promise<Answer> =>
    work.catch((error: unknown) => {
      isNoted ||= isSilent(error)
      throw error
    })
  return { heard, wasSilent: () => isNoted }
}

async function giveUpFolder(
  access: LineAccess,
  tenantId: string,
  { folder, owner, now }: FolderName & { readonly now: number },
): Promise<void> {
  await folderStore(access.db).giveUpFolder(tenantId, folder)
  await removeFolders(access, { tenantId, owner, now })
}

const sealedEvent = ({ id, adapter }: DatasetRow, now: number) =>
  toldEvent({ type: 'dataset.sealed', now, data: { datasetId: id, adapter, link: `/api/v1/datasets/${id}` } })

async function writeAll(db: Database, statements: readonly BatchItem<'sqlite'>[]): Promise<readonly unknown[]> {
  const [first, ...rest] = statements
  return first === undefined ? [] : db.batch([first, ...rest])
}
