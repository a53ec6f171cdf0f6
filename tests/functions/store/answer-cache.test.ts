import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { cacheAnswer, readCachedAnswer } from '../../../functions/store/answer-cache.ts'

const now = 1_800_000_000_000
const answer = {
  fingerprint: 'f'.repeat(64),
  resource: 'dat_1',
  status: 201,
  body: '{"name":"Äpfel 🍏"}',
  expiresAt: now + 86_400_000,
}
const broken: KVNamespace = new Proxy(env.KV, {
  get: () => () => Promise.reject(new Error('KV is down')),
})

describe('the cache of answers', () => {
  it('gives back what was kept, byte for byte', async () => {
    await cacheAnswer(env.KV, { keyHash: 'a1', answer, now })
    expect(await readCachedAnswer(env.KV, 'a1', now)).toEqual(answer)
  })

  it('knows nothing of another key', async () => {
    await cacheAnswer(env.KV, { keyHash: 'b1', answer, now })
    expect(await readCachedAnswer(env.KV, 'b2', now)).toBeUndefined()
  })

  it('gives no answer from the moment it expires', async () => {
    await cacheAnswer(env.KV, { keyHash: 'c1', answer, now })
    expect(await readCachedAnswer(env.KV, 'c1', answer.expiresAt - 1)).toEqual(answer)
    expect(await readCachedAnswer(env.KV, 'c1', answer.expiresAt)).toBeUndefined()
  })

  it('keeps an answer of 64 KB and none that is longer', async () => {
    await cacheAnswer(env.KV, { keyHash: 'd1', answer: { ...answer, body: 'x'.repeat(65_536) }, now })
    await cacheAnswer(env.KV, { keyHash: 'd2', answer: { ...answer, body: 'x'.repeat(65_537) }, now })
    await cacheAnswer(env.KV, { keyHash: 'd3', answer: { ...answer, body: 'ä'.repeat(40_000) }, now })
    expect(await readCachedAnswer(env.KV, 'd1', now)).toBeDefined()
    expect(await readCachedAnswer(env.KV, 'd2', now)).toBeUndefined()
    expect(await readCachedAnswer(env.KV, 'd3', now)).toBeUndefined()
  })

  it('does not keep an answer for the last minute of its life, which KV would refuse', async () => {
    await cacheAnswer(env.KV, { keyHash: 'e1', answer, now: answer.expiresAt - 59_000 })
    expect(await readCachedAnswer(env.KV, 'e1', now)).toBeUndefined()
  })

  it('neither fails nor answers when KV is down', async () => {
    await expect(cacheAnswer(broken, { keyHash: 'f1', answer, now })).resolves.toBeUndefined()
    await expect(readCachedAnswer(broken, 'f1', now)).resolves.toBeUndefined()
  })
})
