import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { openRequestMemory } from '../../../../functions/service/http/middleware/memory-budget.ts'
import { leaseMilliseconds, startCountMax } from '../../../../functions/service/runs/executor.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { runTransitions } from '../../../../functions/service/store/run-transitions.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { interceptDatabase } from '../../../support/worker/intercept-database.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { demoRun } from '../../../support/worker/runs.ts'

const path = '/api/v1/runs'

/** The statement that starts a run. */
const isStart = (sql: string): boolean => /^update "runs" set "status" = .*"lease_until" =/.test(sql)

const leaseOf = (start: number): number => leaseMilliseconds * 2 ** Math.max(0, start - 2)

/** A database whose client is ended by the run, once that was started: no call is answered any more. */
function deadlyDatabase() {
  let isDead = false
  let starts = 0
  const database = interceptDatabase(env.DB, async ({ sql }, call) => {
    if (isDead) return new Promise(() => undefined)
    const answer = await call()
    if (!sql.some((text) => isStart(text))) return answer
    starts += 1
    isDead = true
    return new Promise(() => undefined)
  })
  return { database, starts: () => starts, revive: () => (isDead = false) }
}

/** A run that ends each of its executors, and a clock. */
async function scene(options: { readonly memoryWaitMilliseconds?: number } = {}) {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now, ...options })
  const tenant = await app.newTenant()
  const deadly = deadlyDatabase()
  const dying = createTestApp({ now: clock.now, env: { DB: deadly.database } })
  const client = dying.clientWith({ 'X-API-Key': tenant.secret })
  const headers = { 'Idempotency-Key': 'deadly' }
  /** Does something that never comes back, until the run was started. */
  const killedBy = async (work: () => Promise<unknown>) => {
    const before = deadly.starts()
    deadly.revive()
    void work()
    await expect.poll(deadly.starts).toBe(before + 1)
  }
  const retry = () => client.post(path, demoRun, headers)
  await killedBy(retry)
  const { data } = await (await tenant.client.get(path)).json<{ data: RunRecord[] }>()
  const runPath = data[0]?.links.self ?? ''
  const runNow = async () => (await tenant.client.get(runPath)).json<RunRecord>()
  const sweep = (database: D1Database = env.DB) => runScheduled({ ...app.env, DB: database }, app.isolate)
  return { ...tenant, app, clock, deadly, killedBy, retry, runNow, headers, runPath, sweep }
}

describe('a run that ends its executor', () => {
  it('is started five times, from the third on each later than the one before, and then fails', async () => {
    const { clock, deadly, killedBy, runNow, sweep } = await scene()
    for (let start = 1; start < startCountMax; start++) {
      const lease = leaseOf(start)
      clock.advance(lease - 1)
      deadly.revive()
      await sweep(deadly.database)
      expect(deadly.starts()).toBe(start)
      clock.advance(1)
      await killedBy(() => sweep(deadly.database))
    }
    clock.advance(leaseOf(startCountMax))
    await sweep()
    expect(await runNow()).toMatchObject({ status: 'failed', failure: { code: 'attempts_exhausted' } })
  })

  it('and is signed is started again after four minutes, however often it was', async () => {
    const { tenantId, runPath } = await scene()
    const id = runPath.split('/').at(-1) ?? ''
    const starts = 'UPDATE runs SET attempt = 12, lease_until = 0 WHERE tenant_id = ? AND id = ?'
    await env.DB.prepare(starts).bind(tenantId, id).run()
    const move = { id, now: 1_000, leaseUntil: 1_000 + leaseMilliseconds }
    const [started] = await runTransitions(queries(env.DB)).start(tenantId, move)
    expect(started?.leaseUntil).toBe(1_000 + 4 * 60_000)
  })

  it('is started again where requests leave room for its records', async () => {
    const { app, clock, deadly, killedBy, sweep } = await scene({ memoryWaitMilliseconds: 0 })
    const other = openRequestMemory(app.isolate)
    await other.takeForBody(24 * 1024 * 1024)
    clock.advance(leaseMilliseconds)
    deadly.revive()
    await sweep(deadly.database)
    expect(deadly.starts()).toBe(1)
    other.release()
    await killedBy(() => sweep(deadly.database))
  })

  it('is counted for the retries of its client too, who gets the failed run in the end, and may replay it', async () => {
    const { client, clock, killedBy, retry, headers, runPath, deadly } = await scene()
    for (let start = 1; start < startCountMax; start++) {
      clock.advance(leaseOf(start))
      await killedBy(retry)
    }
    deadly.revive()
    clock.advance(leaseOf(startCountMax))
    for (const replayed of [null, 'true']) {
      const response = await client.post(path, demoRun, headers)
      expect([response.status, response.headers.get('Idempotent-Replayed')]).toEqual([201, replayed])
      expect(await response.json()).toMatchObject({ status: 'failed', failure: { code: 'attempts_exhausted' } })
    }
    const replay = await client.post(`${runPath}/replay`)
    expect((await replay.json<{ run: RunRecord }>()).run.status).toBe('completed')
  })

  it('is taken up after the sweeps, as are runs that were never started', async () => {
    const { app, clock, runNow, sweep, tenantId } = await scene()
    const lost = faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before', times: 9 }])
    const { secret } = await app.newTenant()
    const elsewhere = createTestApp({ now: clock.now, env: { DB: lost } }).clientWith({ 'X-API-Key': secret })
    const others = [await elsewhere.post(path, demoRun), await elsewhere.post(path, demoRun)]
    clock.advance(leaseMilliseconds)
    await env.DB.prepare('UPDATE runs SET lease_until = 0 WHERE tenant_id = ?').bind(tenantId).run()
    const order: string[] = []
    const watched = interceptDatabase(env.DB, async ({ sql }, call) => {
      for (const text of sql) {
        if (isStart(text)) order.push('start')
        if (/^delete from "idempotency_keys"|^delete from idempotency_keys/i.test(text)) order.push('sweep')
      }
      return call()
    })
    await sweep(watched)
    expect(order.filter((each, index) => each !== order[index - 1])).toEqual(['sweep', 'start'])
    expect((await runNow()).status).toBe('completed')
    for (const { headers } of others) {
      const other = await app.clientWith({ 'X-API-Key': secret }).get(headers.get('Location') ?? '')
      expect(await other.json()).toMatchObject({ status: 'completed' })
    }
  })
})

describe('a start that ends because the storage fails', () => {
  it('does not count', async () => {
    const clock = settableClock()
    const tenant = await createTestApp({ now: clock.now }).newTenant()
    const headers = { 'Idempotency-Key': 'away' }
    for (let start = 0; start < startCountMax + 2; start++) {
      const DB = faultyDatabase(env.DB, [{ matches: /insert into "receipts"/i, when: 'before', times: 9 }])
      const client = createTestApp({ now: clock.now, env: { DB } }).clientWith({ 'X-API-Key': tenant.secret })
      expect((await client.post(path, demoRun, headers)).status).toBe(503)
      clock.advance(leaseMilliseconds)
    }
    const response = await tenant.client.post(path, demoRun, headers)
    expect([response.status, (await response.json<RunRecord>()).status]).toEqual([201, 'completed'])
  })
})
