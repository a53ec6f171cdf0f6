import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { execute } from '../../../../functions/service/runs/execute-run.ts'
import { type Executor, leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { type RunRow, runStore } from '../../../../functions/service/store/run-store.ts'
import { runTransitions } from '../../../../functions/service/store/run-transitions.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const store = runStore(queries(env.DB))

/** A run that was made but that no one executes: its executor's first step failed. */
async function queuedRun() {
  const clock = settableClock()
  const database = faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before' }])
  const app = createTestApp({ now: clock.now, env: { DB: database } })
  const tenant = await app.newTenant()
  const response = await tenant.client.post('/api/v1/runs', demoRun)
  const runId = response.headers.get('Location')?.split('/').at(-1) ?? ''
  const executor = (db = env.DB): Executor => ({ db: queries(db), isolate: createIsolate({ now: clock.now }), env })
  return { ...tenant, clock, runId, executor }
}

async function readRun(tenantId: string, runId: string): Promise<RunRow> {
  const [row] = await store.find(tenantId, runId)
  if (row === undefined) throw new Error('There is no such run')
  return row
}

const chunkRowsOf = (runId: string) =>
  env.DB.prepare('SELECT attempt, view, seq, text FROM result_chunks WHERE run_id = ? ORDER BY view, seq')
    .bind(runId)
    .all<{ attempt: number; view: string; seq: number; text: string }>()

describe('executing a run', () => {
  it('takes it from queued through running to completed', async () => {
    const { tenantId, runId, executor } = await queuedRun()
    expect((await readRun(tenantId, runId)).status).toBe('queued')
    const ended = await execute(executor(), { tenantId, runId })
    expect(ended?.run).toMatchObject({ status: 'completed', attempt: 1 })
    expect(await readRun(tenantId, runId)).toEqual(ended?.run)
  })

  it('is done by one of two executors that try at once', async () => {
    const { tenantId, runId, executor } = await queuedRun()
    const outcomes = await Promise.all([
      execute(executor(), { tenantId, runId }),
      execute(executor(), { tenantId, runId }),
    ])
    expect(outcomes.filter((ended) => ended?.run.status === 'completed')).toHaveLength(1)
    expect(outcomes.filter((ended) => ended === undefined)).toHaveLength(1)
  })

  it('leaves a run alone that another executor has the lease of', async () => {
    const { tenantId, runId, executor, clock } = await queuedRun()
    await runTransitions(queries(env.DB)).start(tenantId, {
      id: runId,
      now: clock.now(),
      leaseUntil: clock.now() + leaseMilliseconds,
    })
    clock.advance(leaseMilliseconds - 1)
    expect(await execute(executor(), { tenantId, runId })).toBeUndefined()
  })

  it.each(['completed', 'failed'])('leaves a run alone that has ended as %s', async (status) => {
    const { tenantId, runId, executor, clock } = await queuedRun()
    const ended = await execute(executor(), { tenantId, runId })
    await env.DB.prepare('UPDATE runs SET status = ? WHERE tenant_id = ? AND id = ?')
      .bind(status, tenantId, runId)
      .run()
    clock.advance(10 * leaseMilliseconds)
    expect(await execute(executor(), { tenantId, runId })).toBeUndefined()
    expect((await readRun(tenantId, runId)).attempt).toBe(ended?.run.attempt)
  })

  it('ends in the same root when another executor takes it up after the lease', async () => {
    const { tenantId, runId, executor, clock, client } = await queuedRun()
    const lost = faultyDatabase(env.DB, [{ matches: /update "tenant_logs"/i, when: 'before' }])
    await expect(execute(executor(lost), { tenantId, runId })).rejects.toThrow()
    clock.advance(leaseMilliseconds)
    const ended = await execute(executor(), { tenantId, runId })
    const reference = await makeRun(client)
    expect(ended?.run).toMatchObject({ attempt: 101, status: 'completed', resultRoot: reference.resultRoot })
    const [again, first] = await Promise.all([chunkRowsOf(runId), chunkRowsOf(reference.id)])
    expect(again.results.map(({ text }) => text)).toEqual(first.results.map(({ text }) => text))
  })

  it('leaves no chunks of a superseded attempt behind', async () => {
    const { tenantId, runId, executor, clock } = await queuedRun()
    const lost = faultyDatabase(env.DB, [{ matches: /update "tenant_logs"/i, when: 'before' }])
    await expect(execute(executor(lost), { tenantId, runId })).rejects.toThrow()
    expect(new Set((await chunkRowsOf(runId)).results.map(({ attempt }) => attempt))).toEqual(new Set([1]))
    clock.advance(leaseMilliseconds)
    await execute(executor(), { tenantId, runId })
    expect(new Set((await chunkRowsOf(runId)).results.map(({ attempt }) => attempt))).toEqual(new Set([101]))
  })

  it('seals nothing and stores nothing once its lease was lost', async () => {
    const { tenantId, runId, executor, clock } = await queuedRun()
    let winner: RunRow | undefined
    const overtake = async () => {
      clock.advance(leaseMilliseconds)
      winner = (await execute(executor(), { tenantId, runId }))?.run
    }
    const slow = slowDatabase(/insert into "result_chunks"/i, overtake)
    expect(await execute(executor(slow), { tenantId, runId })).toBeUndefined()
    expect(await readRun(tenantId, runId)).toEqual(winner)
    expect(new Set((await chunkRowsOf(runId)).results.map(({ attempt }) => attempt))).toEqual(new Set([2]))
    const receipts = await env.DB.prepare('SELECT checkpoint FROM receipts WHERE tenant_id = ?').bind(tenantId).all()
    expect(receipts.results).toEqual([{ checkpoint: winner?.checkpoint }])
    expect(readNote(winner?.checkpoint).size).toBe(1)
  })

  it('leaves its signed receipt to the executor that took the run over just before the seal', async () => {
    const { tenantId, runId, executor, clock, client } = await queuedRun()
    const signedAt = clock.now()
    const overtake = async () => {
      clock.advance(leaseMilliseconds)
      await execute(executor(), { tenantId, runId })
    }
    const slow = slowDatabase(/update "tenant_logs"/i, overtake)
    expect(await execute(executor(slow), { tenantId, runId })).toBeUndefined()
    const { attempt, checkpoint, completedAt } = await readRun(tenantId, runId)
    expect([attempt, readNote(checkpoint).size, completedAt]).toEqual([2, 1, signedAt])
    expect(readNote((await makeRun(client)).checkpoint).size).toBe(2)
  })

  it('keeps the size it signed when another run is sealed before its own seal is stored', async () => {
    const { tenantId, runId, executor, client } = await queuedRun()
    const sign = vi.spyOn(crypto.subtle, 'sign')
    const slow = slowDatabase(/update "tenant_logs"/i, async () => {
      await makeRun(client)
    })
    const ended = await execute(executor(slow), { tenantId, runId })
    const signed = sign.mock.calls.map(([, , message]) => new TextDecoder().decode(message))
    sign.mockRestore()
    const [own, discarded, next] = signed
    expect(signed.map((text) => text.split('\n')[1])).toEqual(['1', '1', '2'])
    expect(readNote(ended?.run.checkpoint).text).toBe(own)
    const receipts = await env.DB.prepare('SELECT checkpoint FROM receipts WHERE tenant_id = ? ORDER BY sequence')
      .bind(tenantId)
      .all<{ checkpoint: string }>()
    expect(receipts.results.map(({ checkpoint }) => readNote(checkpoint).text)).toEqual([own, next])
    expect(discarded).not.toBe(own)
  })

  it('knows a seal whose acknowledgement was lost', async () => {
    const { tenantId, runId, executor } = await queuedRun()
    const lost = faultyDatabase(env.DB, [{ matches: /update "tenant_logs"/i, when: 'after' }])
    const ended = await execute(executor(lost), { tenantId, runId })
    expect(await readRun(tenantId, runId)).toEqual(ended?.run)
  })
})

describe('a run whose stored bytes are not those it was pinned to', () => {
  const body = { name: 'Broken', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] }

  async function tamperedRun(sql: string) {
    const app = createTestApp()
    const tenant = await app.newTenant()
    const records = manyRecords(10)
    const datasetId = await seedDataset(tenant.tenantId, { adapter: 'bank', records, recordsOfChunk: 5 })
    await seedDataset(tenant.tenantId, { adapter: 'ledger', records })
    await env.DB.prepare(`${sql} WHERE tenant_id = ? AND dataset_id = ? AND seq = 1`)
      .bind(tenant.tenantId, datasetId)
      .run()
    const response = await tenant.client.post('/api/v1/runs', body)
    return { ...tenant, response, run: await response.json<RunRecord>() }
  }

  it.each([
    ['a changed digit', "UPDATE dataset_chunks SET text = replace(text, '7.25', '7.26')"],
    ['a chunk that is gone', 'DELETE FROM dataset_chunks'],
    ['a line that is cut off', 'UPDATE dataset_chunks SET text = substr(text, 1, length(text) - 9)'],
    ['a line that is no JSON', "UPDATE dataset_chunks SET text = replace(text, '}', ']')"],
  ])('fails with a problem: %s', async (_, sql) => {
    const { response, run } = await tamperedRun(sql)
    expect(response.status).toBe(201)
    expect(run).toMatchObject({ status: 'failed', summary: null, resultRoot: null, sequence: null })
    expect(run.failure).toMatchObject({
      type: '/problems/records_altered',
      code: 'records_altered',
      instance: run.links.self,
      requestId: run.requestId,
      detail: expect.stringContaining(
        'The stored bytes of a dataset are not those that the run was pinned to. Chunk 1 of',
      ),
    })
    expect(run.completedAt).not.toBeNull()
  })

  it('has no results, no chunks and no receipt', async () => {
    const { client, run, tenantId } = await tamperedRun('DELETE FROM dataset_chunks')
    const response = await client.get(run.links.results)
    expect(await response.json()).toMatchObject({ code: 'run_not_finished' })
    expect(response.headers.get('Retry-After')).toBeNull()
    expect((await chunkRowsOf(run.id)).results).toEqual([])
    const log = await env.DB.prepare('SELECT size FROM tenant_logs WHERE tenant_id = ?').bind(tenantId).first('size')
    expect(log).toBe(0)
  })
})

/** A database that does `meanwhile` before the first batch with a matching statement, and then works. */
function slowDatabase(matches: RegExp, meanwhile: () => Promise<void>): D1Database {
  const statements: string[] = []
  let isDue = true
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          statements.push(sql)
          return target.prepare(sql)
        }
      }
      if (name !== 'batch') return Reflect.get(target, name)
      return async (batch: D1PreparedStatement[]) => {
        if (isDue && statements.some((sql) => matches.test(sql))) {
          isDue = false
          await meanwhile()
        }
        return target.batch(batch)
      }
    },
  })
}
