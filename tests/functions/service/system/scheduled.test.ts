import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { resultStore } from '../../../../functions/service/store/result-store.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun, seedDataset } from '../../../support/worker/runs.ts'

const minute = 60_000

async function scene() {
  const clock = settableClock()
  const database = faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before' }])
  const app = createTestApp({ now: clock.now, env: { DB: database } })
  const tenant = await app.newTenant()
  const sweep = (bindings = env) => runScheduled(bindings, createIsolate({ now: clock.now, log: () => undefined }))
  return { ...tenant, clock, sweep }
}

async function countRows(table: string, column: string, value: string): Promise<number> {
  const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`)
    .bind(value)
    .first<{ count: number }>()
  return row?.count ?? 0
}

describe('the scheduled handler', () => {
  it('takes up a run whose lease has expired', async () => {
    const { client, clock, sweep } = await scene()
    const location = (await client.post('/api/v1/runs', demoRun)).headers.get('Location') ?? ''
    clock.advance(leaseMilliseconds)
    await sweep()
    expect(await (await client.get(location)).json()).toMatchObject({ status: 'completed', sequence: 0 })
  })

  it('leaves a run alone whose lease lasts', async () => {
    const { client, clock, sweep } = await scene()
    const location = (await client.post('/api/v1/runs', demoRun)).headers.get('Location') ?? ''
    clock.advance(leaseMilliseconds - 1)
    await sweep()
    expect(await (await client.get(location)).json()).toMatchObject({ status: 'queued' })
  })

  it('finishes the answer for the key of the run that it takes up', async () => {
    const { client, clock, sweep } = await scene()
    const headers = { 'Idempotency-Key': 'taken up' }
    await client.post('/api/v1/runs', demoRun, headers)
    clock.advance(leaseMilliseconds)
    await sweep()
    const response = await client.post('/api/v1/runs', demoRun, headers)
    expect(response.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await response.json<RunRecord>()).toMatchObject({ status: 'completed' })
  })

  it('takes up the others when one cannot be executed', async () => {
    const { clock, sweep } = await scene()
    const other = createTestApp({
      now: clock.now,
      env: { DB: faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before', times: 2 }]) },
    })
    const { client } = await other.newTenant()
    const locations = [
      (await client.post('/api/v1/runs', demoRun)).headers.get('Location') ?? '',
      (await client.post('/api/v1/runs', demoRun)).headers.get('Location') ?? '',
    ]
    clock.advance(leaseMilliseconds)
    await sweep({ ...env, DB: faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before' }]) })
    const runs = await Promise.all(locations.map(async (path) => (await client.get(path)).json<RunRecord>()))
    expect(runs.map(({ status }) => status).sort()).toEqual(['completed', 'queued'])
  })

  it('logs one line for what it did, one for interrupted runs and one for schedules, and one more for a task that failed', async () => {
    const lines: string[] = []
    const isolate = createIsolate({ log: (line) => lines.push(line) })
    const DB = faultyDatabase(env.DB, [{ matches: /delete from "?result_chunks/i, when: 'before' }])
    await runScheduled({ ...env, DB }, isolate)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { scheduled: 'sweep_result_chunks', error: expect.stringMatching(/D1_ERROR$/), frames: expect.any(Array) },
      {
        scheduled: 'minute',
        failed: ['sweep_result_chunks'],
        milliseconds: expect.any(Number),
        queries: expect.any(Number),
        rowsRead: expect.any(Number),
        rowsWritten: expect.any(Number),
        version: env.CF_VERSION_METADATA?.id,
      },
      expect.objectContaining({ scheduled: 'runs', failed: [], queries: 4 }),
      expect.objectContaining({ scheduled: 'schedules', failed: [], queries: 2 }),
    ])
  })

  it('removes an upload that was never sealed, an hour after it began', async () => {
    const { tenantId, clock, sweep } = await scene()
    const id = await seedDataset(tenantId, { adapter: 'bank', records: [{ id: 'a', amount: '1' }] })
    await env.DB.prepare("UPDATE datasets SET state = 'receiving' WHERE tenant_id = ? AND id = ?")
      .bind(tenantId, id)
      .run()
    await sweep()
    expect(await countRows('dataset_chunks', 'dataset_id', id)).toBe(1)
    clock.advance(61 * minute)
    await sweep()
    expect(await countRows('dataset_chunks', 'dataset_id', id)).toBe(0)
    expect(await countRows('datasets', 'id', id)).toBe(0)
  })

  it('leaves sealed datasets alone', async () => {
    const { tenantId, clock, sweep } = await scene()
    const id = await seedDataset(tenantId, { adapter: 'bank', records: [{ id: 'a', amount: '1' }] })
    clock.advance(61 * minute)
    await sweep()
    expect(await countRows('dataset_chunks', 'dataset_id', id)).toBe(1)
  })

  it('removes the chunks of a superseded attempt, and none of the one that sealed', async () => {
    const { clock, sweep } = await scene()
    const { client } = await createTestApp({ now: clock.now }).newTenant()
    const run = await makeRun(client)
    const sealed = await countRows('result_chunks', 'run_id', run.id)
    await env.DB.prepare(
      `INSERT INTO result_chunks (tenant_id, run_id, attempt, view, seq, first_leaf, count, sha256, text, counts, voucher, created_at) SELECT tenant_id, run_id, 7, view, seq, first_leaf, count, sha256, text, counts, voucher, created_at
       FROM result_chunks WHERE run_id = ?`,
    )
      .bind(run.id)
      .run()
    clock.advance(61 * minute)
    await sweep()
    expect(await countRows('result_chunks', 'run_id', run.id)).toBe(sealed)
    expect(await countRows('result_chunks', 'attempt', '7')).toBe(0)
  })

  it('removes the claims of expired keys only', async () => {
    const { client, clock, sweep, tenantId } = await scene()
    await client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': 'kept for a day' })
    clock.advance(23 * 60 * minute)
    await sweep()
    expect(await countRows('idempotency_keys', 'tenant_id', tenantId)).toBe(1)
    clock.advance(60 * minute)
    await sweep()
    expect(await countRows('idempotency_keys', 'tenant_id', tenantId)).toBe(0)
  })

  it('reads result chunks through their index', async () => {
    const { sql } = resultStore(queries(env.DB)).sweep({ from: 0, to: 1 }, 10).toSQL()
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(0, 1, 10).all<{ detail: string }>()
    const steps = plan.results.map(({ detail }) => detail).join('\n')
    expect(steps).toContain('INDEX result_chunks_by_age')
    expect(steps).not.toMatch(/SCAN (c|r|result_chunks|runs)\b/)
  })
})
