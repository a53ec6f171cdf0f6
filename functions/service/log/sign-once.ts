import { toBase64 } from '@tallystick/engine/base'
import { type LogEntry, parseLogEntry, type SealedReceipt } from '@tallystick/engine/log'
import { keepKeys } from '../keys/kept-keys.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore, type StoredCheckpoint } from '../store/checkpoint-store.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { requireKeyPeriod } from './key-periods.ts'
import { LogDivergedError } from './log-diverged.ts'
import type { LogHead } from './log-head.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import { openStoredCheckpoint, type SignedEntry } from './stored-checkpoint.ts'

interface NextReceipt {
  readonly tenantId: string
  readonly signer: LogSigner
  /** As checked by `openHead`. */
  readonly head: LogHead
  readonly receipt: SealedReceipt
}

/**
 * Signs the checkpoint of the log with its next entry, and stores both in R2 unless the size is taken there. If it is
 * taken, gives the stored entry with its checkpoint: its seal died before it reached the database, or is under way.
 * Throws `LogDivergedError` when that entry is not signed by us, or not built on this head.
 */
export async function signOnce(access: LogAccess, next: NextReceipt): Promise<SignedEntry> {
  const { tenantId, signer, head, receipt } = next
  const appending = { tenantId, signer, state: head.state }
  const { size } = receipt.log
  const store = checkpointStore(bucketOf(access.env), signer.origin)
  const renamed = await underFormerOrigin(access, next)
  if (renamed !== undefined) return openStoredCheckpoint(access, appending, renamed)
  if (head.state.size === 0) await requireFirst(access, next)
  const fields = fieldsOf(receipt)
  await requireKeyPeriod(access, Date.parse(fields.completedAt))
  await keepKeys(access, signer.publicKeys)
  const checkpoint = await signer.sign(receipt.log)
  if (await store.put(size, { note: checkpoint, receipt: receipt.line })) {
    return { ...receipt, checkpoint, fields, signedBy: signer.publicKeys.map(toBase64) }
  }
  const taken = await store.find(size)
  if (taken === undefined) throw new UnavailableError(`The checkpoint ${head.state.size + 1} comes and goes`)
  return openStoredCheckpoint(access, appending, taken)
}

/** The next checkpoint under the origin that the log had before LOG_ORIGIN was changed; undefined if there is none. */
async function underFormerOrigin(
  { env }: LogAccess,
  { signer, head, receipt }: NextReceipt,
): Promise<StoredCheckpoint | undefined> {
  if (head.origin === undefined || head.origin === signer.origin) return undefined
  return checkpointStore(bucketOf(env), head.origin).find(receipt.log.size)
}

/**
 * Throws `LogDivergedError` if R2 has only checkpoints of later sizes: the log was renamed, and its receipts were
 * removed from the database since.
 */
async function requireFirst({ env }: LogAccess, { signer }: NextReceipt): Promise<void> {
  const [oldest] = await checkpointStore(bucketOf(env), signer.origin).listAfter(0, 1)
  if (oldest !== undefined && oldest.size !== 1)
    throw new LogDivergedError(`The log is empty, and a checkpoint of size ${oldest.size} was signed.`)
}

function fieldsOf({ line }: SealedReceipt): LogEntry {
  const fields = parseLogEntry(line)
  if (!fields.ok) throw new Error(`We wrote a receipt that is none: ${fields.detail}`)
  return fields.value
}
