import { indexOriginOfLog, isDeletion, isOfPeriod, type LogState, logNameOf, parseHead } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { sha256 } from '../platform/hasher.ts'
import { actStore } from '../store/act-store.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { indexObjects } from '../store/index-objects.ts'
import { type LogRow, logStore } from '../store/log-store.ts'
import { receiptStore, storedNameOf } from '../store/receipt-store.ts'
import { tellStaged } from '../store/told-events.ts'
import { deleteAgain } from './commit-entry.ts'
import { rememberKeys } from './key-uses.ts'
import { LogDivergedError } from './log-diverged.ts'
import { type LogAccess, type LogSigner, logSignerOf } from './log-signer.ts'
import { publishNewest } from './publish-log.ts'
import { readSoundReceipts, type StoredLog } from './sound-receipts.ts'
import { openStoredCheckpoint, type SignedEntry } from './stored-checkpoint.ts'

interface Recovery {
  readonly origin: string
  readonly state: LogState
  /** How many receipts of the database are as they were signed. */
  readonly soundCount: number
  /** How many receipts were read back from R2. */
  readonly restoredCount: number
  /** Whether R2 may have more, so that the recovery has to be repeated. */
  readonly isPartial: boolean
}

/** About the most calls of one recovery: a request may make a thousand. */
const callCountMax = 400
/** Calls for a restored deletion: chunks are counted and removed, and answers are forgotten. */
const deletionCallCount = 5

/**
 * Brings the stored log of a tenant back to the log that was signed. Receipts that are missing in the database, or
 * differ from what was signed, are read from R2, each with its checkpoint, and verified by our own keys. One batch
 * stores head, receipts, the size that the index has in R2, and the periods of the keys. What a restored deletion names
 * is deleted again, and acts on periods that are still staged are applied and told. Signs nothing. Throws
 * `LogDivergedError` when a receipt is valid in neither place, or both places have different receipts that we signed: a
 * person has to decide then.
 */
export async function recoverLog(access: LogAccess, tenantId: string): Promise<Recovery> {
  const signer = await logSignerOf(access, tenantId)
  const row = await readRow(access, tenantId)
  const stored = await readSoundReceipts(access, signer, tenantId)
  await requireSameHistory(access, signer, stored)
  const { restored, isPartial } = await readMissing(access, { tenantId, signer }, stored.state)
  const newest = restored.at(-1)
  const state = newest?.log ?? stored.state
  // Deletions go first: if one fails, its entry is not stored yet, and the recovery is repeated.
  for (const { fields } of restored) if (isDeletion(fields)) await deleteAgain(access, tenantId, fields)
  const receipts = receiptStore(access.db)
  const log = logStore(access.db)
  const indexedSize = await sizeInIndex(access.env, signer.origin)
  await access.db.batch([
    log.recover(tenantId, row, { state, indexedSize, diverged: isPartial ? row.diverged : null }),
    receipts.removeFrom(tenantId, stored.state.size),
    ...restored.flatMap((entry) => [
      log.append(tenantId, storedNameOf(entry.fields), entry),
      ...(isOfPeriod(entry.fields)
        ? [
            tellStaged(access.db, tenantId, { actId: entry.fields.id, now: access.isolate.now() }),
            ...actStore(access.db).apply(tenantId, entry.fields, entry),
          ]
        : []),
    ]),
    ...rememberKeys(access, signer, [...stored.signed, ...restored]),
  ])
  // After a failure the scheduled handler publishes the log.
  if (!isPartial) await publishNewest(access, tenantId).catch(() => undefined)
  return {
    origin: signer.origin,
    state,
    soundCount: stored.state.size,
    restoredCount: restored.length,
    isPartial,
  }
}

/** The size of the log's newest head in the index, from R2; 0 if there is none. */
async function sizeInIndex(env: Env, origin: string): Promise<number> {
  const newest = await indexObjects(bucketOf(env), indexOriginOfLog(origin)).newestHead(logNameOf(sha256, origin))
  const head = newest && parseHead(newest.line)
  return head?.ok ? head.value.size : 0
}

/** A missing row is stored again, as that of an empty log that has diverged. */
async function readRow({ db }: LogAccess, tenantId: string): Promise<LogRow> {
  const log = logStore(db)
  const [row] = await log.find(tenantId)
  if (row !== undefined) return row
  await log.markDiverged(tenantId, JSON.stringify({ fault: 'The log has no row.' }))
  const [made] = await log.find(tenantId)
  if (made === undefined) throw new Error('A row that was just stored is gone')
  return made
}

/** Throws when R2 has other receipts than the valid ones here, or lacks one to replace an invalid receipt. */
async function requireSameHistory(
  { env }: LogAccess,
  signer: LogSigner,
  { state, last, hasOthers }: StoredLog,
): Promise<void> {
  const { size } = state
  const store = checkpointStore(bucketOf(env), signer.origin)
  const [own, next] = [size === 0 ? undefined : await store.find(size), await store.find(size + 1)]
  if (own !== undefined && own.receipt !== last?.line)
    throw new LogDivergedError(`The database and R2 have different receipts of size ${size}, and we signed both.`)
  if (hasOthers && own === undefined && next === undefined)
    throw new LogDivergedError(`The receipt ${size} is not as it was signed, and R2 does not have it.`)
}

/** The verified entries after `from` that R2 has, or the first of many. */
async function readMissing(
  access: LogAccess,
  log: { readonly tenantId: string; readonly signer: LogSigner },
  from: LogState,
): Promise<{ readonly restored: readonly SignedEntry[]; readonly isPartial: boolean }> {
  const store = checkpointStore(bucketOf(access.env), log.signer.origin)
  const restored: SignedEntry[] = []
  let state = from
  for (let callCount = 0; callCount < callCountMax; ) {
    const stored = await store.find(state.size + 1)
    if (stored === undefined) return { restored, isPartial: false }
    const entry = await openStoredCheckpoint(access, { ...log, state }, stored)
    restored.push(entry)
    state = entry.log
    callCount += isDeletion(entry.fields) ? deletionCallCount : 1
  }
  return { restored, isPartial: true }
}
