import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { cacheClaim, cachedFingerprint } from '../../../../functions/service/store/claim-cache.ts'

const now = 1_800_000_000_000
const claimOf = (keyHash: string) => ({ keyHash, fingerprint: 'f'.repeat(64), expiresAt: now + 86_400_000 })
const broken: KVNamespace = new Proxy(env.KV, { get: () => () => Promise.reject(new Error('KV is down')) })

describe('the cache of claims', () => {
  it('knows which request has claimed a key, and nothing of another key', async () => {
    const claim = claimOf('a1')
    await cacheClaim(env.KV, claim, now)
    expect(await cachedFingerprint(env.KV, 'a1', now)).toBe(claim.fingerprint)
    expect(await cachedFingerprint(env.KV, 'a2', now)).toBeUndefined()
  })

  it('knows nothing of a claim from the moment it expires', async () => {
    const claim = claimOf('b1')
    await cacheClaim(env.KV, claim, now)
    expect(await cachedFingerprint(env.KV, 'b1', claim.expiresAt - 1)).toBe(claim.fingerprint)
    expect(await cachedFingerprint(env.KV, 'b1', claim.expiresAt)).toBeUndefined()
  })

  it('keeps no claim for the last minute of its life, which KV would refuse', async () => {
    const claim = claimOf('c1')
    await cacheClaim(env.KV, claim, claim.expiresAt - 59_000)
    expect(await cachedFingerprint(env.KV, 'c1', now)).toBeUndefined()
  })

  it('neither fails nor answers when KV is down', async () => {
    await expect(cacheClaim(broken, claimOf('d1'), now)).resolves.toBeUndefined()
    await expect(cachedFingerprint(broken, 'd1', now)).resolves.toBeUndefined()
  })
})
