import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import type { TenantRecord } from '../../../../schema/tenant.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { operatorOf, tenantsPath } from '../../../support/worker/operator.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

describe('GET /admin/tenants', () => {
  it('lists every tenant once, newest first, page by page', async () => {
    const app = createTestApp()
    const made = [await app.newTenant(), await app.newTenant({ plan: 'free' }), await app.newTenant()]
    const { client } = operatorOf()
    const seen: TenantRecord[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`
      const page: { data: TenantRecord[]; nextCursor: string | null } = await (
        await client.get(`${tenantsPath}${query}`)
      ).json()
      seen.push(...page.data)
      cursor = page.nextCursor
    } while (cursor !== null)
    const ids = seen.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toEqual(expect.arrayContaining(made.map(({ tenantId }) => tenantId)))
  })

  it('shows a tenant with what it keeps', async () => {
    const { client, tenantId } = await createTestApp().newTenant({ plan: 'starter' })
    await makeRun(client)
    const tenant = await (await operatorOf().client.get(`${tenantsPath}/${tenantId}`)).json<TenantRecord>()
    expect(tenant).toMatchObject({ id: tenantId, plan: 'starter', suspendedAt: null, deletedAt: null })
    expect(tenant.storage).toMatchObject({ limitBytes: 1_000_000_000, datasets: 0, runs: 1 })
    expect(tenant.storage.usedBytes).toBeGreaterThan(0)
  })

  it.each(['GET', 'PATCH', 'DELETE'])('knows no other tenant: %s', async (method) => {
    const { client } = operatorOf()
    const init = method === 'PATCH' ? { body: '{"name":"a"}', headers: { 'Content-Type': 'application/json' } } : {}
    expect((await problemOf(client.send(`${tenantsPath}/ten_x`, { method, ...init }))).code).toBe('tenant_not_found')
  })

  it.each([
    ['GET', tenantsPath],
    ['GET', `${tenantsPath}/x`],
    ['PATCH', `${tenantsPath}/x`],
    ['DELETE', `${tenantsPath}/x`],
    ['GET', '/api/v1/admin/export?tenant=x'],
  ])('is for the operator alone: %s %s', async (method, path) => {
    const { client } = await createTestApp().newTenant()
    expect((await problemOf(client.send(path, { method }))).code).toBe('admin_key_missing')
  })
})

describe('PATCH /admin/tenants/{id}', () => {
  it('changes what it names and leaves the rest', async () => {
    const { tenantId } = await createTestApp().newTenant({ settings: { quotaPerHour: 9, burstPerMinute: 8 } })
    const { change } = operatorOf()
    expect(await change(tenantId, { name: 'New', plan: 'scale' })).toMatchObject({
      name: 'New',
      plan: 'scale',
      settings: { quotaPerHour: 9, burstPerMinute: 8 },
    })
    const settings = { burstPerMinute: null, storageBytes: 5 }
    const changed = await change(tenantId, { settings })
    expect(changed.settings).toEqual({ quotaPerHour: 9, storageBytes: 5 })
    expect(changed).toMatchObject({ name: 'New', storage: { limitBytes: 5 } })
  })

  it.each([
    [{}, ''],
    [{ plan: 'platinum' }, '/plan'],
    [{ settings: { storageBytes: -1 } }, '/settings/storageBytes'],
    [{ settings: { unknown: 1 } }, '/settings/unknown'],
  ])('refuses %j', async (change, pointer) => {
    const { tenantId } = await createTestApp().newTenant()
    const problem = await problemOf(operatorOf().patch(tenantId, change))
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
  })
})

describe('a suspended tenant', () => {
  it('is refused within ten seconds, and let in again as soon after', async () => {
    const clock = settableClock()
    const { client, tenantId } = await createTestApp({ now: clock.now }).newTenant()
    const { change } = operatorOf({ now: clock.now })
    expect((await change(tenantId, { suspended: true })).suspendedAt).not.toBeNull()
    clock.advance(10_000)
    expect(await problemOf(client.get('/api/v1/runs'))).toMatchObject({ status: 403, code: 'tenant_suspended' })
    expect((await change(tenantId, { suspended: false })).suspendedAt).toBeNull()
    clock.advance(10_000)
    expect((await client.get('/api/v1/runs')).status).toBe(200)
  })

  it('has its queued runs wait until it is let in again', async () => {
    const clock = settableClock()
    const DB = faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before' }])
    const { client, tenantId } = await createTestApp({ now: clock.now, env: { DB } }).newTenant()
    const location = (await client.post('/api/v1/runs', demoRun)).headers.get('Location') ?? ''
    const { change } = operatorOf({ now: clock.now })
    await change(tenantId, { suspended: true })
    clock.advance(leaseMilliseconds)
    const isolate = createIsolate({ now: clock.now, log: () => undefined })
    await runScheduled(env, isolate)
    await change(tenantId, { suspended: false })
    const status = async () => (await (await client.get(location)).json<RunRecord>()).status
    expect(await status()).toBe('queued')
    await runScheduled(env, isolate)
    expect(await status()).toBe('completed')
  })
})
