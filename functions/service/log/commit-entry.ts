import { type Deletion, isDeletion, isOfPeriod, isReceipt, type LogState } from '@tallystick/engine/log'
import { actStore } from '../store/act-store.ts'
import type { Database } from '../store/database.ts'
import { deletionStore } from '../store/deletion-store.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import { logStore } from '../store/log-store.ts'
import { storedNameOf } from '../store/receipt-store.ts'
import { removeFolders } from '../store/remove-folders.ts'
import { tellStaged } from '../store/told-events.ts'
import { rememberKeys } from './key-uses.ts'
import type { EntryLine } from './known-logs.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import { linesToPublish } from './publish-log.ts'
import type { SignedEntry } from './stored-checkpoint.ts'

interface NextEntry {
  readonly signer: LogSigner
  readonly from: LogState
  readonly signed: SignedEntry
}

/**
 * Stores the next entry of a log, removes what a deletion names, and applies an act on a period. Fails when the log has
 * moved: `isSealConflict`. Gives what has to be published, and the revision that an act has made.
 */
export async function commitEntry(access: LogAccess, tenantId: string, next: NextEntry): Promise<CommittedEntry> {
  const { db } = access
  const { signer, from, signed } = next
  const { fields } = signed
  const removal = isDeletion(fields) ? await removalOf(db, tenantId, fields) : []
  const [, , lines, told, ...others] = await db.batch([
    logStore(db).advance(tenantId, from, signed.log),
    logStore(db).append(tenantId, storedNameOf(fields), signed),
    linesToPublish(access, { tenantId, signer, size: signed.log.size }),
    // An entry that is no act has no staged row of its id.
    tellStaged(db, tenantId, { actId: isReceipt(fields) ? fields.run : fields.id, now: access.isolate.now() }),
    ...(isOfPeriod(fields) ? actStore(db).apply(tenantId, fields, signed) : []),
    ...rememberKeys(access, signer, [signed]),
    ...removal,
  ])
  await putNewOnQueue(access.env, told)
  if (isDeletion(fields)) await removeOutside(access, tenantId, fields)
  const [revised] = isOfPeriod(fields) ? others : []
  return { lines, revision: revisionIn(revised) }
}

interface CommittedEntry {
  readonly lines: readonly EntryLine[]
  /** Undefined unless the entry is of an act that was staged. */
  readonly revision: number | undefined
}

function revisionIn(rows: unknown): number | undefined {
  const revision = Array.isArray(rows) ? Object(rows[0])['revision'] : undefined
  return typeof revision === 'number' ? revision : undefined
}

/** Removes objects. Never rejects: the sweep tries again. */
async function removeOutside(access: LogAccess, tenantId: string, { id }: Deletion): Promise<void> {
  await removeFolders(access, { tenantId, owner: id, now: access.isolate.now() }).catch(() => undefined)
}

/** A policy younger than this stays: a request may be storing it while a run under the same policy is deleted. */
const policyMillisecondsMin = 3_600_000

async function removalOf(db: Database, tenantId: string, deletion: Deletion) {
  const store = deletionStore(db)
  const [counted] = await store.countChunks(tenantId, deletion)
  const policyBefore = Date.parse(deletion.completedAt) - policyMillisecondsMin
  return store.remove(tenantId, deletion, { chunkCount: counted?.count ?? 0, policyBefore })
}

/** Removes again what a deletion names, if a restore of an older database has brought it back. */
export async function deleteAgain(access: LogAccess, tenantId: string, deletion: Deletion): Promise<void> {
  const [first, ...others] = await removalOf(access.db, tenantId, deletion)
  if (first !== undefined) await access.db.batch([first, ...others])
  await removeOutside(access, tenantId, deletion)
}
