import type { DatasetChunk, DatasetSummary, ReceivedFile, RowFault } from '@tallystick/engine'
import type { Context } from 'hono'
import type { Adapter } from '../../schema/adapter.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { ProblemError } from '../http/problem.ts'
import { type Claim, claimOf, keyInUse, resolveClaim } from '../idempotency/claim.ts'
import { answerAgain, answerFirst, replayCached } from '../idempotency/stored-answer.ts'
import { noteUpload } from '../platform/event-counts.ts'
import { createId } from '../platform/ids.ts'
import { runRecordCountMaxOf } from '../runs/record-limit.ts'
import { databaseOf, queries } from '../store/database.ts'
import { type DatasetRow, datasetStore } from '../store/dataset-store.ts'
import { idempotencyStore, isClaimConflict } from '../store/idempotency-store.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { type ControlTotals, checkControlTotals } from './control-totals.ts'
import { warningsOf } from './dataset-limits.ts'
import { datasetRecordOf } from './dataset-record.ts'
import { type DatasetSink, openDatasetSink } from './dataset-sink.ts'
import { missingDataset } from './missing-dataset.ts'
import { unreadable } from './unreadable-records.ts'

/** The dataset that a request uploads, whatever the form of its body. */
export interface Upload {
  readonly name: string
  readonly adapter: Adapter
  readonly controlTotals: ControlTotals
  /** Reads the body to its end; `take` gets the chunks as they become full. */
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

/** The HTTP status of an upload that made a dataset. */
const created = 201

/**
 * Reads an upload into a new dataset and answers with its record, or with the stored answer of an earlier request of the
 * same key. The dataset appears whole, together with the claim of the key, or not at all. Throws `unreadable_record`,
 * `payload_too_large`, `control_total_mismatch`, `storage_quota_exceeded` and the problems of idempotency. One round trip to D1 for an upload of
 * a few megabytes.
 */
export async function receiveDataset(
  c: Context<AppEnv>,
  upload: Upload,
  keyHash: string | undefined,
): Promise<Response> {
  const draft = draftOf(c, upload)
  const db = queries(databaseOf(c.env, draft.tenantId))
  const sink = openDatasetSink({ db, env: c.env, now: c.var.isolate.now }, draft)
  try {
    const end = await upload.read(sink.take)
    if (!end.ok) throw unreadable(end.faults)
    checkControlTotals(upload.controlTotals, end.summary.totals)
    const claim = claimOf(c, keyHash, end.fingerprint)
    const replay = claim && (await replayCached(c, claim))
    if (replay) await sink.discard()
    return replay ?? (await sealDataset(c, { sink, claim, row: completed(c, draft, end) }))
  } catch (error) {
    await sink.discard()
    throw error
  }
}

function draftOf(c: Context<AppEnv>, upload: Upload): DatasetRow {
  const now = c.var.isolate.now()
  return {
    tenantId: c.var.identity.tenantId,
    id: createId('dat', now),
    name: upload.name,
    adapter: upload.adapter.text,
    // Known once the file has been read.
    format: '',
    state: 'receiving',
    recordCount: 0,
    byteCount: 0,
    root: '',
    totals: '{}',
    periodFrom: null,
    periodTo: null,
    warnings: '[]',
    createdAt: now,
    received: null,
    createdBy: c.var.identity.keyId,
    statements: null,
  }
}

const completed = (
  { env }: Context<AppEnv>,
  draft: DatasetRow,
  { summary, received }: UploadEnd & { readonly ok: true },
): DatasetRow => ({
  ...draft,
  state: 'sealed',
  format: received.format,
  recordCount: summary.recordCount,
  byteCount: summary.byteCount,
  root: summary.root,
  totals: JSON.stringify(summary.totals),
  periodFrom: summary.period.from,
  periodTo: summary.period.to,
  warnings: JSON.stringify(warningsOf(summary, runRecordCountMaxOf(env))),
  received: JSON.stringify(received),
  statements: summary.statements.length === 0 ? null : JSON.stringify(summary.statements),
})

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
  noteUpload(c.var.isolate, c.env, { ...row, tenant: row.tenantId })
  return answerFirst(c, claim, answer)
}

/** Whether the batch that failed with `error` was stored nevertheless: only the acknowledgement was lost. */
async function isSealed(c: Context<AppEnv>, datasetId: string, error: unknown): Promise<boolean> {
  if (storageFaultOf(error) !== 'storage_unavailable') return false
  const { tenantId } = c.var.identity
  const found = await datasetStore(queries(databaseOf(c.env, tenantId)))
    .find(tenantId, datasetId)
    .catch(() => [])
  return found.length > 0
}

function claimStatements(
  c: Context<AppEnv>,
  claim: Claim,
  answer: { readonly resource: string; readonly status: number; readonly body: string },
) {
  const { tenantId } = c.var.identity
  const store = idempotencyStore(queries(databaseOf(c.env, tenantId)))
  return [
    store.release(tenantId, { keyHash: claim.keyHash, now: c.var.isolate.now() }),
    store.claim(tenantId, { ...claim, resource: answer.resource, answer }),
  ]
}

/** Answers as the faster request of the same key was answered, if both requests ask for the same. */
async function answerAsFirst(c: Context<AppEnv>, claim: Claim): Promise<Response> {
  const { tenantId } = c.var.identity
  const store = idempotencyStore(queries(databaseOf(c.env, tenantId)))
  const [row] = await store.find(tenantId, claim.keyHash)
  const claimed = resolveClaim(claim, row, c.var.isolate.now())
  if (claimed === undefined) throw keyInUse()
  if (claimed.answer === undefined) throw await whyGone(c, claimed.resource)
  return answerAgain(c, claim, claimed.answer)
}

/** A dataset that was deleted is not made anew by a retry, and its answer is given no more. */
async function whyGone(c: Context<AppEnv>, datasetId: string): Promise<ProblemError> {
  const problem = await missingDataset(c, queries(databaseOf(c.env, c.var.identity.tenantId)), datasetId)
  return problem.code === 'records_deleted' ? problem : keyInUse()
}
