import {
  appendReceiptLine,
  type LogEntry,
  type LogState,
  parseLogEntry,
  type SealedReceipt,
} from '@tallystick/engine/log'
import { sha256 } from '../platform/hasher.ts'
import type { StoredCheckpoint } from '../store/checkpoint-store.ts'
import { LogDivergedError } from './log-diverged.ts'
import { type LogAccess, type LogSigner, tenantHashOf } from './log-signer.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** An entry appended to a log, with the only checkpoint that was ever signed for the resulting size. */
export interface SignedEntry extends SealedReceipt {
  readonly checkpoint: string
  readonly fields: LogEntry
  /** The public keys that signed the checkpoint, in base64. */
  readonly signedBy: readonly string[]
}

export interface Appending {
  readonly tenantId: string
  readonly signer: LogSigner
  readonly state: LogState
}

/** Throws `LogDivergedError` unless we signed the checkpoint for the log with this entry. */
export async function openStoredCheckpoint(
  access: LogAccess,
  { tenantId, signer, state }: Appending,
  { note, receipt: line }: StoredCheckpoint,
): Promise<SignedEntry> {
  const place = state.size + 1
  const fields = parseLogEntry(line)
  if (!fields.ok) throw new LogDivergedError(`The stored checkpoint ${place}: ${fields.detail}.`)
  const { sequence, previous, tenant } = fields.value
  const receipt = appendReceiptLine(sha256, state, line)
  const opened = await openOwnCheckpoint(access, signer, note)
  if (!opened.ok) throw new LogDivergedError(`The stored checkpoint ${place}: ${opened.detail}.`)
  const isBuiltOnHead =
    sequence === state.size &&
    previous === state.previous &&
    tenant === tenantHashOf(tenantId) &&
    opened.value.size === place &&
    opened.value.root === receipt.log.root
  if (!isBuiltOnHead)
    throw new LogDivergedError(
      `Size ${place} was signed before, for a log that does not begin with the ${state.size} receipts here.`,
    )
  return { ...receipt, checkpoint: note, fields: fields.value, signedBy: opened.value.signedBy }
}
