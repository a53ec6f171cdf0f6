import { env } from 'cloudflare:workers'
import { engineVersion } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { otherEngine } from '../../../engine/support/other-engine.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain, sealedRun } from '../../../support/worker/evidence.ts'
import { explorerPath } from '../../../support/worker/explorer.ts'
import { runOfOtherEngine } from '../../../support/worker/other-engine.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { compareByHand, makeReplay, replayCountOf } from '../../../support/worker/replays.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { restore, takeSnapshot } from '../../../support/worker/stored-rows.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'
import { variedCase } from '../../../support/worker/varied-case.ts'

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
        failure: {
          code: 'records_altered',
          detail: expect.stringContaining('that the run was pinned to. Chunk 0 of the'),
        },
      },
      replay: { identical: false, expected: run.resultRoot, actual: null, differences: null },
    })
    expect(await (await client.post(run.links.replay, undefined, key)).text()).toBe(text)
  })

  it.each([
    ['another result root', 'UPDATE runs SET result_root = policy_hash WHERE id = :run'],
    ['other rules', `UPDATE runs SET rules = replace(rules, '"days":2', '"days":0') WHERE id = :run`],
    ['a space among the rules', `UPDATE runs SET rules = rules || ' ' WHERE id = :run`],
    ['another policy hash', 'UPDATE runs SET policy_hash = result_root WHERE id = :run'],
    ['another time', 'UPDATE runs SET created_at = created_at + 1 WHERE id = :run'],
    ['no receipt', 'DELETE FROM receipts WHERE run_id = :run'],
    ['another state', "UPDATE runs SET status = 'failed' WHERE id = :run"],
  ])('is not made of a run that is not what its receipt says: %s', async (_, sql) => {
    const { client, run } = await sealedRun()
    await alter(run, sql)
    for (const body of [undefined, { rules: [] }])
      expect(await problemOf(client.post(run.links.replay, body))).toMatchObject({
        status: 409,
        code: 'records_altered',
      })
    expect(await replayCountOf(run)).toBe(0)
  })

  it('is identical to no result whose stored lines are not those of its root', async () => {
    const { client, run } = await sealedRun()
    await alter(
      run,
      `UPDATE result_chunks SET text = replace(text, 's1', 's2') WHERE run_id = :run AND view = 'matches'`,
    )
    for (const body of [undefined, { rules: [] }]) {
      const { replay } = await makeReplay(client, run, body)
      expect(replay).toMatchObject({ identical: false, expected: run.resultRoot, differences: null })
    }
  })

  it('is answered again when its original is gone, and refused when it cannot be compared any more', async () => {
    const { client, run } = await sealedRun()
    const key = { 'Idempotency-Key': 'again' }
    expect((await client.post(run.links.replay, undefined, key)).status).toBe(201)
    await env.DB.prepare('UPDATE idempotency_keys SET status = NULL, body = NULL').run()
    await alter(run, 'DELETE FROM runs WHERE id = :run')
    const again = await (await client.post(run.links.replay, undefined, key)).json()
    expect(again).toMatchObject({ run: { replayOf: run.id }, replay: { identical: false, expected: null } })
    await env.DB.prepare('UPDATE idempotency_keys SET status = NULL, body = NULL').run()
    await alter(run, spoilSource)
    expect((await problemOf(client.post(run.links.replay, undefined, key))).code).toBe('records_altered')
  })

  it('is identical to no result that was rewritten together with the run’s row', async () => {
    const { client, tenantId, run } = await sealedRun()
    const other = await makeRun(client, {
      sourceAdapter: 'bank:a',
      targetAdapter: 'ledger:a',
      rules: [{ match: [{ field: 'reference' }] }],
    })
    expect(other.resultRoot).not.toBe(run.resultRoot)
    await env.DB.batch(
      [
        `DELETE FROM result_chunks WHERE run_id = '${run.id}'`,
        `UPDATE result_chunks SET run_id = '${run.id}' WHERE run_id = '${other.id}'`,
        `UPDATE runs SET (rules, policy_hash, result_root, summary) = (SELECT rules, policy_hash, result_root, summary
          FROM runs r WHERE r.tenant_id = '${tenantId}' AND r.id = '${other.id}') WHERE id = '${run.id}'`,
      ].map((sql) => env.DB.prepare(sql)),
    )
    expect((await problemOf(client.post(run.links.replay))).code).toBe('records_altered')
    for (const name of ['getExecutionGraph', 'findPolicyImpact', 'traceArtifactLineage?artifact=result'])
      expect((await problemOf(client.get(explorerPath(run, name)))).code).toBe('records_altered')
  })
})

describe('a replay by another version of the engine', () => {
  it('is a finding: both versions are told', async () => {
    const { client, run } = await runOfOtherEngine()
    const { run: child, replay } = await makeReplay(client, run, { rules: variedCase.rules })
    const before = await (await client.get(run.links.self)).json<RunRecord>()
    expect([before.engineVersion, child.engineVersion, replay.identical]).toEqual([otherEngine, engineVersion, false])
  })

  it.each([undefined, {}, { tables: {} }])('is refused without rules of its own: %j', async (body) => {
    const { client, run } = await runOfOtherEngine()
    const problem = await problemOf(await client.post(run.links.replay, body))
    expect(problem).toMatchObject({
      code: 'run_not_replayable',
      detail: expect.stringContaining(`made by engine version ${otherEngine}, and this is version ${engineVersion}`),
    })
    expect(await replayCountOf(run)).toBe(0)
  })
})
