import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { BatchItem } from 'drizzle-orm/batch'
import { storageDetail } from '../http/usage/storage-quota.ts'
import { headStatements, type StoredHead } from '../log/log-head.ts'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import { bucketOf } from '../store/bucket.ts'
import { voucherOfCounts } from '../store/count-vouchers.ts'
import type { Database } from '../store/database.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import type { ObjectPlace } from '../store/line-access.ts'
import { folderStore, runFolder } from '../store/line-folders.ts'
import { openObject } from '../store/object-writer.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { resultStore } from '../store/result-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import type { Executor } from './executor.ts'
import { RunError } from './run-error.ts'
import { foldersOf } from './run-files.ts'

export interface SealStart {
  readonly head: StoredHead
  /** The receipt of this run in the log, from an attempt that died before it completed the run. */
  readonly own: ReceiptRow | undefined
  /** Undefined for a side without a dataset, or with built-in records. */
  readonly datasets: BySide<DatasetRow | undefined>
}

/** The lines of a result, and where each chunk is; no places while the lines are to be text in rows. */
export interface PlacedResult {
  readonly outcome: ReconcileResult
  readonly places: readonly ObjectPlace[] | undefined
}

/**
 * Puts the lines of a result into one object, unless they are few enough for rows. The object's folder is in the
 * database before. It expires unless the batch that completes the run has the statements of `keepResult`.
 */
export async function placeResult(executor: Executor, run: RunRow, outcome: ReconcileResult): Promise<PlacedResult> {
  const { db, env, isolate } = executor
  const { tenantId } = run
  if (byteCountOf(outcome) <= isolate.smallByteCountMax) return { outcome, places: undefined }
  const folders = folderStore(db)
  const folder = resultFolderOf(run)
  const object = `${folder}lines`
  await folders.begin(tenantId, { folder, owner: run.id }, isolate.now())
  const lines = openObject({
    bucket: bucketOf(env),
    key: object,
    onBegun: async (uploadId) => {
      await folders.addUpload(tenantId, { folder, object, uploadId })
    },
  })
  const places: ObjectPlace[] = []
  for (const { bytes } of outcome.chunks)
    places.push({ object, objectOffset: await lines.write(bytes), objectLength: bytes.length })
  await lines.close()
  return { outcome, places }
}

/** Statements for the batch that completes the run. */
export const keepResult = ({ db }: Executor, run: RunRow, { places }: PlacedResult): readonly BatchItem<'sqlite'>[] =>
  places === undefined ? [] : folderStore(db).keep(run.tenantId, resultFolderOf(run))

const resultFolderOf = ({ tenantId, id, attempt }: RunRow): string =>
  foldersOf(runFolder(tenantId, { runId: id, attempt })).result

const byteCountOf = ({ chunks }: ReconcileResult): number => chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** Stores the chunks of a result. Throws a `RunError` for lines that do not fit the tenant's quota. */
export async function storeResult(executor: Executor, run: RunRow, placed: PlacedResult): Promise<SealStart> {
  const { db } = executor
  try {
    return await readStart(db, run, [
      resultStore(db).insertAll(run.tenantId, { runId: run.id, attempt: run.attempt }, rowsOf(executor, run, placed)),
      storageStore(db).requireRoom(run.tenantId),
    ])
  } catch (error) {
    if (!isStorageConflict(error)) throw error
    if (placed.places !== undefined) {
      const { tenantId, id: owner } = run
      await folderStore(db).giveUpFolder(tenantId, resultFolderOf(run))
      await removeFolders(executor, { tenantId, owner, now: executor.isolate.now() })
    }
    const detail = await storageDetail(db, run.tenantId, byteCountOf(placed.outcome))
    throw new RunError(`The result does not fit. ${detail}`, { code: 'storage_quota_exceeded', cause: error })
  }
}

const rowsOf = ({ env, isolate }: Executor, { tenantId, id, attempt }: RunRow, { outcome, places }: PlacedResult) =>
  outcome.chunks.map((chunk, index) => {
    const { view, seq, firstLeaf, count, bytes, counts } = chunk
    const counted = { view, seq, count, sha256: hashOfBytes(bytes), counts: JSON.stringify(counts) }
    return {
      ...counted,
      voucher: voucherOfCounts(env, tenantId, { ...counted, runId: id, attempt }),
      firstLeaf,
      // Made only where it is stored: it takes the memory of the lines again.
      text: places === undefined ? chunk.text : '',
      createdAt: isolate.now(),
      place: places?.[index],
    }
  })

/** Reads what the seal of `run` starts from, in one batch with the statements of `others`. */
export async function readStart(db: Database, run: RunRow, others: readonly BatchItem<'sqlite'>[]): Promise<SealStart> {
  const findDataset = ({ datasetId }: PinnedSide) => datasetStore(db).find(run.tenantId, datasetId ?? '')
  const [[row], newest, [own], [source], [target]] = await db.batch([
    ...headStatements({ db }, run.tenantId),
    receiptStore(db).ofRun(run.tenantId, run.id),
    findDataset(run.source),
    findDataset(run.target),
    ...others,
  ])
  return { head: { row, newest }, own, datasets: { source, target } }
}
