/**
 * Which request has claimed an idempotency key, in KV before D1. A claim does not change while it lives, so that an entry is
 * true however late KV is. What the request was answered with is in D1 alone: that ends with a deletion, of which KV may
 * not have heard. KV may fail, and fails no request.
 */
export interface CachedClaim {
  readonly keyHash: string
  /** What identifies the request: see `fingerprintOf`. */
  readonly fingerprint: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

type Metadata = Omit<CachedClaim, 'keyHash'>

/** KV refuses a shorter life. */
const lifeSecondsMin = 60

/** The fingerprint of the request that has claimed a key; undefined where KV knows of none that lives at `now`. */
export async function cachedFingerprint(kv: KVNamespace, keyHash: string, now: number): Promise<string | undefined> {
  try {
    const { metadata } = await kv.getWithMetadata<Metadata>(entryName(keyHash))
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
  await kv.put(entryName(keyHash), '', { metadata, expirationTtl: lifeSeconds }).catch(() => undefined)
}

const entryName = (keyHash: string): string => `idem:2:${keyHash}`
