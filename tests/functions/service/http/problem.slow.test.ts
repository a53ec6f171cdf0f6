import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type ProblemCode, problems } from '../../../../schema/problem-table.ts'
import type { Role } from '../../../../schema/role.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { breakingDatabase, brokenDatabase } from '../../../support/worker/broken-bindings.ts'
import { createTestApp, type NewTenant, origin, type TestAppOptions } from '../../../support/worker/client.ts'
import { inboxProducers } from '../../../support/worker/inbox-producers.ts'
import { createRunApp, queueRun } from '../../../support/worker/large-runs.ts'
import { beginUpload, digestOf, putPart, uploadsPath } from '../../../support/worker/part-uploads.ts'
import { browserOf, createPeopleApp, memberOf, signIn } from '../../../support/worker/people.ts'
import { periodProducers } from '../../../support/worker/period-producers.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { webhookProducers } from '../../../support/worker/webhook-producers.ts'

const keys = '/api/v1/keys'
const runs = '/api/v1/runs'
const datasets = '/api/v1/datasets'
const json = { 'Content-Type': 'application/json' }
const csv = { 'Content-Type': 'text/csv' }
const newKey = { name: 'a', scopes: ['runs:read'] }
const newRun = { name: 'a', sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }
const upload = `${datasets}?name=a&adapter=bank:a`
const rows = 'Date,Amount,Currency\n2026-03-01,1.00,EUR\n'

const tenant = async (options: NewTenant = {}, app: TestAppOptions = {}) =>
  (await createTestApp(app).newTenant(options)).client

/** A tenant's client once more, of an app over other bindings. */
async function elsewhere(env: NonNullable<TestAppOptions['env']>) {
  const { secret } = await createTestApp().newTenant()
  const here = createTestApp().clientWith({ 'X-API-Key': secret })
  return { here, there: createTestApp({ env }).clientWith({ 'X-API-Key': secret }) }
}

/** A run whose executor went away after storing it: it stays queued until its lease ends. */
async function queuedRun() {
  const { here, there } = await elsewhere({ DB: breakingDatabase(3) })
  const headers = { 'Idempotency-Key': 'one' }
  const { headers: answer } = await there.post(runs, newRun, headers)
  return { client: here, location: answer.get('Location') ?? '', retry: () => here.post(runs, newRun, headers) }
}

async function datasetId(adapter: string) {
  const client = await tenant()
  const { id } = await (await client.post(`${datasets}?name=a&adapter=${adapter}`, rows, csv)).json<{ id: string }>()
  return { client, id }
}

async function member(role: Role) {
  const app = createPeopleApp()
  const { tenantId } = await app.newTenant()
  return { app, tenantId, ...(await memberOf(app, tenantId, role)) }
}

const octets = { 'Content-Type': 'application/octet-stream' }

const admin = () => createTestApp().clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })

const alter = (tenantId: string, sql: string) => env.DB.prepare(`${sql} WHERE tenant_id = ?`).bind(tenantId).run()

/** What is answered about a run after `sql` changed its tenant's rows. */
async function alteredRun(sql: string, pathOf: (links: RunRecord['links']) => string): Promise<Response> {
  const { client, tenantId } = await createTestApp().newTenant()
  const { links } = await (await client.post(runs, newRun)).json<RunRecord>()
  await alter(tenantId, sql)
  return client.get(pathOf(links))
}

/** For every code of the table a request that ends in it. A code without one does not compile. */
const producers: Readonly<Record<ProblemCode, () => Promise<Response>>> = {
  malformed_json: async () => (await tenant()).post(keys, '{', json),
  invalid_header: async () => (await tenant()).post(keys, newKey, { 'Idempotency-Key': 'one' }),
  invalid_cursor: async () => (await tenant()).get(`${keys}?cursor=x`),
  invalid_query: async () => (await tenant()).get(`${keys}?limit=0`),
  idempotency_key_invalid: async () => (await tenant()).post(runs, newRun, { 'Idempotency-Key': 'x'.repeat(256) }),
  idempotency_key_required: async () =>
    (await tenant({ settings: { idempotencyKeyRequired: true } })).post(runs, newRun),
  api_key_missing: () => createTestApp().client.get(keys),
  api_key_invalid: () => createTestApp().clientWith({ 'X-API-Key': 'x' }).get(keys),
  api_key_expired: async () => {
    const { client, keyId } = await createTestApp().newTenant()
    await client.post(`${keys}/${keyId}/rotate`, { overlapSeconds: 0 })
    return client.get(keys)
  },
  api_key_revoked: async () => {
    const { client, keyId } = await createTestApp().newTenant()
    await client.delete(`${keys}/${keyId}`)
    return client.get(keys)
  },
  admin_key_missing: () => createTestApp().client.post('/api/v1/admin/tenants', { name: 'a' }),
  admin_key_invalid: () =>
    createTestApp().clientWith({ 'X-Admin-Key': 'x' }).post('/api/v1/admin/tenants', { name: 'a' }),
  scope_insufficient: async () => (await tenant({ scopes: ['runs:read'] })).get(keys),
  sign_in_required: async () => createTestApp().client.get(keys, { Cookie: '__Host-tallystick-session=x' }),
  sign_in_failed: async () => createTestApp().client.get('/auth/callback?code=a&state=b'),
  role_missing: async () => (await member('viewer')).client.get(keys),
  origin_refused: async () => createTestApp().client.post('/auth/sign-out', undefined, { Origin: 'https://a.test' }),
  not_a_member: async () => {
    const app = createPeopleApp()
    return signIn(browserOf(app), 'petra')
  },
  invitation_refused: async () => createPeopleApp().client.get('/auth/sign-in?invitation=x'),
  member_not_found: async () => (await member('administrator')).client.delete('/api/v1/members/mbr_1'),
  invitation_not_found: async () => (await member('administrator')).client.delete('/api/v1/invitations/inv_1'),
  ...periodProducers,
  ...webhookProducers,
  ...inboxProducers,
  address_in_use: async () => {
    const { client, id } = await member('administrator')
    return client.post('/api/v1/invitations', { address: `${id}@example.com`, role: 'viewer' })
  },
  last_administrator: async () => {
    const { client, id } = await member('administrator')
    return client.delete(`/api/v1/members/${id}`)
  },
  administrator_present: async () => {
    const { app, tenantId } = await member('administrator')
    const operator = app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
    return operator.post(`/api/v1/admin/tenants/${tenantId}/invitations`, { address: 'a@example.com' })
  },
  issuer_unavailable: async () =>
    createTestApp({ env: { OIDC_ISSUERS: 'http://127.0.0.1:9 client' } }).client.get('/auth/sign-in'),
  tenant_suspended: async () => {
    const { secret, tenantId } = await createTestApp().newTenant()
    await env.DB.prepare('UPDATE tenants SET suspended_at = 1 WHERE id = ?').bind(tenantId).run()
    return createTestApp().clientWith({ 'X-API-Key': secret }).get(keys)
  },
  storage_quota_exceeded: async () => (await tenant({ settings: { storageBytes: 10 } })).post(upload, rows, csv),
  route_not_found: () => createTestApp().client.get('/nowhere'),
  run_not_found: async () => (await tenant()).get(`${runs}/run_x`),
  dataset_not_found: async () => (await tenant()).get(`${datasets}/dat_x`),
  artifact_not_found: async () => {
    const client = await tenant()
    const { links } = await (await client.post(runs, newRun)).json<{ links: { evidence: string } }>()
    return client.get(`${links.evidence}?matchId=mat_x`)
  },
  key_not_found: async () => (await tenant()).delete(`${keys}/x`),
  checkpoint_not_found: async () => (await tenant()).get('/api/v1/log/checkpoint'),
  tile_not_found: async () => (await tenant()).get('/api/v1/log/tile/0/000'),
  tenant_not_found: () => admin().post('/api/v1/admin/tenants/ten_x/log/recover'),
  method_not_allowed: () => createTestApp().client.send(keys, { method: 'PATCH' }),
  not_acceptable: async () => (await tenant()).get(keys, { Accept: 'text/html' }),
  request_timeout: async () => {
    const stalled = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
    return (await tenant({}, { bodyStallMilliseconds: 20 })).post(keys, stalled, json)
  },
  idempotency_key_in_use: async () => (await queuedRun()).retry(),
  run_not_finished: async () => {
    const { client, location } = await queuedRun()
    return client.get(`${location}/results`)
  },
  run_finished: async () => {
    const client = await tenant()
    const { id } = await makeRun(client)
    return client.post(`${runs}/${id}/cancel`)
  },
  run_cancelled: async () => {
    const { client } = await createRunApp().newTenant()
    const { id } = await queueRun(client)
    await client.delete(`/api/v1/runs/${id}`)
    return client.get(`/api/v1/runs/${id}/results`)
  },
  run_not_replayable: async () => {
    const { client, location } = await queuedRun()
    return client.post(`${location}/replay`)
  },
  dataset_not_sealed: async () => {
    const client = await tenant()
    const { id } = await beginUpload(client, 10)
    return client.get(`${datasets}/${id}/records`)
  },
  upload_incomplete: async () => {
    const client = await tenant()
    const { id } = await beginUpload(client, 10)
    return client.post(`${uploadsPath}/${id}/complete`)
  },
  upload_complete: async () => {
    const { client, id } = await datasetId('bank:a')
    return client.delete(`${uploadsPath}/${id}`)
  },
  length_required: async () => {
    const client = await tenant()
    const bytes = new Uint8Array(10)
    const { id } = await beginUpload(client, bytes.length)
    const body = new Response(bytes).body ?? ''
    return client.put(`${uploadsPath}/${id}/parts/1`, body, { ...octets, 'Content-Digest': await digestOf(bytes) })
  },
  digest_mismatch: async () => {
    const client = await tenant()
    const bytes = new Uint8Array(10)
    const { id } = await beginUpload(client, bytes.length)
    return putPart(client, id, { number: 1, bytes }, { 'Content-Digest': await digestOf(new Uint8Array(9)) })
  },
  adapter_ambiguous: async () => {
    const { client } = await datasetId('bank:a')
    await client.post(`${datasets}?name=b&adapter=bank:b`, rows, csv)
    return client.post(runs, { ...newRun, sourceAdapter: 'bank' })
  },
  payload_too_large: async () => (await tenant()).post(keys, ' '.repeat(256 * 1024 + 1), json),
  unsupported_media_type: async () => (await tenant()).post(keys, '{}', { 'Content-Type': 'text/plain' }),
  unsupported_content_encoding: () => createTestApp().client.get(keys, { 'Content-Encoding': 'br' }),
  validation_failed: async () => (await tenant()).post(keys, {}),
  unknown_adapter: async () => (await tenant()).post(runs, { ...newRun, sourceAdapter: 'strype' }),
  same_dataset: async () => {
    const { client, id } = await datasetId('bank:a')
    return client.post(runs, { ...newRun, sourceAdapter: `dataset:${id}`, targetAdapter: 'bank:a' })
  },
  run_too_large: async () => {
    const client = await tenant({}, { env: { RUN_RECORDS_MAX: '2' } })
    await client.post(upload, rows + '2026-03-01,1.00,EUR\n'.repeat(3), csv)
    return client.post(runs, { ...newRun, sourceAdapter: 'bank:a' })
  },
  work_limit: async () => {
    const client = await tenant({}, { env: { RUN_RECORDS_MAX: '50000' } })
    const strip = Array.from({ length: 8 }, () => ({ strip: ['W'.repeat(64)] }))
    const long = `id,date,amount,currency,description\n${Array.from({ length: 2_100 }, (_, index) => `${index},2026-03-01,1.00,EUR,${'a'.repeat(500)}\n`).join('')}`
    await client.post(upload, long, csv)
    const match = [{ field: 'description', normalize: strip }]
    const { failure, status } = await (
      await client.post(runs, { ...newRun, sourceAdapter: 'bank:a', rules: [{ match }] })
    ).json<RunRecord>()
    expect(status).toBe('failed')
    return failureAsAnswer(failure)
  },
  attempts_exhausted: async () => {
    const { retry, location } = await queuedRun()
    await env.DB.prepare("UPDATE runs SET status = 'running', attempt = 5, lease_until = 0 WHERE id = ?")
      .bind(location.split('/').at(-1))
      .run()
    return failureAsAnswer((await (await retry()).json<RunRecord>()).failure)
  },
  idempotency_key_reused: async () => {
    const client = await tenant()
    await client.post(runs, newRun, { 'Idempotency-Key': 'one' })
    return client.post(runs, { ...newRun, name: 'b' }, { 'Idempotency-Key': 'one' })
  },
  unreadable_record: async () => (await tenant()).post(upload, `${rows}2026-03-01,one,EUR\n`, csv),
  control_total_mismatch: async () =>
    (await tenant()).post(datasets, {
      name: 'a',
      adapter: 'bank:a',
      records: [{ id: 's1', amount: '1', currency: 'EUR', date: '2026-03-01' }],
      controlTotals: { EUR: '2' },
    }),
  rate_limited: async () => (await tenant({ settings: { burstPerMinute: 1 } })).get(keys),
  quota_exceeded: async () => (await tenant({ settings: { quotaPerHour: 1 } })).get(keys),
  internal_error: async () => (await elsewhere({ DB: brokenDatabase('UNIQUE constraint failed') })).there.get(keys),
  storage_unavailable: async () => (await elsewhere({ DB: breakingDatabase(0) })).there.get(keys),
  temporarily_overloaded: async () => (await elsewhere({ DB: brokenDatabase('D1 DB is overloaded.') })).there.get(keys),
  records_altered: () => alteredRun("UPDATE runs SET source = 'x'", ({ self }) => self),
  records_lost: () => alteredRun('DELETE FROM runs', ({ self }) => self),
  records_deleted: async () => {
    const { client, id } = await datasetId('bank:a')
    await client.delete(`${datasets}/${id}`)
    return client.get(`${datasets}/${id}`)
  },
  dataset_in_use: async () => {
    const { here, there } = await elsewhere({ DB: breakingDatabase(3) })
    const { id } = await (await here.post(upload, rows, csv)).json<{ id: string }>()
    await there.post(runs, { ...newRun, sourceAdapter: `dataset:${id}` })
    return here.delete(`${datasets}/${id}`)
  },
  log_diverged: async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    await alter(tenantId, "UPDATE tenant_logs SET diverged = '{}'")
    return client.post(runs, newRun)
  },
  not_configured: async () => (await elsewhere({ DB: undefined })).there.get(keys),
}

/** A failed run is answered as a run; its failure is the problem. */
const failureAsAnswer = (failure: RunRecord['failure']): Response =>
  new Response(JSON.stringify({ ...failure, type: `${origin}${failure?.type}` }), {
    status: failure?.status ?? 0,
    headers: { 'Content-Type': 'application/problem+json' },
  })

describe('every problem code', () => {
  it.each(Object.entries(producers))('is reached: %s', async (code, produce) => {
    const response = await produce()
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code, type: `${origin}/problems/${code}`, title: expect.stringMatching(/^[A-Z]/) })
    expect(problem.status).toBe(Object.entries(problems).find(([known]) => known === code)?.[1].status)
  })
})
