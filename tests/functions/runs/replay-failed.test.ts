import { env } from 'cloudflare:workers'
import { engineVersion } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../schema/run.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { readChain, sealedRun } from '../../support/worker/evidence.ts'
import { runOf } from '../../support/worker/explorer.ts'
import { problemOf } from '../../support/worker/readers.ts'
import { compareByHand, forgetCached, makeReplay, replayCountOf } from '../../support/worker/replays.ts'
import { restore, takeSnapshot } from '../../support/worker/stored-rows.ts'
import { uploadJson } from '../../support/worker/uploads.ts'
import { variedCase } from '../../support/worker/varied-case.ts'

/** Executes SQL that changes what is stored, with the run's ids in it. */
async function alter(run: RunRecord, sql: string): Promise<void> {
  const named = sql.replaceAll(':run', `'${run.id}'`).replaceAll(':source', `'${run.source.datasetId}'`)
  expect((await env.DB.prepare(named).run()).meta.changes).toBeGreaterThan(0)
}

const spoilSource = `UPDATE dataset_chunks SET text = replace(text, 'INV-7', 'INV-1') WHERE dataset_id = :source`

/** A run that failed because a dataset was changed; by now it is as it was. */
async function failedRun() {
  const tenant = await createTestApp().newTenant()
  const { client, tenantId } = tenant
  const [source, target] = [
    await uploadJson(client, { name: 'Source', adapter: 'bank', records: variedCase.source }),
    await uploadJson(client, { name: 'Target', adapter: 'ledger', records: variedCase.target }),
  ]
  const snapshot = await takeSnapshot(tenantId)
  await env.DB.prepare(spoilSource.replace(':source', `'${source.id}'`)).run()
  const body = { name: 'Fails', sourceAdapter: `dataset:${source.id}`, targetAdapter: `dataset:${target.id}` }
  const response = await client.post('/api/v1/runs', { ...body, rules: variedCase.rules })
  const run = await response.json<RunRecord>()
  expect(run.status).toBe('failed')
  const { runs } = await takeSnapshot(tenantId)
  await restore(tenantId, { ...snapshot, runs })
  return { ...tenant, run }
}

describe('the replay of a failed run', () => {
  it('completes when its datasets are there again: everything in it is newly matched', async () => {
    const { client, run } = await failedRun()
    const { run: child, replay } = await makeReplay(client, run)
    expect(child).toMatchObject({ status: 'completed', replayOf: run.id, rules: run.rules })
    expect(replay).toMatchObject({ identical: false, expected: null, actual: child.resultRoot })
    expect(replay.differences).toMatchObject(await compareByHand(client, null, child))
    expect(replay.differences?.value).toEqual({
      EUR: { exact: { before: '0', after: '158.6' }, high: { before: '0', after: '20.5' } },
    })
    expect(await readChain(client, child.id)).toMatchObject({ verified: true })
  })

  it('that fails too is not identical to it', async () => {
    const { client, run } = await failedRun()
    await alter(run, spoilSource)
    const { run: child, replay } = await makeReplay(client, run)
    expect(child.status).toBe('failed')
    expect(replay).toEqual({ identical: false, expected: null, actual: null, differences: null })
  })
})

describe('a replay over stored bytes that were changed', () => {
  it('fails as a run does, and the same answer is given again', async () => {
    const { client, run } = await sealedRun()
    await alter(run, spoilSource)
    const key = { 'Idempotency-Key': 'fails' }
    const first = await client.post(run.links.replay, undefined, key)
    const text = await first.text()
    expect(first.status).toBe(201)
    expect(JSON.parse(text)).toMatchObject({
      run: {
        status: 'failed',
        failure: { detail: 'The stored bytes of a dataset are not those that the run was pinned to.' },
      },
      replay: { identical: false, expected: run.resultRoot, actual: null, differences: null },
    })
    await forgetCached()
    expect(await (await client.post(run.links.replay, undefined, key)).text()).toBe(text)
  })

  it('tells a result root that is another one from the one that the datasets give', async () => {
    const { client, run } = await sealedRun()
    await alter(run, 'UPDATE runs SET result_root = policy_hash WHERE id = :run')
    const { replay } = await makeReplay(client, run)
    expect(replay).toMatchObject({ identical: false, expected: run.policy.hash, actual: run.resultRoot })
    expect(replay.differences).toBeNull()
  })

  it('is not compared to stored lines that are not those of the result root', async () => {
    const { client, run } = await sealedRun()
    await alter(
      run,
      `UPDATE result_chunks SET text = replace(text, 's1', 's2') WHERE run_id = :run AND view = 'matches'`,
    )
    expect((await makeReplay(client, run)).replay).toMatchObject({ identical: true })
    const { replay } = await makeReplay(client, run, { rules: [] })
    expect(replay).toMatchObject({ identical: false, expected: run.resultRoot, differences: null })
  })

  it.each([
    ['other rules', `UPDATE runs SET rules = replace(rules, '"days":2', '"days":0') WHERE id = :run`],
    ['a space among the rules', `UPDATE runs SET rules = rules || ' ' WHERE id = :run`],
    ['another policy hash', 'UPDATE runs SET policy_hash = result_root WHERE id = :run'],
  ])('is sealed with what it was executed by: %s', async (_, sql) => {
    const { client, run } = await sealedRun()
    await alter(run, sql)
    const { run: child, replay } = await makeReplay(client, run)
    expect(await readChain(client, child.id)).toMatchObject({ verified: true })
    expect(replay.identical).toBe(child.resultRoot === run.resultRoot)
  })

  it('fails when the stored rules are none that could be executed', async () => {
    const { client, run } = await sealedRun()
    await alter(run, `UPDATE runs SET rules = replace(rules, '"id":"near"', '"id":"exact"') WHERE id = :run`)
    const { run: child } = await makeReplay(client, run)
    expect(child.failure?.detail).toBe('The stored rules of the run cannot be read.')
  })
})

describe('a replay by another version of the engine', () => {
  it('is a finding: both versions are told', async () => {
    const tenant = await createTestApp().newTenant()
    const run = await runOf(tenant, variedCase)
    await alter(run, "UPDATE runs SET engine_version = '0', result_root = policy_hash WHERE id = :run")
    const { run: child, replay } = await makeReplay(tenant.client, run, { rules: variedCase.rules })
    const before = await (await tenant.client.get(run.links.self)).json<RunRecord>()
    expect([before.engineVersion, child.engineVersion, replay.identical]).toEqual(['0', engineVersion, false])
  })

  it.each([undefined, {}, { tables: {} }])('is refused without rules of its own: %j', async (body) => {
    const { client, run } = await sealedRun()
    await alter(run, "UPDATE runs SET engine_version = '1' WHERE id = :run")
    const problem = await problemOf(await client.post(run.links.replay, body))
    expect(problem).toMatchObject({
      code: 'run_not_replayable',
      detail: expect.stringContaining(`made by engine version 1, and this is version ${engineVersion}`),
    })
    expect(await replayCountOf(run)).toBe(0)
  })
})
