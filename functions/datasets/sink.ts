import type { DatasetChunk } from '@tallystick/engine'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Database } from '../store/database.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'

/** Takes the chunks of one dataset while it is received; nothing of it can be seen before it is sealed. */
export interface DatasetSink {
  /** Holds the chunks, or writes what is held once that is much. */
  take(chunks: readonly DatasetChunk[]): Promise<void>
  /** Writes what is still held, the dataset and `others` in one batch: all of it is there afterwards, or nothing. */
  seal(row: DatasetRow, others: readonly BatchItem<'sqlite'>[]): Promise<void>
  /** Removes what was written of a dataset that is not sealed. Never rejects: a sweep removes what is left. */
  discard(): Promise<void>
}

/** In UTF-16 units, so at most three times that in UTF-8: a batch stays under 8 MB. */
const heldLengthMax = 2_500_000

/** A sink for the dataset that `draft` names. A small dataset is written by its sealing batch alone. */
export function openSink(db: Database, draft: DatasetRow): DatasetSink {
  const store = datasetStore(db)
  const { tenantId, id } = draft
  let held: DatasetChunk[] = []
  let heldLength = 0
  let isBegun = false

  const takeHeld = () => {
    const statements = held.map((chunk) => store.insertChunk(tenantId, id, chunk))
    held = []
    heldLength = 0
    return statements
  }

  return {
    async take(chunks) {
      for (const chunk of chunks) {
        held.push(chunk)
        heldLength += chunk.text.length
        if (heldLength < heldLengthMax) continue
        const begin = isBegun ? [] : [store.insert({ ...draft, state: 'receiving' })]
        isBegun = true
        await writeAll(db, [...begin, ...takeHeld()])
      }
    },
    async seal(row, others) {
      const begun = isBegun ? [store.endReceiving(tenantId, id)] : []
      await writeAll(db, [...others, ...begun, ...takeHeld(), store.insertSealed(row)])
    },
    async discard() {
      if (!isBegun) return
      await writeAll(db, store.discard(tenantId, id)).catch(() => undefined)
    },
  }
}

async function writeAll(db: Database, statements: readonly BatchItem<'sqlite'>[]): Promise<void> {
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
}
