import { timestampOf } from '@tallystick/audit/base/timestamp'
import { appendDeletion, isDeletion } from '@tallystick/engine/log'
import { commitEntry, deleteAgain } from '../../log/commit-entry.ts'
import { LogDivergedError, rememberDivergence } from '../../log/log-diverged.ts'
import { openHead, type StoredHead } from '../../log/log-head.ts'
import { type LogSigner, logSignerOf, tenantHashOf } from '../../log/log-signer.ts'
import { publishLog } from '../../log/publish-log.ts'
import { signOnce } from '../../log/sign-once.ts'
import { soundDeletions } from '../../log/stored-deletion.ts'
import { sha256 } from '../../platform/hasher.ts'
import { pause } from '../../platform/pause.ts'
import { serialize } from '../../platform/serialize.ts'
import { type Executor, leaseMilliseconds } from '../../runs/executor.ts'
import type { Deletable } from '../../store/deletion-store.ts'
import { isSealConflict } from '../../store/log-store.ts'
import type { ReceiptRow } from '../../store/receipt-store.ts'
import { UnavailableError } from '../../store/storage-fault.ts'

/** `lost`: only the run's receipt is left. `in_use`: an unfinished run is pinned to the dataset. `held`: by a period. */
export type DeletionOutcome = 'deleted' | 'deleted_before' | 'unknown' | 'lost' | 'unfinished' | 'in_use' | 'held'

/** `actor` is the id of the API key; null for the service itself. */
interface DeletionRequest extends Deletable {
  readonly tenantId: string
  readonly actor: string | null
}

/** Why a run or dataset is not deleted, or else the root of its lines and the log's head. */
export type Look =
  | { readonly outcome: Exclude<DeletionOutcome, 'deleted'> }
  | { readonly outcome?: undefined; readonly root: string | null; readonly head: StoredHead }

/**
 * Seals a deletion in the tenant's log and carries it out. As in `sealRun`, its entry is first signed and stored in R2;
 * then one batch stores it in the database and removes what it names. If the isolate dies in between, the next executor
 * that appends to the log does the batch.
 */
export const sealDeletion = (
  executor: Executor,
  request: DeletionRequest,
  look: () => Promise<Look>,
): Promise<DeletionOutcome> =>
  serialize(executor.isolate, request.tenantId, () =>
    rememberDivergence(executor, request.tenantId, () => tryUntilSealed(executor, request, look)),
  )

/**
 * Whether the deletion is in the log, by the `rows` of its name. A target that is stored again (`isStored`) is removed
 * again. Throws `LogDivergedError` if a forged row has the name of a deletion that is still to be made.
 */
export async function wasDeleted(
  executor: Executor,
  { tenantId, what, id }: Omit<DeletionRequest, 'actor'>,
  { rows, isStored }: { readonly rows: readonly ReceiptRow[]; readonly isStored: boolean },
): Promise<boolean> {
  if (rows.length === 0) return false
  const sound = await soundDeletions(executor, tenantId, rows)
  const deletion = sound.find((each) => each.what === what)
  if (deletion !== undefined && isStored) await deleteAgain(executor, tenantId, deletion)
  if (deletion === undefined && isStored)
    throw new LogDivergedError(`A row of the log has the name of the deletion of ${id}, and is none.`)
  return deletion !== undefined
}

async function tryUntilSealed(
  executor: Executor,
  request: DeletionRequest,
  look: () => Promise<Look>,
): Promise<DeletionOutcome> {
  const askedAt = executor.isolate.now()
  for (let tries = 1; executor.isolate.now() < askedAt + leaseMilliseconds; tries += 1) {
    const found = await look()
    if (found.outcome !== undefined) return tries > 1 && found.outcome === 'deleted_before' ? 'deleted' : found.outcome
    try {
      if (await sealNext(executor, { ...request, askedAt }, found)) return 'deleted'
    } catch (error) {
      // The batch may have been stored, and only its acknowledgement lost.
      if (!isSealConflict(error)) {
        if (error instanceof UnavailableError || (await look()).outcome !== 'deleted_before') throw error
        return 'deleted'
      }
      await pause(tries)
    }
  }
  throw new UnavailableError('Other entries were appended to the log all the time')
}

/**
 * True when the next entry of the log is this deletion; false after another entry, signed before, was stored instead.
 */
async function sealNext(
  executor: Executor,
  request: DeletionRequest & { readonly askedAt: number },
  found: Look & { readonly outcome?: undefined },
): Promise<boolean> {
  const { tenantId, what, id, actor, askedAt } = request
  const signer: LogSigner = await logSignerOf(executor, tenantId)
  const head = await openHead(executor, { tenantId, signer }, found.head)
  const receipt = appendDeletion(sha256, head.state, {
    actor,
    completedAt: timestampOf(Math.max(askedAt, executor.isolate.now(), head.completedAt)),
    createdAt: timestampOf(askedAt),
    id,
    root: found.root,
    tenant: tenantHashOf(tenantId),
    what,
  })
  const signed = await signOnce(executor, { tenantId, signer, head, receipt })
  const { lines } = await commitEntry(executor, tenantId, { signer, from: head.state, signed })
  const { fields } = signed
  if (!isDeletion(fields) || fields.what !== what || fields.id !== id) return false
  await publishLog(executor, { tenantId, signer, lines }, signed)
  return true
}
