import type { Env } from '../env.ts'
import type { keyStore, StoredKey } from '../store/key-store.ts'
import { makeKey } from './make-key.ts'

interface Rotation {
  readonly previous: StoredKey
  readonly now: number
  readonly overlapSeconds: number
}

/**
 * Makes a key like `previous` (name, scopes, the expiry it was made with) and lets the previous one end after the
 * overlap, or sooner if it ends sooner. A client that lost the answer may rotate again.
 */
export async function rotateKey(
  env: Env,
  store: ReturnType<typeof keyStore>,
  { previous, now, overlapSeconds }: Rotation,
) {
  const { tenantId, name, scopes, expiresAt } = previous
  const { key, secret } = makeKey(env, { tenantId, name, scopes, createdAt: now, expiresAt })
  const previousExpiresAt = Math.min(endOf(previous) ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000)
  await store.rotate(tenantId, { key, previousId: previous.id, previousExpiresAt })
  return { key, secret, previousExpiresAt }
}

/** When a key ends: at its own expiry or when a rotation said, whichever is sooner; null when it does not. */
export function endOf({ expiresAt, rotatedUntil }: Pick<StoredKey, 'expiresAt' | 'rotatedUntil'>): number | null {
  if (expiresAt === null || rotatedUntil === null) return expiresAt ?? rotatedUntil
  return Math.min(expiresAt, rotatedUntil)
}

/** Whether a key may still be used at `now`. */
export function isAlive(key: StoredKey, now: number): boolean {
  const end = endOf(key)
  return key.revokedAt === null && (end === null || end > now)
}
