import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runScheduled } from '../../../../../functions/service/system/scheduled.ts'
import type { TenantRecord, UsageRecord } from '../../../../../schema/tenant.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { operatorOf, tenantsPath } from '../../../../support/worker/operator.ts'
import { settableClock } from '../../../../support/worker/readers.ts'
import { makeRun } from '../../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../../support/worker/stored-bytes.ts'
import { jsonUpload, uploadJson } from '../../../../support/worker/uploads.ts'

const hour = 3_600_000

/** A tenant with a dataset with statements, one that it is receiving, and runs. */
async function keepingTenant() {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now })
  const tenant = await app.newTenant()
  const { id } = await uploadJson(tenant.client)
  await env.DB.prepare(`UPDATE datasets SET statements = '[{}]' WHERE id = ?`).bind(id).run()
  const upload = { name: 'a', adapter: 'bank:a', byteCount: 1_000 }
  expect((await tenant.client.post('/api/v1/datasets/uploads', upload)).status).toBe(201)
  await makeRun(tenant.client)
  const sweep = async () => {
    clock.advance(60_000)
    const { length } = app.logLines
    await runScheduled(app.env, app.isolate)
    const lines = app.logLines.slice(length).map((line) => JSON.parse(line))
    return lines.filter(({ recounted }) => recounted === tenant.tenantId)
  }
  const set = (sql: string) =>
    env.DB.prepare(`UPDATE tenant_storage SET ${sql} WHERE tenant_id = ?`).bind(tenant.tenantId).run()
  const change = (table: string, sql: string) =>
    env.DB.prepare(`UPDATE ${table} SET ${sql} WHERE tenant_id = ?`).bind(tenant.tenantId).run()
  return { ...tenant, app, clock, sweep, set, change }
}

describe('counts of what a tenant keeps', () => {
  it.each([
    ['dataset_chunks', "text = text || 'more'"],
    ['dataset_chunks', 'object_length = 500'],
    ['result_chunks', "text = ''"],
    ['result_chunks', 'object_length = 70'],
    ['runs', "rules = rules || ' '"],
    ['runs', 'reserved_bytes = 9'],
    ['uploads', 'reserved_bytes = 9'],
    ['datasets', "statements = '[{},{}]'"],
    ['datasets', 'statements = NULL'],
    ['datasets', "state = 'receiving'"],
  ])('follow a change of %s by hand: %s', async (table, sql) => {
    const { tenantId, change } = await keepingTenant()
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    const before = await countedOf(tenantId)
    await change(table, sql)
    expect(await countedOf(tenantId)).not.toEqual(before)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })

  it('that fell below zero are shown as none, and counted anew by the next sweep, which says so', async () => {
    const { client, tenantId, sweep, set } = await keepingTenant()
    await sweep()
    await set('stored_bytes = -10, dataset_count = -1, run_count = -2, failed_run_count = -1')
    const usage = await (await client.get('/api/v1/usage')).json<UsageRecord>()
    expect(usage.storage).toMatchObject({ usedBytes: 0, datasets: 0, runs: 0 })
    const tenant = await (await operatorOf().client.get(`${tenantsPath}/${tenantId}`)).json<TenantRecord>()
    expect(tenant.storage).toMatchObject({ usedBytes: 0, datasets: 0, runs: 0 })
    const right = await summedOf(tenantId)
    expect(await sweep()).toEqual([
      {
        recounted: tenantId,
        was: { storedBytes: -10, datasetCount: -1, runCount: -2, failedRunCount: -1 },
        is: { storedBytes: right.bytes, datasetCount: 1, runCount: 1, failedRunCount: 0 },
      },
    ])
    expect(await countedOf(tenantId)).toEqual(right)
  })

  it('that do not fit are found within a day, and counted in the metrics', async () => {
    const { tenantId, sweep, set, clock, app } = await keepingTenant()
    await sweep()
    await set('stored_bytes = stored_bytes + 7')
    clock.advance(23 * hour)
    expect(await sweep()).toEqual([])
    clock.advance(hour)
    expect(await sweep()).toHaveLength(1)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    const metrics = await app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' }).get('/api/v1/metrics')
    expect(await metrics.text()).toMatch(/^tallystick_storage_recounts_total\{.*\} [1-9]/m)
  })

  it('that fit are left as they are', async () => {
    const { tenantId, sweep, clock } = await keepingTenant()
    const before = await countedOf(tenantId)
    for (const step of [0, 25 * hour, 25 * hour]) {
      clock.advance(step)
      expect(await sweep()).toEqual([])
    }
    const { bytes, ...others } = before
    // The upload that never came was removed in between.
    expect(await countedOf(tenantId)).toEqual({ ...others, bytes: bytes - 1_000 })
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })

  it('do not begin at a part of what there is where their row is gone', async () => {
    const { client, tenantId, sweep } = await keepingTenant()
    await env.DB.prepare('DELETE FROM tenant_storage WHERE tenant_id = ?').bind(tenantId).run()
    expect((await client.post('/api/v1/datasets', { ...jsonUpload, adapter: 'bank:b' })).status).toBe(201)
    expect(await sweep()).toHaveLength(1)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })
})
