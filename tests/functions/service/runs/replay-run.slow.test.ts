import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { breakingDatabase } from '../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain, sealedRun } from '../../../support/worker/evidence.ts'
import { expectRefusals, explore, runOf } from '../../../support/worker/explorer.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { compareByHand, makeReplay, type Replay, replayCountOf } from '../../../support/worker/replays.ts'
import { demoRun, makeRun, manyRecords } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'
import { variedCase } from '../../../support/worker/varied-case.ts'

async function variedRun() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  return { ...app, ...tenant, run: await runOf(tenant, variedCase) }
}

const noDifference = { newlyMatched: [], noLongerMatched: [], rePaired: [], truncated: false }

describe('a replay', () => {
  it('is a run of its own over the same datasets and rules, sealed by a receipt of its own', async () => {
    const { client, run } = await sealedRun()
    const replay = await makeReplay(client, run)
    const { id, name, source, target, rules, policy, summary, resultRoot } = run
    expect(replay.run).toMatchObject({ name, source, target, rules, policy, summary, resultRoot })
    expect(replay.run).toMatchObject({ replayOf: id, status: 'completed', sequence: 3 })
    expect(replay.run.id).not.toBe(id)
    expect(replay.replay).toMatchObject({ identical: true, expected: resultRoot, actual: resultRoot })
    const evidence = await (await client.get(replay.run.links.evidence)).json()
    expect(evidence).toMatchObject({ receipt: { replayOf: id, run: replay.run.id, result: resultRoot } })
    expect((await readChain(client, replay.run.id)).checks.filter(({ passed }) => passed)).toHaveLength(10)
  })

  it.each([undefined, {}])('of the same rules has no differences, with %j as its body', async (body) => {
    const { client, run } = await variedRun()
    const { replay } = await makeReplay(client, run, body)
    expect(replay.differences).toMatchObject(noDifference)
    expect(replay.differences?.value).toEqual({
      EUR: {
        exact: { before: '158.6', after: '158.6' },
        high: { before: '20.5', after: '20.5' },
      },
    })
  })

  it('is found by its own links, and the run stays as it was', async () => {
    const { client, run } = await variedRun()
    const response = await client.post(run.links.replay)
    const answer = await response.json<{ run: { links: { self: string } } }>()
    expect(response.headers.get('Location')).toBe(answer.run.links.self)
    expect(await (await client.get(answer.run.links.self)).json()).toEqual(answer.run)
    expect(await (await client.get(run.links.self)).json()).toEqual(run)
  })

  it('uses the datasets that the run was pinned to, though the adapters have newer ones', async () => {
    const { client, run } = await sealedRun()
    await uploadJson(client, { name: 'Newer', adapter: 'bank:a', records: manyRecords(3) })
    await uploadJson(client, { name: 'Newer', adapter: 'ledger:a', records: manyRecords(3) })
    const { run: child, replay } = await makeReplay(client, run)
    expect([child.source, child.target, replay.identical]).toEqual([run.source, run.target, true])
  })

  it('takes built-in records and sides without a dataset as the run did', async () => {
    const { client } = await createTestApp().newTenant()
    for (const body of [demoRun, { sourceAdapter: 'bank' }, { sourceAdapter: 'bank', targetAdapter: 'ledger' }]) {
      const run = await makeRun(client, body)
      const { run: child, replay } = await makeReplay(client, run)
      expect([replay.identical, child.warnings, child.policy]).toEqual([true, run.warnings, run.policy])
      expect(await readChain(client, child.id)).toMatchObject({ verified: true })
    }
  })

  it('can itself be replayed', async () => {
    const { client, run } = await variedRun()
    const first = await makeReplay(client, run)
    const second = await makeReplay(client, first.run)
    expect(second.run.replayOf).toBe(first.run.id)
    expect(second.replay).toMatchObject({ identical: true, expected: run.resultRoot })
  })

  it('has the graph of the run but for the nodes of its sealing', async () => {
    const { client, run } = await variedRun()
    const { run: child } = await makeReplay(client, run)
    const sealing = new Set(['seal', 'receipt', 'checkpoint'])
    const graphOf = async (each: typeof run) => {
      const graph = await explore<{ nodes: { id: string }[]; edges: object[] }>(client, each, 'getExecutionGraph')
      return { edges: graph.edges, nodes: graph.nodes.filter(({ id }) => !sealing.has(id)) }
    }
    expect(await graphOf(child)).toEqual(await graphOf(run))
  })
})

describe('a what-if', () => {
  it('tells how its result differs from that of the run', async () => {
    const { client, run } = await variedRun()
    const rules = [{ id: 'loose', match: [{ field: 'amount', tolerance: '1' }] }]
    const { run: child, replay } = await makeReplay(client, run, { rules })
    expect(child).toMatchObject({ replayOf: run.id, rules: [{ id: 'loose' }], policy: { id: 'custom' } })
    expect(replay).toMatchObject({ identical: false, expected: run.resultRoot, actual: child.resultRoot })
    expect(replay.differences).toMatchObject(await compareByHand(client, run, child))
    expect(replay.differences?.noLongerMatched.length).toBeGreaterThan(0)
    expect(replay.differences?.newlyMatched.length).toBeGreaterThan(0)
    expect(await readChain(client, child.id)).toMatchObject({ verified: true })
    expect(await (await client.get(run.links.self)).json()).toEqual(run)
  })

  it('adds up what is matched by currency and confidence, before and after', async () => {
    const { client, run } = await variedRun()
    const rules = run.rules.filter(({ id }) => id === 'cents')
    const { replay } = await makeReplay(client, run, { rules })
    expect(replay.differences?.value).toEqual({
      EUR: {
        exact: { before: '158.6', after: '108' },
        high: { before: '20.5', after: '20.5' },
      },
    })
  })

  it('with the built-in policy is one with no rules of its own', async () => {
    const { client, run } = await variedRun()
    expect((await makeReplay(client, run, { rules: [] })).run.policy.id).toBe('default@2')
  })

  it('with the rules of the run comes to the same bytes', async () => {
    const { client, run } = await variedRun()
    expect((await makeReplay(client, run, { rules: run.rules })).replay).toMatchObject({ identical: true })
  })

  it('cuts its lists to what an answer may hold, and says so', async () => {
    const tenant = await createTestApp().newTenant()
    const records = manyRecords(700, (record, index) => ({ ...record, id: `${'x'.repeat(250)}${index}` }))
    const run = await runOf(tenant, {
      source: records,
      target: records,
      rules: [{ id: 'a', match: [{ field: 'account' }] }],
    })
    const body = { rules: [{ match: [{ field: 'reference' }] }] }
    const key = { 'Idempotency-Key': 'long' }
    const text = await (await tenant.client.post(run.links.replay, body, key)).text()
    const { replay }: Replay = JSON.parse(text)
    expect(await (await tenant.client.post(run.links.replay, body, key)).text()).toBe(text)
    expect(replay.differences?.truncated).toBe(true)
    const { newlyMatched = [] } = replay.differences ?? {}
    const { length } = JSON.stringify(newlyMatched)
    expect([length > 290_000, length <= 300_001, newlyMatched.length < 700]).toEqual([true, true, true])
  })

  it.each([
    ['a member that there is not', { rule: [] }, [{ pointer: '/rule', code: 'unknown_member' }]],
    ['a rule that is none', { rules: [{ id: 'a' }] }, [{ pointer: '/rules/0' }]],
    ['rules that are no list', { rules: 1 }, [{ pointer: '/rules' }]],
  ])('is refused for %s', async (_, body, errors) => {
    const { client, run } = await variedRun()
    const problem = await problemOf(client.post(run.links.replay, body))
    expect(problem).toMatchObject({ code: 'validation_failed', errors })
    expect(await replayCountOf(run)).toBe(0)
  })
})

describe('a run that cannot be replayed', () => {
  it.each(['queued', 'running'])('is one that is still %s', async (status) => {
    const { client, secret } = await createTestApp().newTenant()
    const stopped = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith({ 'X-API-Key': secret })
    const location = (await stopped.post('/api/v1/runs', demoRun)).headers.get('Location') ?? ''
    await env.DB.prepare('UPDATE runs SET status = ? WHERE id = ?').bind(status, location.split('/').at(-1)).run()
    const response = await client.post(`${location}/replay`)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect((await problemOf(response)).code).toBe('run_not_replayable')
  })

  it('is another tenant’s, as one that there is not', async () => {
    const { run, ...app } = await sealedRun()
    await expectRefusals(app, run, (client, id) => client.post(`/api/v1/runs/${id}/replay`))
    expect(await replayCountOf(run)).toBe(0)
  })

  it('is one of more records than a run takes', async () => {
    const { client, run } = await sealedRun()
    await env.DB.prepare("UPDATE runs SET target = json_set(target, '$.recordCount', 20000001) WHERE id = ?")
      .bind(run.id)
      .run()
    expect(await problemOf(client.post(run.links.replay))).toMatchObject({ code: 'run_too_large' })
    expect(await replayCountOf(run)).toBe(0)
  })
})
