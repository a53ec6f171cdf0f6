import { isOfPeriod } from '@tallystick/engine/log'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import { isSealConflict } from '../store/log-store.ts'
import { commitEntry } from './commit-entry.ts'
import { openHead, type StoredHead } from './log-head.ts'
import { type LogAccess, logSignerOf } from './log-signer.ts'
import { openStoredCheckpoint } from './stored-checkpoint.ts'

/**
 * Stores the entry after the head if it was signed before, unless somebody else does. The id of its act; undefined without
 * such an entry, and where it is of no act.
 */
export async function commitSigned(
  access: LogAccess,
  tenantId: string,
  stored: StoredHead,
): Promise<string | undefined> {
  const signer = await logSignerOf(access, tenantId)
  const { state } = await openHead(access, { tenantId, signer }, stored)
  const next = await checkpointStore(bucketOf(access.env), signer.origin).find(state.size + 1)
  if (next === undefined) return undefined
  const signed = await openStoredCheckpoint(access, { tenantId, signer, state }, next)
  try {
    await commitEntry(access, tenantId, { signer, from: state, signed })
  } catch (error) {
    if (!isSealConflict(error)) throw error
  }
  return isOfPeriod(signed.fields) ? signed.fields.id : undefined
}
