import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { databaseOf, queries } from '../../../../functions/service/store/database.ts'
import { sweepUploads } from '../../../../functions/service/uploads/sweep-uploads.ts'
import type { UploadRecord } from '../../../../schema/upload.ts'
import type { WorkflowFault } from '../../../support/worker/memory-workflow.ts'
import { beginUpload, objectsOf, receivedUpload, uploadsPath } from '../../../support/worker/part-uploads.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { createUploadApp, executeReading } from '../../../support/worker/readings.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\n')
const minute = 60_000
const hour = 60 * minute

async function scene(faults: readonly WorkflowFault[] = []) {
  await env.DB.prepare('DELETE FROM uploads').run()
  const clock = settableClock()
  const app = createUploadApp({ now: clock.now, faults })
  const tenant = await app.newTenant()
  const { client, tenantId } = tenant
  const sweep = () => sweepUploads({ db: queries(databaseOf(app.env, tenantId)), env: app.env, isolate: app.isolate })
  const begin = async () => {
    const { id } = await receivedUpload(client, [small])
    await client.post(`${uploadsPath}/${id}/complete`)
    return id
  }
  const stateOf = async (id: string) => {
    const response = await client.get(`/api/v1/datasets/${id}`)
    return response.ok ? (await response.json<UploadRecord>()).state : response.status
  }
  const rows = async () => (await env.DB.prepare('SELECT count(*) AS count FROM uploads').first('count')) ?? 0
  return { ...app, ...tenant, clock, sweep, begin, stateOf, rows }
}

describe('the sweep of uploads', () => {
  it('removes what was not completed within 24 hours, and what came late with it', async () => {
    const { client, clock, sweep, stateOf, rows, tenantId } = await scene()
    const { id } = await receivedUpload(client, [small])
    clock.advance(24 * hour - 1)
    await sweep()
    expect(await stateOf(id)).toBe('receiving')
    clock.advance(1)
    await sweep()
    expect([await stateOf(id), await objectsOf(id)]).toEqual([404, []])
    await env.BUCKET.put(`uploads/${tenantId}/${id}/1/late`, small)
    clock.advance(6 * hour)
    await sweep()
    expect([await objectsOf(id), await rows()]).toEqual([[], 0])
  })

  it('leaves a reading alone whose instance waits for its turn', async () => {
    const { clock, sweep, begin, stateOf, started, states } = await scene()
    const id = await begin()
    states.set(`${id}-1`, 'queued')
    for (let looks = 0; looks < 5; looks += 1) {
      clock.advance(3 * minute)
      await sweep()
    }
    expect([await stateOf(id), started.length]).toEqual(['reading', 1])
  })

  it('reads anew what is not heard of, although its instance seems to run and cannot be ended', async () => {
    const { clock, sweep, begin, started, ...app } = await scene([{ method: 'terminate', when: 'before' }])
    const id = await begin()
    clock.advance(3 * minute - 1)
    await sweep()
    expect(started).toHaveLength(1)
    clock.advance(1)
    await sweep()
    expect(started.map((each) => each.id)).toEqual([`${id}-1`, `${id}-2`])
    await executeReading(app, { id, tenantId: app.tenantId, attempt: 1 })
    expect(await app.stateOf(id)).toBe('reading')
  })

  it('begins a next attempt when the instance died, and that one ends', async () => {
    const { clock, sweep, begin, stateOf, started, states, ...app } = await scene()
    const id = await begin()
    states.set(`${id}-1`, 'errored')
    clock.advance(3 * minute)
    await sweep()
    expect(started.map((each) => each.id)).toEqual([`${id}-1`, `${id}-2`])
    await executeReading(app, { id, tenantId: app.tenantId, attempt: 1 })
    expect(await stateOf(id)).toBe('reading')
    await executeReading(app, { id, tenantId: app.tenantId, attempt: 2 })
    expect(await stateOf(id)).toBe('sealed')
  })

  it('begins one that was never started, since the platform did not answer', async () => {
    const { client, clock, sweep, stateOf, started } = await scene([{ method: 'create', when: 'before' }])
    const { id } = await receivedUpload(client, [small])
    expect((await client.post(`${uploadsPath}/${id}/complete`)).status).toBe(503)
    expect(await stateOf(id)).toBe('reading')
    clock.advance(3 * minute)
    await sweep()
    expect(started).toHaveLength(1)
  })

  it('refuses a file with a reason when five instances died, and removes its row after a week', async () => {
    const { client, clock, sweep, begin, states, rows } = await scene()
    const id = await begin()
    for (const attempt of [1, 2, 3, 4, 5]) {
      states.set(`${id}-${attempt}`, 'errored')
      clock.advance(3 * minute)
      await sweep()
    }
    const { state, refusal } = await (await client.get(`/api/v1/datasets/${id}`)).json<UploadRecord>()
    expect([state, refusal?.code]).toEqual(['refused', 'attempts_exhausted'])
    await sweep()
    expect(await objectsOf(id)).toEqual([])
    clock.advance(7 * 24 * hour - 1)
    await sweep()
    expect(await rows()).toBe(1)
    clock.advance(1)
    await sweep()
    expect(await rows()).toBe(0)
  })

  it('waits with the next attempt while the tenant is suspended', async () => {
    const { clock, sweep, begin, started, states, tenantId } = await scene()
    const id = await begin()
    states.set(`${id}-1`, 'errored')
    clock.advance(hour)
    const suspend = (at: number | null) =>
      env.DB.prepare('UPDATE tenants SET suspended_at = ? WHERE id = ?').bind(at, tenantId).run()
    await suspend(1)
    await sweep()
    expect(started).toHaveLength(1)
    await suspend(null)
    await sweep()
    expect(started).toHaveLength(2)
  })

  it('sees to the others when one upload fails', async () => {
    const { client, clock, sweep, begin, stateOf } = await scene([{ method: 'status', when: 'before' }])
    const reading = await begin()
    clock.advance(3 * minute)
    const { id } = await beginUpload(client, small.length)
    clock.advance(24 * hour)
    await expect(sweep()).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect([await stateOf(reading), await stateOf(id)]).toEqual(['reading', 404])
  })
})
