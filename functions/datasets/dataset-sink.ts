import type { DatasetChunk } from '@tallystick/engine'
import type { BatchItem } from 'drizzle-orm/batch'
import { nextEvent } from '../platform/slices.ts'
import type { Database } from '../store/database.ts'
import { type ChunkText, type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import { storageProblem } from '../usage/storage-quota.ts'

/**
 * Stores the chunks of one dataset while its upload is read. No request sees the dataset before it is sealed. Whatever
 * would pass the tenant's storage quota is not stored: `take` and `seal` throw `storage_quota_exceeded` then.
 */
export interface DatasetSink {
  /** Holds the chunks, and writes all held chunks once they reach `heldLengthMax`. Other requests have their turn then. */
  take(chunks: readonly DatasetChunk[]): Promise<void>
  /** Writes the held chunks, the dataset and `others` in one batch: all of them are stored, or none. */
  seal(row: DatasetRow, others: readonly BatchItem<'sqlite'>[]): Promise<void>
  /** Removes the written chunks of a dataset that will not be sealed. Never rejects: a sweep removes leftovers. */
  discard(): Promise<void>
}

/** In UTF-16 units, of which each is at most three bytes of UTF-8: a batch stays under 8 MB. */
const heldLengthMax = 2_500_000

/** A sink for the dataset of `draft`. A small dataset is written by its sealing batch alone. */
export function openDatasetSink(db: Database, draft: DatasetRow): DatasetSink {
  const store = datasetStore(db)
  const { tenantId, id } = draft
  let held: ChunkText[] = []
  let heldLength = 0
  let isBegun = false
  let byteCount = 0

  const takeHeld = () => {
    const statements = held.map((chunk) => store.insertChunk(tenantId, id, chunk))
    held = []
    heldLength = 0
    return statements
  }

  const write = async (statements: readonly BatchItem<'sqlite'>[]) => {
    try {
      await writeAll(db, [...statements, storageStore(db).requireRoom(tenantId)])
    } catch (error) {
      if (!isStorageConflict(error)) throw error
      await discard()
      throw await storageProblem(db, tenantId, byteCount)
    }
  }

  const discard = async () => {
    if (isBegun) await writeAll(db, store.discard(tenantId, id)).catch(() => undefined)
    isBegun = false
  }

  return {
    async take(chunks) {
      for (const { bytes, ...chunk } of chunks) {
        byteCount += bytes.length
        held.push(chunk)
        heldLength += chunk.text.length
        if (heldLength < heldLengthMax) continue
        const begin = isBegun ? [] : [store.insert({ ...draft, state: 'receiving' })]
        isBegun = true
        await write([...begin, ...takeHeld()])
      }
      // A small body may become many chunks.
      if (chunks.length > 0) await nextEvent()
    },
    async seal(row, others) {
      const begun = isBegun ? [store.endReceiving(tenantId, id)] : []
      await write([...others, ...begun, ...takeHeld(), store.insertSealed(row)])
    },
    discard,
  }
}

async function writeAll(db: Database, statements: readonly BatchItem<'sqlite'>[]): Promise<void> {
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
}
