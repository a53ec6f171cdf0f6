import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { policyStore } from '../../../../functions/service/store/policy-store.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain } from '../../../support/worker/evidence.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

const hour = 3_600_000
const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
const tables = { customers: Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`key ${i}`, 'x'.repeat(80)])) }
const small = { rules, tables: { customers: { a: '1' } } }

const countOf = async (tenantId: string): Promise<number> =>
  (await env.DB.prepare('SELECT count(*) AS count FROM policy_parts WHERE tenant_id = ?')
    .bind(tenantId)
    .first('count')) ?? 0

const sweepAt = (now: number) => runScheduled(createTestApp().env, createIsolate({ now: () => now, log: () => {} }))

describe('a policy in parts', () => {
  it('is put twice without harm', async () => {
    const { tenantId } = await createTestApp().newTenant()
    const store = policyStore(queries(env.DB))
    for (const createdAt of [1, 2]) await store.put(tenantId, { policyHash: 'h', seq: 0, text: 'text', createdAt })
    expect(await store.range(tenantId, { policyHash: 'h', partCount: 1, fromSeq: 0, limit: 4 })).toEqual([
      { seq: 0, text: 'text' },
    ])
    expect(await store.range('another', { policyHash: 'h', partCount: 1, fromSeq: 0, limit: 4 })).toEqual([])
    expect(await store.range(tenantId, { policyHash: 'h', partCount: 0, fromSeq: 0, limit: 4 })).toEqual([])
  })

  it.each([
    ['before', 0],
    ['after', 0],
  ] as const)('leaves no run behind when storing it fails %s', async (when, count) => {
    const DB = faultyDatabase(env.DB, [{ matches: /insert into "policy_parts"/, when }])
    const app = createTestApp({ env: { DB } })
    const { client, tenantId } = await app.newTenant()
    const problem = await problemOf(await client.post('/api/v1/runs', { ...demoRun, ...small }))
    expect(problem).toMatchObject({ status: 503, code: 'storage_unavailable' })
    const runs = await env.DB.prepare('SELECT count(*) AS count FROM runs WHERE tenant_id = ?')
      .bind(tenantId)
      .first('count')
    expect(runs).toBe(count)
    const run = await makeRun(client, small)
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
  })

  it('is read again by the executor that takes a run up', async () => {
    const DB = faultyDatabase(env.DB, [{ matches: /insert into "result_chunks"/, when: 'before' }])
    let now = Date.now()
    const app = createTestApp({ env: { DB }, now: () => now })
    const { client } = await app.newTenant()
    const key = { 'Idempotency-Key': 'again' }
    const body = { ...demoRun, rules, tables }
    expect((await client.post('/api/v1/runs', body, key)).status).toBe(503)
    now += 60_000
    const run = await (await client.post('/api/v1/runs', body, key)).json<{ id: string; status: string }>()
    expect(run.status).toBe('completed')
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
  })

  it.each([
    ['a byte of it', 'UPDATE policy_parts SET text = replace(text, \'"1"\', \'"2"\') WHERE tenant_id = ?'],
    ['a space in it', "UPDATE policy_parts SET text = text || ' ' WHERE tenant_id = ?"],
    ['its hash', "UPDATE policy_parts SET policy_hash = upper(policy_hash) || 'X' WHERE tenant_id = ?"],
    ['its place', 'UPDATE policy_parts SET seq = 1 WHERE tenant_id = ?'],
    ['its part, dropped', 'DELETE FROM policy_parts WHERE tenant_id = ?'],
    ['the number of its parts', 'UPDATE runs SET policy_parts = 0 WHERE tenant_id = ?'],
    ['the rules that the run shows', "UPDATE runs SET rules = replace(rules, '1:1', '1:n') WHERE tenant_id = ?"],
    ['a space among the rules that the run shows', "UPDATE runs SET rules = rules || ' ' WHERE tenant_id = ?"],
  ])('fails policyHash and nothing else when someone changes %s', async (_, sql) => {
    const { client, tenantId } = await createTestApp().newTenant()
    const run = await makeRun(client, small)
    expect((await env.DB.prepare(sql).bind(tenantId).run()).meta.changes).toBeGreaterThanOrEqual(1)
    const { checks } = await readChain(client, run.id)
    expect(checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['policyHash'])
  })

  it('is swept after an hour when no run stands for it, and kept otherwise', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    await makeRun(client, small)
    const now = Date.now()
    const store = policyStore(queries(env.DB))
    const orphan = { policyHash: 'orphan', text: 'text', createdAt: now }
    for (const seq of [0, 1]) await store.put(tenantId, { ...orphan, seq })
    await sweepAt(now + hour / 2)
    expect(await countOf(tenantId)).toBe(3)
    await sweepAt(now + 2 * hour)
    expect(await countOf(tenantId)).toBe(1)
  })
})
