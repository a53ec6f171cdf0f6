import { type UploadRequest, uploadRequest } from '@tallystick/schema/upload'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { answerAsFirst, claimStatements } from '../datasets/claimed-dataset.ts'
import { uploadable } from '../datasets/uploadable.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/body.ts'
import { type Claim, fingerprintOf, openClaim, rememberClaim } from '../http/idempotency/claim.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { answerFirst } from '../http/idempotency/stored-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { createId } from '../platform/ids.ts'
import { bucketOf } from '../store/bucket.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { isClaimConflict } from '../store/idempotency-store.ts'
import { requiredOf } from '../store/required.ts'
import { storageFaultOf } from '../store/storage-fault.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import { isUploadConflict, type UploadRow, uploadStore } from '../store/upload-store.ts'
import { uploadRecordOf } from './upload-record.ts'
import { openUploadCountMax, receivingMillisecondsMax } from './upload-settings.ts'

/**
 * Begins an upload in parts and answers with it, or with the stored answer of an earlier request of the same key. The
 * declared bytes count as stored from now on. Throws `temporarily_overloaded` for a tenant with as many open uploads as
 * it may have. One round trip to D1.
 */
export async function createUpload(c: Context<AppEnv>): Promise<Response> {
  const keyHash = readKeyHash(c)
  // Refuses a file that could not be stored or read, before any of it is received.
  bucketOf(c.env)
  requiredOf(c.env, 'UPLOADS')
  const body = await readJson(c, uploadRequest)
  const fingerprint = await fingerprintOf({ method: c.req.method, path: c.req.path, body })
  const claim = await openClaim(c, keyHash, fingerprint)
  const row = rowOf(c, body)
  return storeUpload(c, claim, row)
}

function rowOf(c: Context<AppEnv>, { name, adapter, byteCount, ...options }: UploadRequest): UploadRow {
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const expiresAt = now + receivingMillisecondsMax
  return {
    tenantId,
    id: createId('dat', now),
    state: 'receiving',
    name,
    adapter: uploadable(adapter).text,
    options: JSON.stringify(options),
    byteCount,
    reservedBytes: byteCount,
    readBytes: 0,
    attempt: 0,
    refusal: null,
    createdAt: now,
    createdBy: actor.id,
    dueAt: expiresAt,
    expiresAt,
  }
}

async function storeUpload(c: Context<AppEnv>, claim: Claim | undefined, row: UploadRow): Promise<Response> {
  const { tenantId, id } = row
  const db = queries(databaseOf(c.env, tenantId))
  const answer = { resource: id, status: 201, body: JSON.stringify(uploadRecordOf(row, [])) }
  try {
    // The claim goes first: a repetition is answered as its first request was, however many uploads are open by now.
    await insertUpload(db, row, claim === undefined ? [] : claimStatements(c, claim, answer))
  } catch (error) {
    if (claim && isClaimConflict(error)) return answerAsFirst(c, claim)
    throw error
  }
  rememberClaim(c, claim)
  return answerFirst(answer)
}

/** Stores an upload, after `others` in their batch. Throws `temporarily_overloaded` and `storage_quota_exceeded`. */
export async function insertUpload(
  db: Database,
  row: UploadRow,
  others: readonly BatchItem<'sqlite'>[] = [],
): Promise<void> {
  const { tenantId, id, byteCount } = row
  const storing = [uploadStore(db).insert(row, openUploadCountMax), storageStore(db).requireRoom(tenantId)] as const
  const [first, ...rest] = [...others, ...storing]
  try {
    await db.batch([first ?? storing[0], ...rest])
  } catch (error) {
    if (isUploadConflict(error)) throw tooManyUploads()
    if (isStorageConflict(error)) throw await storageProblem(db, tenantId, byteCount)
    if (storageFaultOf(error) !== 'storage_unavailable') throw error
    // The batch may have been stored, and only its acknowledgement lost.
    const found = await uploadStore(db)
      .find(tenantId, id)
      .catch(() => [])
    if (found.length === 0) throw error
  }
}

const tooManyUploads = () =>
  new ProblemError('temporarily_overloaded', {
    detail: `The tenant has ${openUploadCountMax} uploads that receive parts or are read, as many as it may have at once. Nothing was stored.`,
    headers: { 'Retry-After': '60' },
  })
