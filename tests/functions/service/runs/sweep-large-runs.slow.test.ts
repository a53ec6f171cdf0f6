import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { interceptDatabase } from '../../../support/worker/intercept-database.ts'
import { largeRunScene as scene } from '../../../support/worker/large-run-scene.ts'
import { executeInstance, filesOfRun, queueRun } from '../../../support/worker/large-runs.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'

const minute = 60_000

describe('the sweep of runs in pieces', () => {
  it('leaves a run alone whose instance lives, and no request executes it', async () => {
    const { client, clock, sweep, execute, state, ids, env: bindings, isolate } = await scene()
    const { id } = await queueRun(client)
    await execute(id, {
      before: async (step) => {
        if (step !== 'facts') return
        clock.advance(39_999)
        await sweep()
        await runScheduled(bindings, isolate)
      },
    })
    expect([(await state(id)).status, ids()]).toEqual(['completed', [`${id}-1`]])
  })

  it('begins a next attempt when an instance that is said to run has been silent for 40 seconds', async () => {
    const { client, clock, sweep, execute, state, states, ids } = await scene()
    const { id } = await queueRun(client)
    await execute(id, {
      before: async (step) => {
        if (step !== 'facts') return
        clock.advance(40_000)
        await sweep()
      },
    })
    expect([(await state(id)).status, ids()]).toEqual(['queued', [`${id}-1`, `${id}-2`]])
    expect(states.get(`${id}-1`)).toBe('terminated')
    await execute(id, {}, 2)
    expect((await state(id)).status).toBe('completed')
  })

  it('leaves a run alone whose instance works for long without counting a record', async () => {
    const { client, clock, sweep, execute, state, ids, env: bindings } = await scene()
    const { id } = await queueRun(client)
    let isSlow = false
    const DB = interceptDatabase(bindings.DB, async ({ sql }, call) => {
      if (isSlow || !sql.some((text) => /insert into "result_chunks"/i.test(text))) return call()
      isSlow = true
      for (let waited = 0; waited < 5; waited += 1) {
        clock.advance(30_000)
        // The timer of the task has its turns.
        await new Promise((resolve) => setTimeout(resolve, 50))
        await sweep()
      }
      return call()
    })
    await execute(id, { env: { DB } })
    expect([isSlow, (await state(id)).status, ids()]).toEqual([true, 'completed', [`${id}-1`]])
  })

  it('begins a next attempt when an instance that is said to run did not begin', async () => {
    const { client, clock, sweep, ids } = await scene()
    const { id } = await queueRun(client)
    clock.advance(2 * minute)
    await sweep()
    expect(ids()).toEqual([`${id}-1`, `${id}-2`])
  })

  it('waits for an instance that the platform has not begun', async () => {
    const { client, clock, sweep, state, states, ids } = await scene()
    const { id } = await queueRun(client)
    states.set(`${id}-1`, 'queued')
    for (let looks = 0; looks < 9; looks += 1) {
      clock.advance(2 * minute)
      await sweep()
    }
    expect([(await state(id)).status, ids()]).toEqual(['queued', [`${id}-1`]])
  })

  it('lets a run be cancelled again whose instance died before it was sealed', async () => {
    const { client, clock, sweep, execute, state, states, tenantId } = await scene()
    const { id } = await queueRun(client)
    const dying = execute(id, {
      before: async (step) => {
        if (step === 'seal') throw new Error('D1_ERROR: Network connection lost.')
      },
    })
    await expect(dying).rejects.toThrow()
    expect((await problemOf(client.delete(`/api/v1/runs/${id}`))).code).toBe('run_not_finished')
    states.set(`${id}-1`, 'errored')
    clock.advance(2 * minute)
    await sweep()
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    expect((await client.delete(`/api/v1/runs/${id}`)).status).toBe(200)
    expect((await state(id)).status).toBe('cancelled')
  })

  it.each(['before', 'after'] as const)('starts one whose start was not acknowledged, %s it was done', async (when) => {
    const { client, clock, sweep, execute, state, states, ids } = await scene({ faults: [{ method: 'create', when }] })
    const { id } = await queueRun(client)
    if (when === 'after') states.set(`${id}-1`, 'queued')
    clock.advance(2 * minute)
    await sweep()
    expect(ids()).toEqual([`${id}-1`])
    await execute(id)
    expect((await state(id)).status).toBe('completed')
  })

  it('begins a next attempt when the instance died, of which alone anything is stored', async () => {
    const { client, clock, sweep, execute, state, states, ids, tenantId, env: bindings, isolate } = await scene()
    const { id } = await queueRun(client)
    let steps = 0
    const dying = executeInstance(
      { env: bindings, isolate },
      { tenantId, runId: id, attempt: 1 },
      {
        before: async () => {
          steps += 1
          if (steps > 9) throw new Error('D1_ERROR: Network connection lost.')
        },
      },
    )
    await expect(dying).rejects.toThrow()
    states.set(`${id}-1`, 'errored')
    expect((await state(id)).status).toBe('running')
    clock.advance(2 * minute)
    await sweep()
    expect([(await state(id)).status, ids()]).toEqual(['queued', [`${id}-1`, `${id}-2`]])
    await execute(id)
    expect((await state(id)).status).toBe('queued')
    await execute(id, {}, 2)
    expect((await state(id)).status).toBe('completed')
    clock.advance(15 * minute + 1)
    await runScheduled(bindings, isolate)
    expect((await filesOfRun(id)).filter((name) => !name.startsWith('2/result/'))).toEqual([])
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })

  it('ends a run as failed when five instances died', async () => {
    const { client, clock, sweep, state, states, ids, tenantId } = await scene()
    const { id } = await queueRun(client)
    for (const attempt of [1, 2, 3, 4, 5]) {
      states.set(`${id}-${attempt}`, 'errored')
      clock.advance(2 ** attempt * minute)
      await sweep()
    }
    const { status, failure } = await state(id)
    expect([status, failure?.code, ids().length]).toEqual(['failed', 'attempts_exhausted', 5])
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })

  it('neither fails a run that was signed nor lets it be cancelled, however often its instances died', async () => {
    const { client, clock, sweep, execute, state, states, ids } = await scene()
    const { id } = await queueRun(client)
    const DB = faultyDatabase(env.DB, [{ matches: /insert into "receipts"/i, when: 'before', times: 99 }])
    await expect(execute(id, { env: { DB } })).rejects.toThrow()
    for (const attempt of [1, 2, 3, 4, 5, 6]) {
      states.set(`${id}-${attempt}`, 'errored')
      clock.advance(2 ** attempt * minute)
      await sweep()
      expect((await problemOf(client.delete(`/api/v1/runs/${id}`))).code).toBe('run_not_finished')
    }
    expect([(await state(id)).status, ids().length]).toEqual(['queued', 7])
    await execute(id, {}, 7)
    expect((await state(id)).status).toBe('completed')
  })

  it('waits with the next attempt while the tenant is suspended', async () => {
    const { client, clock, sweep, states, ids, tenantId } = await scene()
    const { id } = await queueRun(client)
    states.set(`${id}-1`, 'errored')
    clock.advance(2 * minute)
    const suspend = (at: number | null) =>
      env.DB.prepare('UPDATE tenants SET suspended_at = ? WHERE id = ?').bind(at, tenantId).run()
    await suspend(1)
    await sweep()
    expect(ids()).toHaveLength(1)
    await suspend(null)
    await sweep()
    expect(ids()).toHaveLength(2)
  })
})
