import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../../../../../functions/service/http/app-env.ts'
import { addressGroupOf } from '../../../../../functions/service/http/rate/address-limit.ts'
import { createTestApp, type TestApp } from '../../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../../support/worker/readers.ts'

const path = '/api/v1/reconcile/run'
const minuteStart = Date.UTC(2026, 10, 20, 10, 59, 0)

/** Refused for its body, but counted: the limit comes first. */
const send = ({ client }: TestApp, address: string) => client.post(path, 'x', { 'CF-Connecting-IP': address })

async function exhaust(app: TestApp, address: string) {
  for (let request = 0; request < 120; request++) await send(app, address)
}

describe('the limit of an address', () => {
  it('is 120 a minute', async () => {
    const clock = settableClock(minuteStart + 20_000)
    const app = createTestApp({ now: clock.now })
    await exhaust(app, '203.0.113.9')
    const response = await send(app, '203.0.113.9')
    expect(await problemOf(response)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(response.headers.get('Retry-After')).toBe('40')
    expect(response.headers.get('RateLimit-Policy')).toBe('"address";q=120;w=60')
    clock.advance(40_000)
    expect((await send(app, '203.0.113.9')).status).toBe(415)
  })

  it('is that of a whole /64 of IPv6, and of one address of IPv4', async () => {
    const app = createTestApp({ now: settableClock(minuteStart).now })
    await exhaust(app, '2001:db8:0:1::1')
    await exhaust(app, '203.0.113.9')
    expect((await send(app, '2001:db8:0:1:ffff::2')).status).toBe(429)
    expect((await send(app, '2001:db8:0:2::1')).status).toBe(415)
    expect((await send(app, '203.0.113.10')).status).toBe(415)
  })

  it('writes nothing anywhere', async () => {
    const app = createTestApp()
    await send(app, '203.0.113.9')
    expect(app.recorder.calls).toEqual([])
  })

  it('also asks the platform’s counter when that is bound', async () => {
    const limiter = { limit: async () => ({ success: false }) }
    const app = createTestApp({ env: { BURST_ADDRESS: limiter } })
    expect((await problemOf(send(app, '203.0.113.9'))).code).toBe('rate_limited')
  })
})

describe('an address', () => {
  const app = new Hono<AppEnv>().get('/', (c) => c.text(addressGroupOf(c)))

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['', 'unknown'],
  ])('%j is counted as %s', async (address, group) => {
    const response = await app.request('/', { headers: { 'CF-Connecting-IP': address } })
    expect(await response.text()).toBe(group)
  })
})
