import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { makeReplay } from '../../../support/worker/replays.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

const csv = 'id,date,amount,currency,end_to_end_id\nt1,2026-03-02,100.00,EUR,E-1\n'
const statement = {
  name: 'Statement',
  adapter: 'bank',
  records: [{ id: 's1', date: '2026-03-02', amount: '100', currency: 'EUR', attributes: { endToEndId: 'E-1' } }],
}
const body = {
  name: 'By end to end id',
  sourceAdapter: 'bank',
  targetAdapter: 'ledger',
  rules: [{ id: 'e2e', match: [{ field: 'attributes.endToEndId' }] }],
}
const absent = {
  code: 'absent_field',
  side: 'target',
  detail:
    'Rule e2e reads attributes.endToEndId, which no record of target has; the nearest it has is attributes.end_to_end_id.',
}

async function tenantWith(options?: Parameters<typeof createTestApp>[0]) {
  const app = createTestApp(options)
  const tenant = await app.newTenant()
  await uploadJson(tenant.client, statement)
  const query = '?name=Ledger&adapter=ledger&format=csv'
  expect((await tenant.client.post(`/api/v1/datasets${query}`, csv, { 'Content-Type': 'text/csv' })).status).toBe(201)
  app.recorder.reset()
  return { ...app, ...tenant }
}

describe('a run whose rule reads a field that a side does not have', () => {
  it('says so, wherever it is shown', async () => {
    const { client } = await tenantWith()
    const run = await makeRun(client, body)
    expect(run).toMatchObject({ status: 'completed', summary: { matchCount: 0 }, warnings: [absent] })
    expect(await (await client.get(run.links.self)).json()).toEqual(run)
    expect(await (await client.get('/api/v1/runs')).json()).toMatchObject({ data: [{ warnings: [absent] }] })
  })

  it('is answered again byte for byte', async () => {
    const { client } = await tenantWith()
    const post = () => client.post('/api/v1/runs', body, { 'Idempotency-Key': 'once' })
    const first = await (await post()).text()
    const again = await post()
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await again.text()).toBe(first)
    expect(first).toContain('"absent_field"')
  })

  it('takes as many round trips as one that has nothing to say', async () => {
    const { client, recorder } = await tenantWith()
    await makeRun(client, { ...body, rules: [{ field: 'amount', tolerance: 0 }] })
    const roundTrips = recorder.roundTrips
    recorder.reset()
    expect((await makeRun(client, body)).warnings).toHaveLength(1)
    expect(recorder.roundTrips).toBe(roundTrips)
  })

  it('says so once when it is taken up again after its seal failed', async () => {
    const clock = settableClock()
    const faults = [{ matches: /update "tenant_logs"/i, when: 'before' as const }]
    const { client, isolate } = await tenantWith({ now: clock.now, env: { DB: faultyDatabase(env.DB, faults) } })
    const failed = await client.post('/api/v1/runs', body)
    expect(failed.status).toBe(503)
    clock.advance(leaseMilliseconds)
    await runScheduled(env, isolate)
    const run = await (await client.get(failed.headers.get('Location') ?? '')).json<RunRecord>()
    expect(run).toMatchObject({ status: 'completed', warnings: [absent] })
  })

  it('says it beside what was known of its sides', async () => {
    const { client } = await tenantWith()
    const rules = [{ id: 'stores', match: [{ field: 'attributes.stroe' }] }]
    const run = await makeRun(client, { ...body, targetAdapter: 'erp', rules })
    expect(run.warnings).toMatchObject([
      { code: 'no_dataset', side: 'target' },
      { code: 'absent_field', side: 'source' },
    ])
    expect((await makeReplay(client, run)).run.warnings).toEqual(run.warnings)
  })
})

describe('a replay', () => {
  it('has the warnings of the rules that it is executed by', async () => {
    const { client } = await tenantWith()
    const run = await makeRun(client, body)
    const { run: same, replay } = await makeReplay(client, run)
    expect([same.warnings, replay.identical]).toEqual([[absent], true])
    const match = [{ sourceField: 'attributes.endToEndId', targetField: 'attributes.end_to_end_id' }]
    const { run: mended } = await makeReplay(client, run, { rules: [{ id: 'e2e', match }] })
    expect(mended).toMatchObject({ warnings: [], summary: { matchCount: 1 } })
  })
})
