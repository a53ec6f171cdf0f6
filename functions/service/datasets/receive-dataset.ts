import type { DatasetChunk, DatasetSummary, RowFault } from '@tallystick/engine/intake'
import type { ReceivedFile } from '@tallystick/engine/log'
import type { Adapter } from '@tallystick/schema/adapter'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Claim, openClaim, rememberClaim } from '../http/idempotency/claim.ts'
import { answerFirst } from '../http/idempotency/stored-answer.ts'
import { noteUpload } from '../platform/event-counts.ts'
import { createId } from '../platform/ids.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { isClaimConflict } from '../store/idempotency-store.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { answerAsFirst, claimStatements } from './claimed-dataset.ts'
import { type ControlTotals, checkControlTotals } from './control-totals.ts'
import { datasetRecordOf } from './dataset-record.ts'
import { draftRowOf, sealedRowOf } from './dataset-row.ts'
import { type DatasetSink, openDatasetSink } from './dataset-sink.ts'
import { unreadable } from './unreadable-records.ts'

export interface Upload {
  readonly name: string
  readonly adapter: Adapter
  readonly controlTotals: ControlTotals
  /** Reads the body to its end; `take` gets each full chunk. */
  read(take: (chunks: readonly DatasetChunk[]) => Promise<void>): Promise<UploadEnd>
}

export type UploadEnd =
  | {
      readonly ok: true
      readonly summary: DatasetSummary
      readonly fingerprint: string
      readonly received: ReceivedFile
    }
  | { readonly ok: false; readonly faults: readonly RowFault[] }

const created = 201

/**
 * Reads an upload into a new dataset and answers with its record, or with the stored answer of an earlier request of
 * the same key. The dataset appears whole, together with the claim of the key, or not at all. One round trip to D1 for
 * a few megabytes.
 */
export async function receiveDataset(
  c: Context<AppEnv>,
  upload: Upload,
  keyHash: string | undefined,
): Promise<Response> {
  const draft = draftOf(c, upload)
  const db = queries(databaseOf(c.env, draft.tenantId))
  const sink = openDatasetSink({ db, env: c.env, isolate: c.var.isolate }, draft)
  try {
    const end = await upload.read(sink.take)
    if (!end.ok) throw unreadable(end.faults)
    checkControlTotals(upload.controlTotals, end.summary.totals)
    const claim = await openClaim(c, keyHash, end.fingerprint)
    return await sealDataset(c, { sink, claim, row: sealedRowOf(c.env, draft, end) })
  } catch (error) {
    await sink.discard()
    throw error
  }
}

const draftOf = (c: Context<AppEnv>, { name, adapter }: Upload): DatasetRow => {
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const draft = { tenantId, id: createId('dat', now), name, adapter: adapter.text, createdAt: now, createdBy: actor.id }
  return draftRowOf(draft)
}

interface Sealing {
  readonly sink: DatasetSink
  readonly claim: Claim | undefined
  readonly row: DatasetRow
}

async function sealDataset(c: Context<AppEnv>, { sink, claim, row }: Sealing): Promise<Response> {
  const answer = { resource: row.id, status: created, body: JSON.stringify(datasetRecordOf(row)) }
  try {
    await sink.seal(row, claim ? claimStatements(c, claim, answer) : [])
  } catch (error) {
    if (claim && isClaimConflict(error)) {
      await sink.discard()
      return answerAsFirst(c, claim)
    }
    if (!(await isSealed(c, row.id, error))) throw error
  }
  rememberClaim(c, claim)
  noteUpload(c.var.isolate, c.env, { ...row, tenant: row.tenantId })
  return answerFirst(answer)
}

/** Whether the batch was stored though it failed with `error`: only the acknowledgement was lost. */
async function isSealed(c: Context<AppEnv>, datasetId: string, error: unknown): Promise<boolean> {
  if (storageFaultOf(error) !== 'storage_unavailable') return false
  const { tenantId } = c.var.identity
  const found = await datasetStore(queries(databaseOf(c.env, tenantId)))
    .find(tenantId, datasetId)
    .catch(() => [])
  return found.length > 0
}
