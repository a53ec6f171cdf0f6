import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { type Deletions, sweepTenants } from '../../../../functions/service/tenants/sweep-tenants.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { operatorOf } from '../../../support/worker/operator.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'
import { countedOf } from '../../../support/worker/stored-bytes.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

const hour = 3_600_000
const day = 24 * hour

/** A tenant with a retention, and a sweep that only notes what it would remove. */
async function scene(retentionDays?: number) {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now })
  const tenant = await app.newTenant(retentionDays === undefined ? {} : { settings: { retentionDays } })
  const sweep = async (extra: Partial<Deletions> = {}): Promise<readonly string[]> => {
    const removed: string[] = []
    const isolate = createIsolate({ now: clock.now, log: () => undefined })
    await sweepTenants(
      { db: queries(env.DB), isolate, env },
      {
        deleteRun: async (_, { tenantId, runId }) => tenantId === tenant.tenantId && removed.push(runId),
        deleteDataset: async (_, { tenantId, datasetId }) => tenantId === tenant.tenantId && removed.push(datasetId),
        ...extra,
      },
    ).catch(() => removed.push('fault'))
    return removed
  }
  return { ...tenant, app, clock, sweep }
}

describe('the retention of a tenant', () => {
  it('is applied by the scheduled handler, as if somebody had asked for each deletion', async () => {
    const { client, tenantId, clock } = await scene(1)
    const { id } = await uploadJson(client)
    const run = await makeRun(client)
    clock.advance(2 * day)
    await runScheduled(env, createIsolate({ now: clock.now, log: () => undefined }))
    expect((await problemOf(client.get(run.links.self))).code).toBe('records_deleted')
    expect((await problemOf(client.get(`/api/v1/datasets/${id}`))).status).not.toBe(200)
    expect(await countedOf(tenantId)).toEqual({ bytes: 0, datasets: 0, runs: 0, failed: 0 })
  })

  it('removes runs and datasets that are older, runs first, and leaves younger ones', async () => {
    const { client, clock, sweep } = await scene(30)
    const dataset = await uploadJson(client)
    const run = await makeRun(client)
    clock.advance(day)
    await makeRun(client)
    await uploadJson(client)
    clock.advance(30 * day - 1_000)
    expect(await sweep()).toEqual([run.id, dataset.id])
  })

  it('removes nothing of a tenant without one', async () => {
    const { client, clock, sweep } = await scene()
    await makeRun(client)
    clock.advance(10_000 * day)
    expect(await sweep()).toEqual([])
  })

  it('holds from the sweep after it was set, and not after it was taken away', async () => {
    const { client, tenantId, clock, sweep } = await scene()
    const run = await makeRun(client)
    clock.advance(2 * day)
    const { change } = operatorOf({ now: clock.now })
    await change(tenantId, { settings: { retentionDays: 1 } })
    expect(await sweep()).toEqual([run.id])
    await change(tenantId, { settings: { retentionDays: null } })
    clock.advance(hour)
    expect(await sweep()).toEqual([])
  })

  it('leaves a dataset that an unfinished run is pinned to, and the run, for later', async () => {
    const { client, secret, clock, sweep } = await scene(1)
    const { id } = await uploadJson(client)
    const DB = faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before' }])
    const broken = createTestApp({ now: clock.now, env: { DB } }).clientWith({ 'X-API-Key': secret })
    const run = await broken.post('/api/v1/runs', { ...demoRun, sourceAdapter: `dataset:${id}` })
    expect(run.status).toBe(503)
    clock.advance(2 * day)
    expect(await sweep()).toEqual([])
    await env.DB.prepare("UPDATE runs SET status = 'failed' WHERE status = 'queued'").run()
    clock.advance(hour)
    expect(await sweep()).toEqual([run.headers.get('Location')?.split('/').at(-1), id])
  })

  it('is looked at once an hour, and ten minutes after a fault', async () => {
    const { client, clock, sweep } = await scene(1)
    const { id } = await makeRun(client)
    clock.advance(2 * day)
    const deleteRun = async () => {
      throw new Error('gone')
    }
    expect(await sweep({ deleteRun })).toEqual(['fault'])
    expect(await sweep()).toEqual([])
    clock.advance(hour / 6)
    expect(await sweep()).toEqual([id])
    expect(await sweep()).toEqual([])
    clock.advance(hour)
    expect(await sweep()).toEqual([id])
  })

  it('goes on behind any number of datasets that cannot be deleted, and names them', async () => {
    const { client, tenantId, clock } = await scene(1)
    const spoilt: string[] = []
    for (let count = 0; count < 22; count += 1) spoilt.push((await uploadJson(client)).id)
    await env.DB.prepare("UPDATE datasets SET root = 'x' WHERE tenant_id = ?").bind(tenantId).run()
    clock.advance(1_000)
    const sound = await uploadJson(client)
    clock.advance(2 * day)
    const lines: string[] = []
    const isolate = createIsolate({ now: clock.now, log: (line) => lines.push(line) })
    await runScheduled(env, isolate)
    expect((await problemOf(client.get(`/api/v1/datasets/${sound.id}`))).code).toBe('records_deleted')
    const told = lines.map((line) => JSON.parse(line))
    const named = told.filter(({ scheduled }) => scheduled === 'retention')
    expect(named.map(({ id }) => id).sort()).toEqual(spoilt.sort())
    expect(named[0]).toMatchObject({ tenant: tenantId, error: 'ProblemError' })
    expect(told.filter(({ failed }) => failed?.includes('sweep_tenants'))).toHaveLength(1)
    const { length } = lines
    clock.advance(hour / 12)
    await runScheduled(env, isolate)
    expect(lines.slice(length).filter((line) => line.includes('"retention"'))).toEqual([])
  })
})
