import { inTime } from './answer-in-time.ts'

/**
 * A cache in KV of the claims on idempotency keys. A claim never changes while it lives, so a late KV does no harm. The
 * answer to the claimed request is only in D1, because a deletion removes it and KV may hear of that late. A failure of
 * KV fails no request.
 */
interface CachedClaim {
  readonly keyHash: string
  readonly fingerprint: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

type Metadata = Omit<CachedClaim, 'keyHash'>

/** KV refuses to keep an entry for less time. */
const lifeSecondsMin = 60

/** Undefined when KV has no live claim. */
export async function cachedFingerprint(kv: KVNamespace, keyHash: string, now: number): Promise<string | undefined> {
  try {
    const { metadata } = await inTime('KV', kv.getWithMetadata<Metadata>(entryName(keyHash)))
    return metadata !== null && metadata.expiresAt > now ? metadata.fingerprint : undefined
  } catch {
    return undefined
  }
}

/** Caches a claim that D1 has, until it expires. Never rejects. */
export async function cacheClaim(kv: KVNamespace, claim: CachedClaim, now: number): Promise<void> {
  const { keyHash, fingerprint, expiresAt } = claim
  const lifeSeconds = Math.floor((expiresAt - now) / 1000)
  if (lifeSeconds < lifeSecondsMin) return
  const metadata: Metadata = { fingerprint, expiresAt }
  await inTime('KV', kv.put(entryName(keyHash), '', { metadata, expirationTtl: lifeSeconds })).catch(() => undefined)
}

const entryName = (keyHash: string): string => `idem:2:${keyHash}`
