import { env as bindings } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../../support/worker/readers.ts'

const path = '/api/v1/keys'
const minuteStart = Date.UTC(2026, 10, 20, 10, 59, 0)

describe('the burst of a minute', () => {
  it('is exact in one isolate and starts anew with the next minute', async () => {
    const clock = settableClock(minuteStart)
    const app = createTestApp({ now: clock.now })
    const { client } = await app.newTenant({ settings: { burstPerMinute: 5 } })
    const statuses: number[] = []
    for (let request = 0; request < 6; request++) statuses.push((await client.get(path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    clock.advance(60_000)
    expect((await client.get(path)).status).toBe(200)
  })

  it('says when to come back', async () => {
    const clock = settableClock(minuteStart + 18_500)
    const app = createTestApp({ now: clock.now })
    const { client } = await app.newTenant({ settings: { burstPerMinute: 1 } })
    const response = await client.get(path)
    expect(await problemOf(response)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(response.headers.get('Retry-After')).toBe('42')
  })

  it('of one tenant leaves the others alone', async () => {
    const app = createTestApp()
    const busy = await app.newTenant({ settings: { burstPerMinute: 1 } })
    const calm = await app.newTenant({ settings: { burstPerMinute: 2 } })
    expect((await busy.client.get(path)).status).toBe(429)
    expect((await calm.client.get(path)).status).toBe(200)
  })

  it('is refused by the platform’s counter when that is bound', async () => {
    const asked: string[] = []
    const limiter = {
      limit: async ({ key }: { key: string }) => {
        asked.push(key)
        return { success: asked.length < 3 }
      },
    }
    const app = createTestApp({ env: { BURST_FREE: limiter } })
    const { client, tenantId } = await app.newTenant({ plan: 'free' })
    expect((await client.get(path)).status).toBe(200)
    expect((await problemOf(client.get(path))).code).toBe('rate_limited')
    expect(asked).toEqual([tenantId, tenantId, tenantId])
  })

  it('does not fail when the platform’s counter does', async () => {
    const limiter = { limit: () => Promise.reject(new Error('away')) }
    const app = createTestApp({ env: { BURST_FREE: limiter } })
    const { client } = await app.newTenant({ plan: 'free' })
    expect((await client.get(path)).status).toBe(200)
  })
})

describe('the rate-limit headers', () => {
  it('show the policy nearest exhaustion, and all of them as structured fields', async () => {
    const clock = settableClock(minuteStart + 18_000)
    const app = createTestApp({ now: clock.now })
    const { client } = await app.newTenant({ plan: 'free' })
    const { headers } = await client.get(path)
    expect(headers.get('X-RateLimit-Limit')).toBe('600')
    expect(headers.get('X-RateLimit-Remaining')).toBe('598')
    expect(headers.get('X-RateLimit-Reset')).toBe('42')
    expect(headers.get('RateLimit-Policy')).toBe('"burst";q=600;w=60, "quota";q=20000;w=3600')
    expect(headers.get('RateLimit')).toBe('"burst";r=598;t=42, "quota";r=19998;t=42')
  })

  it('turn to the quota when that is nearer its end', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant({ settings: { quotaPerHour: 3 } })
    expect((await client.get(path)).headers.get('X-RateLimit-Limit')).toBe('3')
  })

  it('are on problems and preflights, and on answers to nobody in particular', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    for (const response of [
      await client.delete(`${path}/unknown00000`),
      await client.post(path, 'x', { 'Content-Type': 'text/plain' }),
      await app.client.get('/nowhere'),
      await app.client.send(path, { method: 'OPTIONS' }),
      await app.client.get(`/api/v1/keys?cursor=${'x'.repeat(8192)}`),
    ]) {
      expect(response.headers.get('X-RateLimit-Limit')).toMatch(/^[1-9][0-9]*$/)
      expect(response.headers.get('X-RateLimit-Remaining')).toMatch(/^[0-9]+$/)
      expect(response.headers.get('X-RateLimit-Reset')).toMatch(/^[1-9][0-9]*$/)
    }
  })

  it('never fall below zero', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant({ settings: { burstPerMinute: 1 } })
    await client.get(path)
    expect((await client.get(path)).headers.get('X-RateLimit-Remaining')).toBe('0')
  })

  it.each([
    '/api/v1/health',
    '/api/v1/ready',
    '/api/v1/meta',
    '/api/v1/openapi.json',
    '/problems/internal_error',
    path,
  ])('are not on the answer of %s without a key', async (uncounted) => {
    const { client } = createTestApp()
    const { headers } = await client.get(uncounted)
    expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  })
})

describe('the bindings of wrangler.toml', () => {
  it('hold the limits of the plans', async () => {
    const { BURST_FREE: limiter } = bindings
    const outcomes: boolean[] = []
    // A minute may end between two requests. One of the two minutes then has more than 600 of them.
    for (let request = 0; request < 1_202; request++)
      outcomes.push((await limiter?.limit({ key: 'one' }))?.success ?? false)
    expect(outcomes.slice(0, 600)).not.toContain(false)
    expect(outcomes).toContain(false)
    expect(await limiter?.limit({ key: 'other' })).toEqual({ success: true })
  })
})
