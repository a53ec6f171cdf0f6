import { Hono } from 'hono'
import { expect, it } from 'vitest'
import type { AppEnv } from '../../../functions/http/app-env.ts'
import { addressGroupOf } from '../../../functions/http/client-address.ts'

const app = new Hono<AppEnv>().get('/', (c) => c.text(addressGroupOf(c)))

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['', 'unknown'],
])('counts %j as %s', async (address, group) => {
  const response = await app.request('/', { headers: { 'CF-Connecting-IP': address } })
  expect(await response.text()).toBe(group)
})
