import { describe, expect, it } from 'vitest'
import { keyCache } from '../../../../functions/service/keys/key-cache.ts'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { settableClock } from '../../../support/worker/readers.ts'

const found = {
  key: {
    id: 'a',
    tenantId: 'ten_1',
    name: 'Key',
    hmac: '00',
    prefix: 'test_a',
    scopes: ['runs:read'],
    createdAt: 0,
    expiresAt: null,
    rotatedUntil: null,
    revokedAt: null,
    lastUsedAt: null,
    createdBy: null,
  },
  plan: 'free',
  settings: {},
  isSuspended: false,
  storedBytes: 0,
} as const

describe('the cache of keys', () => {
  it('tells a key that is not there from one that was not looked up', () => {
    const cache = keyCache(createIsolate())
    cache.set('unknown', null)
    expect([cache.get('unknown'), cache.get('other')]).toEqual([null, undefined])
  })

  it('forgets after ten seconds, also what was amended meanwhile', () => {
    const clock = settableClock()
    const cache = keyCache(createIsolate({ now: clock.now }))
    cache.set('a', found)
    clock.advance(9_999)
    cache.amend('a', { ...found, plan: 'scale' })
    expect(cache.get('a')?.plan).toBe('scale')
    clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('counts the seconds from the question, however late the answer comes', () => {
    const clock = settableClock()
    const cache = keyCache(createIsolate({ now: clock.now }))
    const askedAt = clock.now()
    clock.advance(8_000)
    cache.set('a', found, askedAt)
    clock.advance(1_999)
    expect(cache.get('a')).toBe(found)
    clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('forgets when the clock is set back', () => {
    const clock = settableClock()
    const cache = keyCache(createIsolate({ now: clock.now }))
    cache.set('a', found)
    clock.advance(-60_000)
    expect(cache.get('a')).toBeUndefined()
  })

  it('keeps a bounded number of entries, unknown keys among them', () => {
    const cache = keyCache(createIsolate())
    cache.set('first', found)
    for (let index = 0; index < 5_000; index++) cache.set(`unknown${index}`, null)
    expect(cache.get('first')).toBeUndefined()
    expect(cache.get('unknown4999')).toBeNull()
  })

  it('is another one in each isolate', () => {
    const [one, other] = [createIsolate(), createIsolate()]
    keyCache(one).set('a', found)
    expect(keyCache(one).get('a')).toBe(found)
    expect(keyCache(other).get('a')).toBeUndefined()
  })
})
