import { describe, expect, it } from 'vitest'
import { brokenNamespace } from '../../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../../support/worker/readers.ts'

const path = '/api/v1/keys'
const hourStart = Date.UTC(2026, 10, 20, 10, 0, 0)

describe('the quota of an hour', () => {
  it('ends in quota_exceeded until the next hour', async () => {
    const clock = settableClock(hourStart)
    const app = createTestApp({ now: clock.now })
    const { client } = await app.newTenant({ settings: { quotaPerHour: 3 } })
    expect((await client.get(path)).status).toBe(200)
    expect((await client.get(path)).status).toBe(200)
    const response = await client.get(path)
    expect(await problemOf(response)).toMatchObject({ status: 429, code: 'quota_exceeded' })
    expect(response.headers.get('Retry-After')).toBe('3600')
    clock.advance(3_600_000)
    expect((await client.get(path)).status).toBe(200)
  })

  it('is shared by all isolates within thirty seconds', async () => {
    const clock = settableClock(hourStart)
    const here = createTestApp({ now: clock.now })
    const there = createTestApp({ now: clock.now })
    const { secret } = await here.newTenant({ settings: { quotaPerHour: 10 } })
    const [first, second] = [here, there].map((app) => app.clientWith({ 'X-API-Key': secret }))
    for (let request = 0; request < 8; request++) await first?.get(path)
    clock.advance(10_000)
    expect((await first?.get(path))?.headers.get('RateLimit')).toContain('"quota";r=0')
    expect((await second?.get(path))?.status).toBe(200)
    expect((await second?.get(path))?.status).toBe(429)
  })

  it('is written at most once in ten seconds and listed at most once in thirty', async () => {
    const clock = settableClock(hourStart)
    const app = createTestApp({ now: clock.now })
    const { client } = await app.newTenant()
    const kvCalls = async (seconds: number) => {
      clock.advance(seconds * 1000)
      app.recorder.reset()
      for (let request = 0; request < 3; request++) await client.get(path)
      return app.recorder.calls.filter(({ store }) => store === 'kv').map(({ method }) => method)
    }
    expect(await kvCalls(9)).toEqual([])
    expect(await kvCalls(1)).toEqual(['put'])
    expect(await kvCalls(10)).toEqual(['put'])
    expect(await kvCalls(10)).toEqual(['put', 'list'])
  })

  it('keeps its counts in the metadata of one key for each isolate', async () => {
    const clock = settableClock(hourStart)
    const app = createTestApp({ now: clock.now, name: () => 'isolate1' })
    const { client, tenantId } = await app.newTenant()
    await client.get(path)
    clock.advance(10_000)
    await client.get(path)
    const { keys } = await app.env.KV.list({ prefix: `rate:1:${tenantId}:` })
    expect(keys).toMatchObject([
      { name: `rate:1:${tenantId}:${hourStart / 3_600_000}:isolate1`, metadata: { count: 3 } },
    ])
  })

  it('never lets a shard shrink, not even when the clock is set back over the hour', async () => {
    const clock = settableClock(hourStart)
    const app = createTestApp({ now: clock.now, name: () => 'isolate1' })
    const { client, tenantId } = await app.newTenant()
    const sum = async () => {
      const { keys } = await app.env.KV.list<{ count: number }>({
        prefix: `rate:1:${tenantId}:${hourStart / 3_600_000}:`,
      })
      return keys.reduce((total, { metadata }) => total + (metadata?.count ?? 0), 0)
    }
    await client.get(path)
    clock.advance(10_000)
    await client.get(path)
    expect(await sum()).toBe(3)
    clock.advance(-20_000)
    await client.get(path)
    clock.advance(20_000)
    await client.get(path)
    expect(await sum()).toBe(4)
  })

  it('goes on counting by itself while KV is away', async () => {
    const app = createTestApp({ env: { KV: brokenNamespace() } })
    const { client } = await app.newTenant({ settings: { quotaPerHour: 2 } })
    expect((await client.get(path)).status).toBe(200)
    expect((await client.get(path)).status).toBe(429)
  })
})
