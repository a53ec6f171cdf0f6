import type { Context } from 'hono'
import { perIsolate } from '../../platform/isolate.ts'
import { type Database, databaseOf, queries } from '../../store/database.ts'
import { idempotencyStore } from '../../store/idempotency-store.ts'
import { type StorageFigures, storageStore } from '../../store/storage-store.ts'
import type { AppEnv } from '../app-env.ts'
import { ProblemError } from '../problem.ts'
import { limitsOf } from '../rate/plans.ts'

/** Refuses an upload before its body is read. The batches that store lines check the quota again, by `requireRoom`. */

/** By tenant: bytes of uploads in flight in this isolate. */
const reservations = perIsolate(() => new Map<string, number>())

/**
 * Does `work` with the bytes reserved that Content-Length declares. Throws `storage_quota_exceeded` when they do not
 * fit beside what the tenant keeps and its other uploads in flight. Lets a retry of a stored upload through, which
 * stores nothing. No round trip while the count that came with the API key leaves room.
 */
export async function withStorage<Result>(
  c: Context<AppEnv>,
  keyHash: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const { tenantId, plan, settings, storedBytes } = c.var.identity
  const declared = Math.max(0, Number(c.req.header('Content-Length')) || 0)
  const reserved = reservations(c.var.isolate)
  const inFlight = reserved.get(tenantId) ?? 0
  const { storageBytes } = limitsOf(plan, settings)
  const known = { storedBytes: storedBytes + inFlight, limitBytes: storageBytes }
  if (!hasRoom(known, declared)) await requireRoomFor(c, { keyHash, declared, inFlight })
  reserved.set(tenantId, (reserved.get(tenantId) ?? 0) + declared)
  try {
    return await work()
  } finally {
    const left = (reserved.get(tenantId) ?? 0) - declared
    if (left > 0) reserved.set(tenantId, left)
    else reserved.delete(tenantId)
  }
}

/** An upload of unknown length needs one byte. */
const hasRoom = ({ storedBytes, limitBytes }: StorageFigures, byteCount: number): boolean =>
  limitBytes === null || storedBytes + Math.max(1, byteCount) <= limitBytes

interface RoomNeeded {
  readonly keyHash: string | undefined
  readonly declared: number
  readonly inFlight: number
}

/** Asks the database, since the count that came with the key may be seconds old. */
async function requireRoomFor(c: Context<AppEnv>, { keyHash, declared, inFlight }: RoomNeeded): Promise<void> {
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const keys = idempotencyStore(db)
  const [[found], [claim]] = await db.batch([
    storageStore(db).figures(tenantId),
    keyHash === undefined ? keys.findNone(tenantId) : keys.find(tenantId, keyHash),
  ])
  const isRetry = claim !== undefined && claim.expiresAt > c.var.isolate.now()
  if (found === undefined || isRetry) return
  const figures = { ...found, storedBytes: found.storedBytes + inFlight }
  if (!hasRoom(figures, declared)) throw quotaProblem(figures, declared)
}

/**
 * The quota problem with the tenant's current figures; `neededBytes` is 0 where unknown. For a deleted tenant,
 * `api_key_invalid`.
 */
export async function storageProblem(db: Database, tenantId: string, neededBytes: number): Promise<ProblemError> {
  const [figures] = await storageStore(db).figures(tenantId)
  return figures === undefined ? new ProblemError('api_key_invalid') : quotaProblem(figures, neededBytes)
}

export async function storageDetail(db: Database, tenantId: string, neededBytes: number): Promise<string> {
  const [figures] = await storageStore(db).figures(tenantId)
  return detailOf(figures ?? { storedBytes: 0, limitBytes: 0 }, neededBytes)
}

const quotaProblem = (figures: StorageFigures, neededBytes: number) =>
  new ProblemError('storage_quota_exceeded', { detail: detailOf(figures, neededBytes) })

function detailOf({ storedBytes, limitBytes }: StorageFigures, neededBytes: number): string {
  const needed = neededBytes === 0 ? 'more' : `${neededBytes} more`
  return `The tenant uses ${storedBytes} of ${limitBytes ?? 'unlimited'} bytes, and this needs ${needed}. Nothing was stored.`
}
