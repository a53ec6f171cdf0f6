import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { requestsOfRun } from '../../../../functions/service/http/rate/large-run-quota.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { ReplayAnswer } from '../../../../schema/replay.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { largeRunScene as scene } from '../../../support/worker/large-run-scene.ts'
import { executeInstance, filesOfRun, largeRun, queueRun, smallLimits } from '../../../support/worker/large-runs.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'

const minute = 60_000

describe('a run that is cancelled', () => {
  it('is final, has no results, and leaves nothing', async () => {
    const { client, clock, state, states, tenantId, env: bindings, isolate } = await scene()
    const { id } = await queueRun(client)
    const parameters = { tenantId, runId: id, attempt: 1 }
    let steps = 0
    const executed = await executeInstance({ env: bindings, isolate }, parameters, {
      before: async () => {
        steps += 1
        if (steps !== 12) return
        const response = await client.delete(`/api/v1/runs/${id}`)
        expect([response.status, (await response.json<RunRecord>()).status]).toEqual([200, 'cancelled'])
      },
    })
    expect(executed).toHaveLength(12)
    expect([(await state(id)).status, states.get(`${id}-1`)]).toEqual(['cancelled', 'terminated'])
    expect((await problemOf(client.get(`/api/v1/runs/${id}/results`))).code).toBe('run_cancelled')
    expect((await problemOf(client.get(`/api/v1/runs/${id}/evidence`))).code).toBe('run_cancelled')
    const { data } = await (await client.get('/api/v1/runs?status=cancelled')).json<{ data: RunRecord[] }>()
    expect(data.map((run) => run.id)).toEqual([id])
    expect(await (await client.get('/api/v1/usage')).json()).toMatchObject({
      runs: { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 1 },
    })
    clock.advance(15 * minute + 1)
    await runScheduled(bindings, isolate)
    expect(await filesOfRun(id)).toEqual([])
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    expect((await client.delete(`/api/v1/runs/${id}`)).status).toBe(204)
  })

  it('leaves nothing when it is deleted while a step of it still writes', async () => {
    const { client, clock, execute, tenantId, env: bindings, isolate } = await scene()
    const { id } = await queueRun(client)
    let deleted: readonly number[] = []
    const meanwhile = async (): Promise<void> => {
      const answers = [await client.delete(`/api/v1/runs/${id}`), await client.delete(`/api/v1/runs/${id}`)]
      deleted = answers.map(({ status }) => status)
      await runScheduled(bindings, isolate)
    }
    const bucket = faultyBucket(env.BUCKET, [{ method: 'put', matches: /runs\//, when: 'late', meanwhile }])
    await execute(id, { env: { BUCKET: bucket } })
    expect(deleted).toEqual([200, 204])
    expect((await filesOfRun(id)).length).toBeGreaterThan(0)
    clock.advance(15 * minute + 1)
    await runScheduled(bindings, isolate)
    expect(await filesOfRun(id)).toEqual([])
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })

  it('may be cancelled by who may make runs, and deleted by who may delete them', async () => {
    const { client, execute } = await scene({ scopes: ['runs:write', 'runs:read'] })
    const [first, second] = [await queueRun(client), await queueRun(client)]
    expect((await client.delete(`/api/v1/runs/${first.id}`)).status).toBe(200)
    expect((await problemOf(client.delete(`/api/v1/runs/${first.id}`))).code).toBe('scope_insufficient')
    await execute(second.id)
    expect((await problemOf(client.delete(`/api/v1/runs/${second.id}`))).code).toBe('scope_insufficient')
  })

  it('is not cancelled any more once a receipt of it may have been signed', async () => {
    const { client, tenantId, env: bindings, isolate, state } = await scene()
    const { id } = await queueRun(client)
    await executeInstance(
      { env: bindings, isolate },
      { tenantId, runId: id, attempt: 1 },
      {
        before: async (step) => {
          if (step !== 'seal') return
          expect((await problemOf(client.delete(`/api/v1/runs/${id}`))).code).toBe('run_not_finished')
        },
      },
    )
    expect((await state(id)).status).toBe('completed')
  })
})

describe('a large run that is deleted', () => {
  it('takes its objects with it', async () => {
    const { client, execute, env: bindings, isolate } = await scene()
    const { id } = await queueRun(client)
    await execute(id)
    expect((await filesOfRun(id)).length).toBeGreaterThan(0)
    expect((await client.delete(`/api/v1/runs/${id}`)).status).toBe(204)
    await runScheduled(bindings, isolate)
    expect(await filesOfRun(id)).toEqual([])
  })
})

describe('the requests for large runs', () => {
  it('are refused while eight of the tenant are unfinished', async () => {
    const { client, execute } = await scene()
    const runs = []
    for (let count = 0; count < 8; count += 1) runs.push(await queueRun(client))
    const response = await client.post('/api/v1/runs', demoRun)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '60'])
    expect((await response.json<{ code: string }>()).code).toBe('temporarily_overloaded')
    await execute(runs[0]?.id ?? '')
    await queueRun(client)
  })

  it('count against the hourly quota by their records, and are refused when the hour has less left', async () => {
    const { client, tenantId, ids } = await scene({ settings: { quotaPerHour: 4 } })
    const first = await client.post('/api/v1/runs', demoRun)
    expect([first.status, first.headers.get('X-RateLimit-Remaining')]).toEqual([202, '1'])
    const second = await client.post('/api/v1/runs', demoRun)
    expect([second.status, (await second.json<{ code: string }>()).code]).toEqual([429, 'quota_exceeded'])
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(ids()).toHaveLength(1)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })

  it.each([
    [50_001, 20_000, 51],
    [2_000_000, 20_000, 2_000],
    [2_000_000, 100, 99],
    [7, 1, 0],
  ])('of %i records count, of %i requests an hour, as %i', (recordCount, limit, requestCount) => {
    expect(requestsOfRun(recordCount, limit)).toBe(requestCount)
  })

  it('answer a retry with the run as it stands, and with the stored answer once it has ended', async () => {
    const { client, execute } = await scene()
    const key = { 'Idempotency-Key': 'large-1' }
    const { id } = await queueRun(client, {}, key)
    const again = await client.post('/api/v1/runs', largeRun, key)
    expect([again.status, (await again.json<RunRecord>()).status]).toEqual([202, 'queued'])
    await execute(id)
    for (let tries = 0; tries < 2; tries += 1) {
      const ended = await client.post('/api/v1/runs', largeRun, key)
      expect([ended.status, ended.headers.get('Idempotent-Replayed')]).toEqual([201, 'true'])
      expect(await ended.json<RunRecord>()).toMatchObject({ id, status: 'completed' })
    }
    expect((await problemOf(client.post('/api/v1/runs', { ...largeRun, name: 'Other' }, key))).code).toBe(
      'idempotency_key_reused',
    )
  })

  it('make a run that takes too many steps for a request a queued one', async () => {
    const { client, execute, state, ids } = await scene({
      runLimits: { ...smallLimits, inlineRecordCountMax: 1_000, inlineStepCountMax: 100 },
    })
    const { id, status } = await queueRun(client, {}, { 'Idempotency-Key': 'steps' })
    expect([status, ids()]).toEqual(['queued', [`${id}-101`]])
    await execute(id, {}, 101)
    expect((await state(id)).status).toBe('completed')
  })

  it('reserve as many bytes as the run reads until it has ended', async () => {
    const { client, tenantId } = await scene()
    const used = async () =>
      (await (await client.get('/api/v1/usage')).json<{ storage: { usedBytes: number } }>()).storage.usedBytes
    const before = await used()
    await queueRun(client)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    expect(await used()).toBeGreaterThan(before)
  })
})

describe('the replay of a large run', () => {
  it('is a run, whose retry says how its result compares', async () => {
    const { client, execute } = await scene()
    const { id, resultRoot } = await queueRun(client)
    expect(resultRoot).toBe(null)
    await execute(id)
    const key = { 'Idempotency-Key': 'replay-1' }
    const response = await client.post(`/api/v1/runs/${id}/replay`, {}, key)
    expect(response.status).toBe(202)
    const { run, replay } = await response.json<{ run: RunRecord; replay: null }>()
    expect([run.replayOf, replay]).toEqual([id, null])
    await execute(run.id)
    const again = await client.post(`/api/v1/runs/${id}/replay`, {}, key)
    expect(again.status).toBe(201)
    const ended = await again.json<ReplayAnswer>()
    expect(ended.replay).toEqual({
      identical: true,
      expected: ended.run.resultRoot,
      actual: ended.run.resultRoot,
      differences: null,
    })
  })

  it('is left to the request when the run was small and only its client did not want to wait', async () => {
    const { client, execute } = await scene({ runLimits: { ...smallLimits, inlineRecordCountMax: 1_000 } })
    const { id } = await queueRun(client, {}, { Prefer: 'respond-async' })
    await execute(id)
    const replay = await client.post(`/api/v1/runs/${id}/replay`)
    expect(replay.status).toBe(201)
    expect((await replay.json<ReplayAnswer>()).replay).toMatchObject({
      identical: true,
      differences: { truncated: false },
    })
    expect((await makeRun(client)).status).toBe('completed')
  })
})
