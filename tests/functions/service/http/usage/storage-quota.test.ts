import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { UsageRecord } from '../../../../../schema/tenant.ts'
import { createTestApp, type TestTenant } from '../../../../support/worker/client.ts'
import { faultyDatabase } from '../../../../support/worker/faulty-database.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../../support/worker/stored-bytes.ts'
import { csvOf, jsonUpload, largeCsv, uploadJson } from '../../../../support/worker/uploads.ts'

const path = '/api/v1/datasets?name=a&adapter=bank:a'
const csv = { 'Content-Type': 'text/csv' }

const limited = (storageBytes: number) => createTestApp().newTenant({ settings: { storageBytes } })

const storageOf = async ({ client }: TestTenant) =>
  (await (await client.get('/api/v1/usage')).json<UsageRecord>()).storage

/** A client of the same tenant in an isolate that knows nothing of the others. */
const elsewhere = ({ secret }: TestTenant, database = env.DB) =>
  createTestApp({ env: { DB: database } }).clientWith({ 'X-API-Key': secret })

describe('the storage quota', () => {
  it('refuses the upload that would pass it, with the figures, and stores nothing of it', async () => {
    const tenant = await limited(30_000)
    const first = await tenant.client.post(path, csvOf(100, 'x'.repeat(100)), csv)
    expect(first.status).toBe(201)
    const { byteCount } = await first.json<{ byteCount: number }>()
    const problem = await problemOf(tenant.client.post(path, csvOf(100, 'x'.repeat(100)), csv))
    expect(problem).toMatchObject({ status: 403, code: 'storage_quota_exceeded' })
    expect(problem.detail).toContain(`uses ${byteCount} of 30000 bytes, and this needs ${byteCount} more`)
    expect(await storageOf(tenant)).toEqual({ usedBytes: byteCount, limitBytes: 30_000, datasets: 1, runs: 0 })
  })

  it('refuses an upload by what it declares before a part of its body is read', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant({ settings: { storageBytes: 1_000 } })
    const problem = await problemOf(client.post(path, csvOf(1), { ...csv, 'Content-Length': '1001' }))
    expect(problem.detail).toContain('uses 0 of 1000 bytes, and this needs 1001 more')
    expect(app.recorder.sql.filter((sql) => /insert/i.test(sql))).toEqual([])
  })

  it('stops an upload of unknown length as it passes what is left', async () => {
    const tenant = await limited(2_000_000)
    const body = new Blob([largeCsv()]).stream()
    expect((await problemOf(tenant.client.post(path, body, csv))).code).toBe('storage_quota_exceeded')
    expect(await countedOf(tenant.tenantId)).toMatchObject({ bytes: 0, datasets: 0 })
  })

  it('is not passed by uploads of many isolates at once', async () => {
    const tenant = await limited(30_000)
    const body = csvOf(40, 'x'.repeat(100))
    const answers = await Promise.all(Array.from({ length: 6 }, () => elsewhere(tenant).post(path, body, csv)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 201, 201, 403, 403, 403])
    expect((await countedOf(tenant.tenantId)).bytes).toBeLessThanOrEqual(30_000)
  })

  it('reserves what the uploads of an isolate declare while they arrive', async () => {
    const { client } = await limited(10_000)
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    let end = (): void => undefined
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        end = () => {
          controller.enqueue(new TextEncoder().encode(csvOf(1)))
          controller.close()
        }
      },
      pull: () => begin(),
    })
    const first = client.post(path, slow, { ...csv, 'Content-Length': '9000' })
    await begun
    const problem = await problemOf(client.post(path, csvOf(1), { ...csv, 'Content-Length': '2000' }))
    expect(problem.detail).toContain('uses 9000 of 10000 bytes')
    end()
    expect((await first).status).toBe(201)
    expect((await client.post(path, csvOf(1), { ...csv, 'Content-Length': '2000' })).status).toBe(201)
  })

  it('lets a retry through that stores nothing', async () => {
    const tenant = await limited(1_000)
    const headers = { 'Idempotency-Key': 'one', 'Content-Length': '900' }
    const body = { ...jsonUpload, records: [{ id: 'a', amount: '1', description: 'x'.repeat(800) }] }
    const lost = faultyDatabase(env.DB, [
      { matches: /insert into "datasets"/i, when: 'after' },
      { matches: /select .* from "datasets"/i, when: 'before' },
    ])
    expect((await elsewhere(tenant, lost).post('/api/v1/datasets', body, headers)).status).toBe(503)
    const retry = await tenant.client.post('/api/v1/datasets', body, headers)
    expect([retry.status, retry.headers.get('Idempotent-Replayed')]).toEqual([201, 'true'])
    expect(await countedOf(tenant.tenantId)).toMatchObject({ datasets: 1 })
  })

  it('holds at once when the operator lowers it, though keys are looked up again later', async () => {
    const tenant = await limited(1_000_000)
    await env.DB.prepare(`UPDATE tenants SET settings = '{"storageBytes":10}' WHERE id = ?`).bind(tenant.tenantId).run()
    expect((await problemOf(tenant.client.post(path, csvOf(1), csv))).code).toBe('storage_quota_exceeded')
  })

  it('is that of the plan where no setting says otherwise', async () => {
    const tenant = await createTestApp().newTenant({ plan: 'free' })
    expect((await storageOf(tenant)).limitBytes).toBe(100_000_000)
  })
})

describe('a run of a tenant without room', () => {
  it('is refused before it is stored', async () => {
    const tenant = await limited(100)
    expect((await problemOf(tenant.client.post('/api/v1/runs', demoRun))).code).toBe('storage_quota_exceeded')
    expect(await countedOf(tenant.tenantId)).toMatchObject({ bytes: 0, runs: 0 })
  })

  it('fails with the figures when its result does not fit, and keeps nothing of it', async () => {
    const full = await createTestApp().newTenant()
    await makeRun(full.client)
    const { bytes } = await countedOf(full.tenantId)
    const tenant = await limited(bytes - 1)
    const run = await makeRun(tenant.client)
    expect(run).toMatchObject({ status: 'failed', failure: { status: 403, code: 'storage_quota_exceeded' } })
    expect(run.failure?.detail).toMatch(new RegExp(`of ${bytes - 1} bytes, and this needs [0-9]+ more`))
    const counted = await countedOf(tenant.tenantId)
    expect(counted).toEqual(await summedOf(tenant.tenantId))
    expect(counted).toMatchObject({ runs: 1, failed: 1 })
    const chunks = await env.DB.prepare('SELECT seq FROM result_chunks WHERE run_id = ?').bind(run.id).all()
    expect(chunks.results).toEqual([])
  })
})

describe('GET /usage', () => {
  it('shows storage, requests and runs to a key of any scope, in one query', async () => {
    const app = createTestApp()
    const { client, secret, tenantId } = await app.newTenant({
      plan: 'growth',
      scopes: ['runs:write', 'datasets:write'],
    })
    await uploadJson(client)
    await makeRun(client)
    app.recorder.reset()
    const usage = await (await app.clientWith({ 'X-API-Key': secret }).get('/api/v1/usage')).json<UsageRecord>()
    const { bytes } = await summedOf(tenantId)
    expect(usage).toMatchObject({
      key: { scopes: ['runs:write', 'datasets:write'] },
      plan: 'growth',
      storage: { usedBytes: bytes, limitBytes: 10_000_000_000, datasets: 1, runs: 1 },
      requests: { burst: { limit: 3_000, windowSeconds: 60 }, quota: { limit: 150_000, windowSeconds: 3_600 } },
      runs: { queued: 0, running: 0, completed: 1, failed: 0 },
    })
    expect(usage.requests.quota.remaining).toBeLessThan(150_000)
    expect(app.recorder.roundTrips).toBe(1)
  })

  it('is all zeros for a tenant that has nothing', async () => {
    const { client } = await createTestApp().newTenant()
    expect(await (await client.get('/api/v1/usage')).json()).toMatchObject({
      storage: { usedBytes: 0, limitBytes: null, datasets: 0, runs: 0 },
      runs: { queued: 0, running: 0, completed: 0, failed: 0 },
    })
  })
})
