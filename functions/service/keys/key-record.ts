import { nullableTimestampOf, timestampOf } from '@tallystick/audit/base/timestamp'
import type { KeyRecord } from '@tallystick/schema/key'
import type { StoredKey } from '../store/key-store.ts'

/** A key as answers show it. No member begins with `tsk_`: only a secret does. */
export const keyRecordOf = (key: StoredKey): KeyRecord => ({
  id: key.id,
  name: key.name,
  scopes: [...key.scopes],
  prefix: key.prefix,
  createdAt: timestampOf(key.createdAt),
  expiresAt: nullableTimestampOf(endOf(key)),
  revokedAt: nullableTimestampOf(key.revokedAt),
  lastUsedAt: nullableTimestampOf(key.lastUsedAt),
  createdBy: key.createdBy,
})

/** The end of a key: its own expiry or the end set by a rotation, whichever is sooner; null for none. */
export function endOf({ expiresAt, rotatedUntil }: Pick<StoredKey, 'expiresAt' | 'rotatedUntil'>): number | null {
  if (expiresAt === null || rotatedUntil === null) return expiresAt ?? rotatedUntil
  return Math.min(expiresAt, rotatedUntil)
}
