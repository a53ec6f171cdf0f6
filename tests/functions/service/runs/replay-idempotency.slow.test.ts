import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { runOf } from '../../../support/worker/explorer.ts'
import { type Fault, faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { makeReplay, type Replay, replayCountOf } from '../../../support/worker/replays.ts'
import { makeRun, manyRecords } from '../../../support/worker/runs.ts'
import { variedCase } from '../../../support/worker/varied-case.ts'

const whatIf = { rules: [{ id: 'loose', match: [{ field: 'amount', tolerance: '1' }] }] }

/** A run, and how to ask for replays of it in an isolate whose database has faults. */
async function replayed(faults: readonly Fault[] = [], sides = variedCase) {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now })
  const tenant = await app.newTenant()
  const run = await runOf(tenant, sides)
  const faulty = createTestApp({ now: clock.now, env: { DB: faultyDatabase(env.DB, faults) } })
  const client = faulty.clientWith({ 'X-API-Key': tenant.secret })
  const post = (key: string, body?: object) => client.post(run.links.replay, body, { 'Idempotency-Key': key })
  return { ...tenant, app, clock, run, post }
}

const storingTheRun = /insert into "runs"/i
const starting = /update "runs"/i
const sealing = /update "tenant_logs"/i

describe('a replay with an Idempotency-Key', () => {
  it.each([
    ['a plain one', undefined],
    ['a what-if', whatIf],
  ])('is answered again byte for byte: %s %j', async (_, body) => {
    const { run, post } = await replayed()
    const first = await post('again', body)
    const second = await post('again', body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect([first, second].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'))
    expect(await second.text()).toBe(await first.text())
    expect(await replayCountOf(run)).toBe(1)
  })

  it('is answered again byte for byte when the answer is long', async () => {
    const records = manyRecords(1_500, (record) => ({ ...record, id: `${'long '.repeat(8)}${record.id}` }))
    const rules = [{ id: 'none', match: [{ field: 'account' }] }]
    const { post } = await replayed([], { source: records, target: records, rules })
    const first = await (await post('long', { rules: [] })).text()
    expect(first.length).toBeGreaterThan(64 * 1024)
    const { replay }: Replay = JSON.parse(first)
    expect([replay.differences?.newlyMatched.length, replay.differences?.truncated]).toEqual([1_000, true])
    expect(await (await post('long', { rules: [] })).text()).toBe(first)
  })

  it('takes no body and an empty one for the same request', async () => {
    const { post } = await replayed()
    await post('same')
    expect((await post('same', {})).headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('is made once by 20 requests at once', async () => {
    const { run, post } = await replayed()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('race', whatIf)))
    expect(await replayCountOf(run)).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  })

  it('refuses the key for other rules, for another run and for a new run', async () => {
    const { app, client, run, post } = await replayed()
    await post('reused', whatIf)
    const other = await makeRun(client)
    app.recorder.reset()
    const key = { 'Idempotency-Key': 'reused' }
    for (const response of [
      await post('reused'),
      await post('reused', { rules: [] }),
      await client.post(other.links.replay, whatIf, key),
      await client.post(
        '/api/v1/runs',
        { name: 'New', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] },
        key,
      ),
    ])
      expect((await problemOf(response)).code).toBe('idempotency_key_reused')
    expect(await replayCountOf(run)).toBe(1)
  })

  it('leaves the key free when it is refused', async () => {
    const { post } = await replayed()
    expect((await post('free', { rules: [{}] })).status).toBe(422)
    expect((await post('free')).headers.get('Idempotent-Replayed')).toBeNull()
  })
})

describe('a replay whose executor went away', () => {
  it('after it was stored is taken up by a retry, and answered as it would have been', async () => {
    const { run, post, clock, client } = await replayed([{ matches: starting, when: 'before' }])
    const lost = await post('lost', whatIf)
    expect([lost.status, lost.headers.get('Retry-After')]).toEqual([503, String(leaseMilliseconds / 1000)])
    expect((await problemOf(post('lost', whatIf))).code).toBe('idempotency_key_in_use')
    clock.advance(leaseMilliseconds)
    const response = await post('lost', whatIf)
    expect([response.status, response.headers.get('Location')]).toEqual([201, lost.headers.get('Location')])
    const text = await response.text()
    const { replay }: Replay = JSON.parse(text)
    expect(replay).toEqual((await makeReplay(client, run, whatIf)).replay)
    expect(await (await post('lost', whatIf)).text()).toBe(text)
    expect(await replayCountOf(run)).toBe(2)
  })

  it('while the results were compared is taken up by a retry, and made once', async () => {
    const reading = /select .* from "result_chunks"/i
    const { run, post, clock } = await replayed([{ matches: reading, when: 'before' }])
    expect((await post('comparing', whatIf)).status).toBe(503)
    clock.advance(leaseMilliseconds)
    const { replay } = await (await post('comparing', whatIf)).json<Replay>()
    expect(replay).toMatchObject({ expected: run.resultRoot, differences: { truncated: false } })
    expect(await replayCountOf(run)).toBe(1)
  })

  it('is taken up by the scheduled handler, which keeps the answer for the retry', async () => {
    const { run, post, clock, app, client } = await replayed([{ matches: starting, when: 'before' }])
    await post('scheduled', whatIf)
    clock.advance(leaseMilliseconds)
    await runScheduled(app.env, app.isolate)
    const response = await post('scheduled', whatIf)
    expect(response.headers.get('Idempotent-Replayed')).toBe('true')
    const { replay } = await response.json<Replay>()
    expect(replay).toEqual((await makeReplay(client, run, whatIf)).replay)
  })

  it.each([
    ['storing it', storingTheRun],
    ['sealing it', sealing],
  ])('is answered with when only the acknowledgement of %s was lost', async (_, matches) => {
    const { run, post } = await replayed([{ matches, when: 'after' }])
    const first = await post('acknowledged', whatIf)
    expect(first.status).toBe(201)
    expect(await (await post('acknowledged', whatIf)).text()).toBe(await first.text())
    expect(await replayCountOf(run)).toBe(1)
  })

  it.each([
    ['a plain one', undefined],
    ['a what-if', whatIf],
  ])('is answered from what is stored, byte for byte, when the answer itself is not there: %s', async (_, body) => {
    const { tenantId, post } = await replayed()
    const first = await post('recomputed', body)
    const cleared = env.DB.prepare('UPDATE idempotency_keys SET status = NULL, body = NULL WHERE tenant_id = ?')
    expect((await cleared.bind(tenantId).run()).meta.changes).toBe(1)
    expect(await (await post('recomputed', body)).text()).toBe(await first.text())
  })
})
