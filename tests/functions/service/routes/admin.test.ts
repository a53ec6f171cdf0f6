import { describe, expect, it } from 'vitest'
import { scopes } from '../../../../schema/key.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const path = '/api/v1/admin/tenants'

function adminApp(env: NonNullable<Parameters<typeof createTestApp>[0]>['env'] = {}) {
  const app = createTestApp({ env })
  return { app, admin: app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' }) }
}

describe('POST /admin/tenants', () => {
  it('makes a tenant whose first key has every scope but those that its administrators give', async () => {
    const { app, admin } = adminApp()
    const response = await admin.post(path, { name: 'Acme', plan: 'growth', settings: { quotaPerHour: 7 } })
    expect(response.status).toBe(201)
    const { tenant, key } = await response.json<{ tenant: { id: string }; key: { secret: string; scopes: string[] } }>()
    expect(tenant).toMatchObject({ name: 'Acme', plan: 'growth', settings: { quotaPerHour: 7 } })
    expect(tenant.id).toMatch(/^ten_[0-9a-z]{26}$/)
    expect(key.scopes).toEqual(scopes.filter((scope) => !['members:manage', 'items:approve'].includes(scope)))
    const { headers } = await app.clientWith({ 'X-API-Key': key.secret }).get('/api/v1/keys')
    expect(headers.get('RateLimit-Policy')).toBe('"burst";q=3000;w=60, "quota";q=7;w=3600')
  })

  it('is on the free plan without settings unless told otherwise', async () => {
    const { admin } = adminApp()
    const { tenant } = await (await admin.post(path, { name: 'Acme' })).json<{ tenant: object }>()
    expect(tenant).toMatchObject({ plan: 'free', settings: {} })
  })

  it('makes the tenant’s empty log with it', async () => {
    const { app, admin } = adminApp()
    const { tenant } = await (await admin.post(path, { name: 'Acme' })).json<{ tenant: { id: string } }>()
    const log = await app.env.DB.prepare('SELECT * FROM tenant_logs WHERE tenant_id = ?').bind(tenant.id).first()
    expect(log).toEqual({
      tenant_id: tenant.id,
      diverged: null,
      indexed_size: 0,
      index_due_at: 0,
      set_aside: null,
      unpublished: null,
      size: 0,
      frontier: '[]',
      root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      previous: '0'.repeat(64),
    })
  })

  it('is one round trip', async () => {
    const { app, admin } = adminApp()
    await admin.post(path, { name: 'Acme' })
    expect(app.recorder.roundTrips).toBe(1)
  })

  it.each([
    [{}, '/name'],
    [{ name: 'a', plan: 'platinum' }, '/plan'],
    [{ name: 'a', settings: { burst: 1 } }, '/settings/burst'],
    [{ name: 'a', settings: { burstPerMinute: 0 } }, '/settings/burstPerMinute'],
  ])('refuses %j', async (body, pointer) => {
    const { admin } = adminApp()
    expect(await problemOf(admin.post(path, body))).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
  })

  it('is refused without the admin key, and with a wrong one, before the body is read', async () => {
    const { app } = adminApp()
    expect(await problemOf(app.client.post(path, 'x'))).toMatchObject({ status: 401, code: 'admin_key_missing' })
    const wrong = app.clientWith({ 'X-Admin-Key': `${app.env.ADMIN_KEY}x` })
    expect(await problemOf(wrong.post(path, 'x'))).toMatchObject({ status: 401, code: 'admin_key_invalid' })
    expect(app.recorder.calls).toEqual([])
  })

  it('is not opened by an API key', async () => {
    const { app } = adminApp()
    const { client } = await app.newTenant()
    expect((await problemOf(client.post(path, { name: 'a' }))).code).toBe('admin_key_missing')
  })

  it('stops taking keys from an address after too many wrong ones', async () => {
    const { app } = adminApp()
    const wrong = app.clientWith({ 'X-Admin-Key': 'wrong', 'CF-Connecting-IP': '2001:db8::1' })
    for (let attempt = 0; attempt < 120; attempt++) await wrong.post(path, {})
    const sameNetwork = app.clientWith({ 'X-Admin-Key': 'wrong', 'CF-Connecting-IP': '2001:db8::ffff' })
    expect((await problemOf(sameNetwork.post(path, {}))).code).toBe('rate_limited')
    const elsewhere = app.clientWith({ 'X-Admin-Key': 'wrong', 'CF-Connecting-IP': '2001:db8:1::1' })
    expect((await problemOf(elsewhere.post(path, {}))).code).toBe('admin_key_invalid')
  })

  it.each([undefined, '', 'x'.repeat(31)])('is not there when ADMIN_KEY is %j', async (key) => {
    const { app } = adminApp({ ADMIN_KEY: key })
    const client = app.clientWith({ 'X-Admin-Key': key ?? 'x' })
    expect(await problemOf(client.post(path, { name: 'a' }))).toMatchObject({ status: 404, code: 'route_not_found' })
    expect((await problemOf(client.get(path))).code).toBe('route_not_found')
    expect((await client.send(path, { method: 'OPTIONS' })).status).toBe(404)
    const { paths } = await (await client.get('/api/v1/openapi.json')).json<{ paths: object }>()
    expect(Object.keys(paths)).not.toContain(path)
  })

  it('is there from 32 characters on', async () => {
    const { admin } = adminApp({ ADMIN_KEY: 'x'.repeat(32) })
    expect((await admin.post(path, { name: 'a' })).status).toBe(201)
  })
})
