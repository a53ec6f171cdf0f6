import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../../functions/service/platform/isolate.ts'
import { leaseMilliseconds } from '../../../../../functions/service/runs/executor.ts'
import { runScheduled } from '../../../../../functions/service/system/scheduled.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { type Fault, faultyDatabase } from '../../../../support/worker/faulty-database.ts'
import { settableClock } from '../../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../../support/worker/stored-bytes.ts'
import { csvOfOnePart, jsonUpload, uploadJson, withSmallBound } from '../../../../support/worker/uploads.ts'

const hour = 3_600_000
const csv = { 'Content-Type': 'text/csv' }
const uploadPath = '/api/v1/datasets?name=a&adapter=bank:a'

/** A tenant, and clients of it over databases with faults. */
async function scene() {
  const clock = settableClock()
  const { secret, ...tenant } = await createTestApp({ now: clock.now, ...withSmallBound }).newTenant()
  const through = (...faults: readonly Fault[]) =>
    createTestApp({ now: clock.now, ...withSmallBound, env: { DB: faultyDatabase(env.DB, faults) } }).clientWith({
      'X-API-Key': secret,
    })
  const sweep = () => runScheduled(env, createIsolate({ now: clock.now, log: () => undefined }))
  const expectRight = async () => expect(await countedOf(tenant.tenantId)).toEqual(await summedOf(tenant.tenantId))
  return { ...tenant, clock, through, sweep, expectRight }
}

describe('what a tenant is counted to keep', () => {
  it('is the sum of what it keeps after uploads, runs, their failures and sweeps', async () => {
    const { client, tenantId, clock, sweep, expectRight } = await scene()
    await uploadJson(client)
    expect((await client.post(uploadPath, csvOfOnePart(), csv)).status).toBe(201)
    await client.post(uploadPath, `${csvOfOnePart()}a;b;c;d;e;f\n`, csv)
    await makeRun(client)
    const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
    await makeRun(client, { rules, tables: { customers: { a: '1' } } })
    const { bytes } = await countedOf(tenantId)
    const limit = (settings: object) =>
      env.DB.prepare('UPDATE tenants SET settings = ? WHERE id = ?').bind(JSON.stringify(settings), tenantId).run()
    await limit({ storageBytes: bytes + 3_000 })
    expect(await makeRun(client)).toMatchObject({ status: 'failed' })
    await limit({})
    await expectRight()
    expect(await countedOf(tenantId)).toMatchObject({ datasets: 2, runs: 3, failed: 1 })
    clock.advance(2 * hour)
    await sweep()
    await expectRight()
  })

  it.each([
    ['an upload', /insert into "datasets"/i],
    ['a part of an upload', /insert into "dataset_chunks"/i],
    ['the removal of a part', /delete from "dataset_chunks"/i],
  ])('counts nothing twice and loses nothing when the acknowledgement of %s is lost', async (_, matches) => {
    const { through, clock, sweep, expectRight } = await scene()
    const broken = through({ matches, when: 'after' }, { matches, when: 'after' })
    await broken.post(uploadPath, csvOfOnePart(), { ...csv, 'Idempotency-Key': 'one' })
    await broken.post(uploadPath, `${csvOfOnePart()}a;b;c;d;e;f\n`, csv)
    await broken.post('/api/v1/datasets', jsonUpload, { 'Idempotency-Key': 'two' })
    await broken.post('/api/v1/datasets', jsonUpload, { 'Idempotency-Key': 'two' })
    await expectRight()
    clock.advance(2 * hour)
    await sweep()
    await expectRight()
  })

  it.each([
    ['the run', /insert into "runs"/i],
    ['its chunks', /insert into "result_chunks"/i],
    ['its seal', /update "tenant_logs"/i],
  ])('is right when the acknowledgement of %s is lost, and its executor dies', async (_, matches) => {
    const { client, tenantId, through, clock, sweep, expectRight } = await scene()
    await through({ matches, when: 'after' }, { matches: /select .* from "runs"/i, when: 'before', times: 9 }).post(
      '/api/v1/runs',
      demoRun,
      { 'Idempotency-Key': 'one' },
    )
    await expectRight()
    clock.advance(leaseMilliseconds)
    await sweep()
    const { status } = await client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': 'one' })
    expect(status).toBe(201)
    clock.advance(2 * hour)
    await sweep()
    await expectRight()
    expect(await countedOf(tenantId)).toMatchObject({ runs: 1, failed: 0 })
  })
})
