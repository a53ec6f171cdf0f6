import type { DatasetChunk } from '@tallystick/engine/intake'
import type { BatchItem } from 'drizzle-orm/batch'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import { bucketOf } from '../store/bucket.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { openIdIndex } from '../store/id-segments.ts'
import type { LineAccess } from '../store/line-access.ts'
import { folderStore } from '../store/line-folders.ts'
import { openObject } from '../store/object-writer.ts'
import { segmentStore } from '../store/segment-store.ts'

/** Writes the lines of one large dataset into R2, and the index of its chunks into the database. */
export interface LargeDataset {
  take(chunk: DatasetChunk): Promise<void>
  /** Completes the objects. Returns statements for the batch that seals the dataset. */
  close(): Promise<readonly BatchItem<'sqlite'>[]>
  /** Ends an incomplete object in R2. Never rejects. */
  abort(): Promise<void>
}

interface LargeDatasetOptions extends LineAccess {
  readonly draft: DatasetRow
  readonly folder: string
  readonly now: () => number
  /** Stores the statements in one batch, if the tenant has room. */
  readonly write: (statements: readonly BatchItem<'sqlite'>[]) => Promise<unknown>
}

/** Rows of chunks that are stored at once, for ten megabytes of lines. */
const rowCountAtOnce = 40

const linesKey = (folder: string): string => `${folder}lines`

/** Begins a large dataset: its row and folder come before its first object. Holds 9 MB. */
export async function openLargeDataset(options: LargeDatasetOptions): Promise<LargeDataset> {
  const { db, env, draft, folder, now, write } = options
  const { tenantId, id } = draft
  const folders = folderStore(db)
  const bucket = bucketOf(env)
  const key = linesKey(folder)
  await write([
    datasetStore(db).insert({ ...draft, state: 'receiving' }),
    folders.begin(tenantId, { folder, owner: id }, now()),
  ])
  const lines = openObject({
    bucket,
    key,
    onBegun: async (uploadId) => {
      await folders.addUpload(tenantId, { folder, object: key, uploadId })
    },
  })
  const ids = openIdIndex(bucket, folder)
  let rows: BatchItem<'sqlite'>[] = []
  return {
    async take(chunk) {
      const { seq, firstLine, count, idMin, idMax, bytes } = chunk
      const objectOffset = await lines.write(bytes)
      await ids.add(chunk, objectOffset)
      const place = { object: key, objectOffset, objectLength: bytes.length }
      const row = { seq, firstLine, count, sha256: hashOfBytes(bytes), idMin, idMax, text: '', ...place }
      rows.push(datasetStore(db).insertChunk(tenantId, id, row))
      if (rows.length < rowCountAtOnce) return
      const full = rows
      rows = []
      await write([...full, folders.touch(tenantId, folder, now())])
    },
    async close() {
      await lines.close()
      const segments = await ids.close()
      return [
        datasetStore(db).endReceiving(tenantId, id),
        ...rows,
        ...segments.map((segment) => segmentStore(db).insert(tenantId, id, segment)),
        ...folders.keep(tenantId, folder),
      ]
    },
    abort: lines.abort,
  }
}
