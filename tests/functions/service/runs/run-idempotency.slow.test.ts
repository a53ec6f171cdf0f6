import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { type Fault, faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const path = '/api/v1/runs'
const dayMilliseconds = 24 * 60 * 60 * 1000

async function tenantWith(faults: readonly Fault[] = []) {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now, env: { DB: faultyDatabase(env.DB, faults) } })
  const tenant = await app.newTenant()
  const post = (key: string, body: object = demoRun) => tenant.client.post(path, body, { 'Idempotency-Key': key })
  return { ...tenant, app, clock, post }
}

async function runCountOf(tenantId: string): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS count FROM runs WHERE tenant_id = ?')
    .bind(tenantId)
    .first<{ count: number }>()
  return row?.count ?? 0
}

const storingTheRun = /insert into "runs"/i
const sealing = /update "tenant_logs"/i
const starting = /update "runs"/i

describe('POST /runs with an Idempotency-Key', () => {
  it('answers a new key with 201', async () => {
    const { post } = await tenantWith()
    expect((await post('new')).status).toBe(201)
  })

  it('answers the same request again byte for byte', async () => {
    const { post, tenantId } = await tenantWith()
    const first = await post('again')
    const second = await post('again')
    expect(second.status).toBe(201)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(first.headers.get('Idempotent-Replayed')).toBeNull()
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
    expect(await second.text()).toBe(await first.text())
    expect(await runCountOf(tenantId)).toBe(1)
  })

  it('takes the quoted and the bare form as one key', async () => {
    const { post } = await tenantWith()
    await post('8e03978e')
    expect((await post('"8e03978e"')).headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('makes one run of 20 requests at once', async () => {
    const { post, tenantId } = await tenantWith()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('race')))
    expect(await runCountOf(tenantId)).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })

  it('answers 409 while the first request is still executing', async () => {
    const { post } = await tenantWith([{ matches: starting, when: 'before' }])
    await post('busy')
    const response = await post('busy')
    expect(response.headers.get('Retry-After')).toBe(String(leaseMilliseconds / 1000))
    expect((await problemOf(response)).code).toBe('idempotency_key_in_use')
  })

  it('says after a killed run when it is taken up, and answers with it then', async () => {
    const { post, clock } = await tenantWith([{ matches: sealing, when: 'before', times: 2 }])
    expect((await post('killed')).status).toBe(503)
    for (const pause of [3_400, 0]) {
      clock.advance(pause)
      const early = await post('killed')
      expect((await problemOf(early)).code).toBe('idempotency_key_in_use')
      clock.advance(Number(early.headers.get('Retry-After')) * 1000)
      if (pause > 0) expect((await post('killed')).status).toBe(503)
    }
    expect(await (await post('killed')).json()).toMatchObject({ status: 'completed' })
  })

  it('takes the run up once its lease has expired, and answers with it', async () => {
    const { post, clock, tenantId } = await tenantWith([{ matches: starting, when: 'before' }])
    const lost = await post('take-up')
    clock.advance(leaseMilliseconds)
    const response = await post('take-up')
    const run = await response.json<RunRecord>()
    expect(response.status).toBe(201)
    expect(run).toMatchObject({ status: 'completed', links: { self: lost.headers.get('Location') } })
    expect(await runCountOf(tenantId)).toBe(1)
  })

  it('replays a run that was taken up, byte for byte', async () => {
    const { post, clock } = await tenantWith([{ matches: starting, when: 'before' }])
    await post('take-up')
    clock.advance(leaseMilliseconds)
    const first = await (await post('take-up')).text()
    expect(await (await post('take-up')).text()).toBe(first)
  })

  it.each([
    ['another name', { ...demoRun, name: 'Other' }],
    ['another adapter', { ...demoRun, targetAdapter: 'erp' }],
    ['other rules', { ...demoRun, rules: [{ field: 'reference' }] }],
  ])('refuses the key for %s and leaves the first run as it was', async (_, body) => {
    const { post, client } = await tenantWith()
    const run = await (await post('reused')).json<RunRecord>()
    expect((await problemOf(post('reused', body))).code).toBe('idempotency_key_reused')
    expect((await problemOf(post('reused', body))).code).toBe('idempotency_key_reused')
    expect(await (await client.get(run.links.self)).json()).toEqual(run)
  })

  it('refuses the key for another endpoint', async () => {
    const { post, client } = await tenantWith()
    await post('elsewhere')
    const upload = { name: 'Mine', adapter: 'bank', records: [{ id: 'a', amount: '1', currency: 'EUR' }] }
    const response = client.post('/api/v1/datasets', upload, { 'Idempotency-Key': 'elsewhere' })
    expect((await problemOf(response)).code).toBe('idempotency_key_reused')
  })

  it('keeps the keys of two tenants apart', async () => {
    const { post, app } = await tenantWith()
    const other = await app.newTenant()
    const mine = await (await post('shared')).json<RunRecord>()
    const response = await other.client.post(path, demoRun, { 'Idempotency-Key': 'shared' })
    expect(response.headers.get('Idempotent-Replayed')).toBeNull()
    expect((await response.json<RunRecord>()).id).not.toBe(mine.id)
  })

  it('makes a new run when the key has expired', async () => {
    const { post, clock, tenantId } = await tenantWith()
    await post('old')
    clock.advance(dayMilliseconds)
    const response = await post('old')
    expect(response.headers.get('Idempotent-Replayed')).toBeNull()
    expect(await runCountOf(tenantId)).toBe(2)
  })

  it('stores nothing for a request that is refused, and leaves the key free', async () => {
    const { post } = await tenantWith()
    expect((await post('free', { ...demoRun, sourceAdapter: 'dataset:dat_none' })).status).toBe(404)
    const response = await post('free')
    expect([response.status, response.headers.get('Idempotent-Replayed')]).toEqual([201, null])
  })

  it('replays a run that failed', async () => {
    const { post, tenantId } = await tenantWith()
    const records = manyRecords(2)
    const id = await seedDataset(tenantId, { adapter: 'bank', records })
    await env.DB.prepare('DELETE FROM dataset_chunks WHERE tenant_id = ? AND dataset_id = ?').bind(tenantId, id).run()
    const body = { ...demoRun, sourceAdapter: 'bank' }
    const first = await post('fails', body)
    const second = await post('fails', body)
    const text = await first.text()
    expect([first.status, second.status]).toEqual([201, 201])
    expect(JSON.parse(text)).toMatchObject({ status: 'failed' })
    expect(await second.text()).toBe(text)
  })

  it('refuses an empty key', async () => {
    const { post } = await tenantWith()
    expect((await problemOf(post('""'))).code).toBe('idempotency_key_invalid')
  })
})

describe('POST /runs without a key', () => {
  it('makes a new run each time', async () => {
    const { client, tenantId } = await tenantWith()
    await client.post(path, demoRun)
    await client.post(path, demoRun)
    expect(await runCountOf(tenantId)).toBe(2)
  })

  it('is refused for a tenant that demands one', async () => {
    const { client } = await createTestApp().newTenant({ settings: { idempotencyKeyRequired: true } })
    expect((await problemOf(client.post(path, demoRun))).code).toBe('idempotency_key_required')
  })
})

describe('POST /runs when D1 fails', () => {
  it('before the claim: 503, nothing stored, and a blind retry makes the run', async () => {
    const { post, tenantId } = await tenantWith([{ matches: storingTheRun, when: 'before' }])
    const lost = await post('blind')
    expect([lost.status, lost.headers.get('Location')]).toEqual([503, null])
    expect((await post('blind')).status).toBe(201)
    expect(await runCountOf(tenantId)).toBe(1)
  })

  it('after the claim was committed: the run is found and answered with', async () => {
    const { post, tenantId } = await tenantWith([{ matches: storingTheRun, when: 'after' }])
    const first = await post('lost acknowledgement')
    expect(first.status).toBe(201)
    const second = await post('lost acknowledgement')
    expect(await second.text()).toBe(await first.text())
    expect(await runCountOf(tenantId)).toBe(1)
  })

  it('after the claim was committed and from then on: 503, and one run in the end', async () => {
    const { post, clock, tenantId } = await tenantWith([
      { matches: storingTheRun, when: 'after' },
      { matches: starting, when: 'before' },
    ])
    expect((await post('double')).status).toBe(503)
    clock.advance(leaseMilliseconds)
    expect((await post('double')).status).toBe(201)
    expect(await runCountOf(tenantId)).toBe(1)
  })

  it('after the run was stored: 503 that says where it is and when to come back', async () => {
    const { post, clock, client } = await tenantWith([{ matches: sealing, when: 'before' }])
    const lost = await post('unsealed')
    const location = lost.headers.get('Location') ?? ''
    expect(lost.headers.get('Retry-After')).toBe(String(leaseMilliseconds / 1000))
    expect((await problemOf(lost)).code).toBe('storage_unavailable')
    expect((await problemOf(post('unsealed'))).code).toBe('idempotency_key_in_use')
    clock.advance(leaseMilliseconds)
    expect(await (await post('unsealed')).json()).toMatchObject({ status: 'completed', links: { self: location } })
    expect((await client.get(location)).status).toBe(200)
  })

  it('while sealing, after it was committed: 201, and one receipt', async () => {
    const { post, tenantId } = await tenantWith([{ matches: sealing, when: 'after' }])
    expect((await post('sealed')).status).toBe(201)
    const size = await env.DB.prepare('SELECT size FROM tenant_logs WHERE tenant_id = ?').bind(tenantId).first('size')
    expect(size).toBe(1)
  })
})
