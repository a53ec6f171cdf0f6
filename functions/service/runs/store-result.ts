import type { ReconcileResult } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import type { ResultChunk } from '@tallystick/engine/result'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { BatchItem } from 'drizzle-orm/batch'
import { storageDetail } from '../http/usage/storage-quota.ts'
import { headStatements, type StoredHead } from '../log/log-head.ts'
import { hashOfBytes } from '../platform/hash-of-bytes.ts'
import { voucherOfCounts } from '../store/count-vouchers.ts'
import type { Database } from '../store/database.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { resultStore } from '../store/result-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import type { Executor } from './executor.ts'
import { RunError } from './run-error.ts'

/** A row of D1 has at most 2,000,000 bytes, the other columns included. */
const chunkByteCountMax = 1_900_000
/** D1 takes larger batches, but a batch is held in memory on both ends. */
const batchByteCountMax = 4_000_000

export interface SealStart {
  readonly head: StoredHead
  /** The receipt of this run in the log, from an attempt that died before it completed the run. */
  readonly own: ReceiptRow | undefined
  /** Undefined for a side without a dataset, or with built-in records. */
  readonly datasets: BySide<DatasetRow | undefined>
}

/** Stores the chunks of a result. Throws a `RunError` for lines that fit no row, or not the tenant's quota. */
export async function storeResult(executor: Executor, run: RunRow, outcome: ReconcileResult): Promise<SealStart> {
  try {
    return await storeChunks(executor, run, outcome)
  } catch (error) {
    if (!isStorageConflict(error)) throw error
    const byteCount = outcome.chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
    throw new RunError(`The result does not fit. ${await storageDetail(executor.db, run.tenantId, byteCount)}`, {
      code: 'storage_quota_exceeded',
      cause: error,
    })
  }
}

async function storeChunks({ db, env, isolate }: Executor, run: RunRow, outcome: ReconcileResult): Promise<SealStart> {
  const results = resultStore(db)
  const attempt = { runId: run.id, attempt: run.attempt }
  const createdAt = isolate.now()
  if (outcome.chunks.some(({ bytes }) => bytes.length > chunkByteCountMax))
    throw new RunError('A line of the result names so many records that no row can hold it.')
  const batches = batchesOf(outcome.chunks)
  const last = batches.pop()
  if (last === undefined) throw new Error('A result has no chunks')
  // Makes the text of each chunk only now: all texts together would take the memory of the result again.
  const inserts = (batch: readonly ResultChunk[]) =>
    batch.map(({ view, seq, firstLeaf, count, bytes, text, counts }) => {
      const counted = { view, seq, count, sha256: hashOfBytes(bytes), counts: JSON.stringify(counts) }
      const voucher = voucherOfCounts(env, run.tenantId, { ...counted, ...attempt })
      return results.insert(run.tenantId, attempt, { ...counted, voucher, firstLeaf, text, createdAt })
    })
  for (const batch of batches) {
    const [first, ...others] = inserts(batch)
    if (first) await db.batch([first, ...others, storageStore(db).requireRoom(run.tenantId)])
  }
  return readStart(db, run, [...inserts(last), storageStore(db).requireRoom(run.tenantId)])
}

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

function batchesOf(chunks: readonly ResultChunk[]): ResultChunk[][] {
  const batches: ResultChunk[][] = []
  let batch: ResultChunk[] = []
  let byteCount = 0
  for (const chunk of chunks) {
    if (batch.length > 0 && byteCount + chunk.bytes.length > batchByteCountMax) {
      batches.push(batch)
      batch = []
      byteCount = 0
    }
    batch.push(chunk)
    byteCount += chunk.bytes.length
  }
  return batch.length > 0 ? [...batches, batch] : batches
}
