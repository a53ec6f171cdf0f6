import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Env } from '../../../../functions/service/env.ts'
import { tenantHashOf } from '../../../../functions/service/log/log-signer.ts'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { TenantRecord } from '../../../../schema/tenant.ts'
import { createTestApp, type NewTenant } from '../../../support/worker/client.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { operatorOf, tenantsPath } from '../../../support/worker/operator.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'
import { csvOf, jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'

const hour = 3_600_000
const day = 24 * hour

const tablesOfLines = [
  'api_keys',
  'datasets',
  'dataset_chunks',
  'runs',
  'result_chunks',
  'policy_parts',
  'idempotency_keys',
] as const

async function countsIn(tables: readonly string[], tenantId: string): Promise<readonly number[]> {
  const answers = await env.DB.batch<{ count: number }>(
    tables.map((table) => env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE tenant_id = ?`).bind(tenantId)),
  )
  return answers.map(({ results }) => results[0]?.count ?? 0)
}

/** A tenant that has something in every table, and whoever deletes it. */
async function scene(options: NewTenant = {}) {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now })
  const tenant = await app.newTenant(options)
  await uploadJson(tenant.client)
  const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
  await makeRun(tenant.client, { rules, tables: { customers: { a: '1' } } })
  await tenant.client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': 'one' })
  const { client: operator } = operatorOf({ now: clock.now })
  const sweep = (bindings: Env = app.env) =>
    runScheduled(bindings, createIsolate({ now: clock.now, log: () => undefined }))
  const remove = () => operator.delete(`${tenantsPath}/${tenant.tenantId}`)
  const origin = `${env.LOG_ORIGIN}/${tenantHashOf(tenant.tenantId)}`
  const countBelow = async (prefix: string) => (await env.BUCKET.list({ prefix })).objects.length
  const objects = () => countBelow(`log/${origin}/`)
  const storedOnce = () => countBelow(`once/log/${origin}/`)
  const known = async () => (await operator.get(`${tenantsPath}/${tenant.tenantId}`)).status
  return { ...tenant, clock, remove, sweep, objects, storedOnce, known }
}

const nothing = tablesOfLines.map(() => 0)

describe('DELETE /admin/tenants/{id}', () => {
  it('answers the tenant’s keys like unknown ones within ten seconds, and may be repeated', async () => {
    const { client, clock, remove } = await scene()
    const answer = await remove()
    expect(answer.status).toBe(202)
    const { deletedAt } = await answer.json<TenantRecord>()
    clock.advance(10_000)
    expect(await (await remove()).json()).toMatchObject({ deletedAt })
    expect(await problemOf(client.get('/api/v1/runs'))).toMatchObject({ status: 401, code: 'api_key_invalid' })
  })

  it('removes every line and key, nobody else’s, keeps the log for 90 days, and for good what was signed once', async () => {
    const other = await createTestApp().newTenant()
    await uploadJson(other.client)
    const { tenantId, clock, remove, sweep, objects, storedOnce, known } = await scene()
    expect((await countsIn(tablesOfLines, tenantId)).every((count) => count > 0)).toBe(true)
    await remove()
    await sweep()
    expect(await countsIn(tablesOfLines, tenantId)).toEqual(nothing)
    clock.advance(89 * day)
    await sweep()
    expect(await countsIn(['receipts', 'tenant_logs'], tenantId)).toEqual([2, 1])
    expect(await objects()).toBeGreaterThan(0)
    expect(await known()).toBe(200)
    clock.advance(day)
    for (let calls = 0; calls < 4; calls += 1) await sweep()
    expect([await objects(), await storedOnce()]).toEqual([0, 2])
    expect(await countsIn(['receipts', 'tenant_logs', 'tenant_storage'], tenantId)).toEqual([0, 0, 0])
    expect(await known()).toBe(404)
    expect(await countsIn(['api_keys', 'datasets', 'dataset_chunks'], other.tenantId)).toEqual([1, 1, 1])
  })

  it('keeps the hashes as long as the tenant’s settings say', async () => {
    const { clock, remove, sweep, known } = await scene({ settings: { logRetentionDays: 0 } })
    await remove()
    await sweep()
    clock.advance(hour)
    for (let calls = 0; calls < 4; calls += 1) await sweep()
    expect(await known()).toBe(404)
  })

  it('goes on after each step that failed, whether it was done or not', async () => {
    const { tenantId, clock, remove, sweep, known } = await scene({ settings: { logRetentionDays: 1 } })
    await remove()
    const DB = faultyDatabase(env.DB, [
      { matches: /delete from "dataset_chunks"/i, when: 'before' },
      { matches: /delete from "dataset_chunks"/i, when: 'after' },
      { matches: /delete from "receipts"/i, when: 'after' },
      { matches: /delete from "tenants"/i, when: 'after' },
    ])
    const prefix = new RegExp(tenantHashOf(tenantId))
    const BUCKET = faultyBucket(env.BUCKET, [{ method: 'delete', matches: prefix, when: 'after' }])
    for (let calls = 0; calls < 12; calls += 1) {
      await sweep({ ...env, DB, BUCKET })
      clock.advance(calls === 4 ? day : hour)
    }
    expect(await countsIn([...tablesOfLines, 'receipts', 'tenant_logs'], tenantId)).toEqual([...nothing, 0, 0])
    expect(await known()).toBe(404)
  })

  it('stores nothing more of an upload or a run that is under way at the time', async () => {
    const { tenantId, client, remove, sweep } = await scene()
    await remove()
    await sweep()
    // The isolate still knows the key.
    const upload = client.post('/api/v1/datasets', jsonUpload)
    expect(await problemOf(upload)).toMatchObject({ status: 401, code: 'api_key_invalid' })
    const run = client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': 'two' })
    expect(await problemOf(run)).toMatchObject({ status: 401, code: 'api_key_invalid' })
    expect(await countsIn(tablesOfLines, tenantId)).toEqual(nothing)
  })

  it('stores nothing of an upload that goes on when the tenant is gone', async () => {
    const { tenantId, client, clock, remove, sweep, known } = await scene({ settings: { logRetentionDays: 0 } })
    const goOn = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(csvOf(1)))
        await goOn.promise
        controller.close()
      },
    })
    const path = '/api/v1/datasets?name=a&adapter=bank:a'
    const upload = client.post(path, body, { 'Content-Type': 'text/csv' })
    await remove()
    for (let calls = 0; calls < 6; calls += 1) {
      clock.advance(hour)
      await sweep()
    }
    expect(await known()).toBe(404)
    goOn.resolve()
    expect((await upload).status).toBe(401)
    expect(await countsIn([...tablesOfLines, 'tenant_storage'], tenantId)).toEqual([...nothing, 0])
  })
})
