import { appendReceiptLine, parseReceipt, type Receipt, type SealedReceipt } from '@tallystick/engine'
import { sha256 } from '../platform/hasher.ts'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore, type StoredCheckpoint } from '../store/checkpoint-store.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { LogDivergedError } from './log-diverged.ts'
import type { LogHead } from './log-head.ts'
import { type LogAccess, type LogSigner, tenantHashOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** A receipt appended to a log, with the one checkpoint that was ever signed for the size of that log. */
export interface SignedReceipt extends SealedReceipt {
  /** The signed note. */
  readonly checkpoint: string
  readonly fields: Receipt
}

/** The next receipt of a tenant's log, and what it is appended to. */
export interface NextReceipt {
  readonly tenantId: string
  readonly signer: LogSigner
  /** The head, checked by `openHead`. */
  readonly head: LogHead
  readonly receipt: SealedReceipt
}

/**
 * Signs the checkpoint of the log with its next receipt, and stores both in R2, if the size is still free there. If not,
 * gives the receipt that has the place, with its checkpoint: a seal that died before the database had it, or one that is
 * being stored right now. Throws `LogDivergedError` when that receipt is not signed by us, or not built on this head.
 */
export async function signOnce(access: LogAccess, next: NextReceipt): Promise<SignedReceipt> {
  const { signer, head, receipt } = next
  const { size } = receipt.log
  const store = checkpointStore(bucketOf(access.env), signer.origin)
  const renamed = await underFormerOrigin(access, next)
  if (renamed !== undefined) return openTaken(access, next, renamed)
  const checkpoint = await signer.sign(receipt.log)
  if (await store.put(size, { note: checkpoint, receipt: receipt.line })) return signed(receipt, checkpoint)
  const taken = await store.find(size)
  if (taken === undefined) throw new UnavailableError(`The checkpoint ${head.state.size + 1} comes and goes`)
  return openTaken(access, next, taken)
}

/** The next checkpoint under the origin that the log had before LOG_ORIGIN was changed; undefined if there is none. */
async function underFormerOrigin(
  { env }: LogAccess,
  { signer, head, receipt }: NextReceipt,
): Promise<StoredCheckpoint | undefined> {
  if (head.origin === undefined || head.origin === signer.origin) return undefined
  return checkpointStore(bucketOf(env), head.origin).find(receipt.log.size)
}

/** A checkpoint from R2 with its receipt, if we signed it and it is built on the head. */
async function openTaken(
  access: LogAccess,
  { tenantId, signer, head }: NextReceipt,
  { note, receipt: line }: StoredCheckpoint,
): Promise<SignedReceipt> {
  const place = head.state.size + 1
  const fields = parseReceipt(line)
  if (!fields.ok) throw new LogDivergedError(`The stored checkpoint ${place}: ${fields.detail}.`)
  const { sequence, previous, tenant } = fields.value
  const receipt = appendReceiptLine(sha256, head.state, line)
  const opened = await openOwnCheckpoint(access, signer, note)
  if (!opened.ok) throw new LogDivergedError(`The stored checkpoint ${place}: ${opened.detail}.`)
  const isBuiltOnHead =
    sequence === head.state.size &&
    previous === head.state.previous &&
    tenant === tenantHashOf(tenantId) &&
    opened.value.size === place &&
    opened.value.root === receipt.log.root
  if (!isBuiltOnHead)
    throw new LogDivergedError(
      `Size ${place} was signed before, for a log that does not begin with the ${head.state.size} receipts here.`,
    )
  return { ...receipt, checkpoint: note, fields: fields.value }
}

function signed(receipt: SealedReceipt, checkpoint: string): SignedReceipt {
  const fields = parseReceipt(receipt.line)
  if (!fields.ok) throw new Error(`We wrote a receipt that is none: ${fields.detail}`)
  return { ...receipt, checkpoint, fields: fields.value }
}
