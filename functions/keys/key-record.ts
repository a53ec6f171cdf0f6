import type { KeyRecord } from '../../schema/key.ts'
import type { StoredKey } from '../store/key-store.ts'
import { endOf } from './rotate-key.ts'

/** A key as answers show it. Nothing in it begins with `tsk_`: what does is a secret. */
export const toKeyRecord = (key: StoredKey): KeyRecord => ({
  id: key.id,
  name: key.name,
  scopes: [...key.scopes],
  prefix: key.prefix,
  createdAt: new Date(key.createdAt).toISOString(),
  expiresAt: toTimestamp(endOf(key)),
  revokedAt: toTimestamp(key.revokedAt),
  lastUsedAt: toTimestamp(key.lastUsedAt),
})

const toTimestamp = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()
