import type { Env } from '../env.ts'
import type { keyStore, StoredKey } from '../store/keys.ts'
import { makeKey } from './make-key.ts'

interface Rotation {
  readonly previous: StoredKey
  readonly now: number
  readonly overlapSeconds: number
}

/**
 * Makes a key like `previous` (name, scopes, expiry) and lets the previous one end after the overlap, or at its own
 * expiry if that is sooner.
 */
export async function rotateKey(
  env: Env,
  store: ReturnType<typeof keyStore>,
  { previous, now, overlapSeconds }: Rotation,
) {
  const { tenantId, name, scopes, expiresAt } = previous
  const { key, secret } = makeKey(env, { tenantId, name, scopes, createdAt: now, expiresAt })
  const previousExpiresAt = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000)
  await store.rotate(tenantId, { key, previousId: previous.id, previousExpiresAt })
  return { key, secret, previousExpiresAt }
}

/** Whether a key may still be used at `now`. */
export const isAlive = (key: StoredKey, now: number): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
