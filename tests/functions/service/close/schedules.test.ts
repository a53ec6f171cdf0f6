import { describe, expect, it } from 'vitest'
import { scheduled, setSchedule } from '../../../support/worker/scheduled.ts'

const minute = 60_000
const day = 86_400_000
const both = { when: 'both_sides' }

describe('a schedule at a time of day', () => {
  it('tells once a day which side stayed away, and runs what there is', async () => {
    const daily = { when: 'time', time: '06:00', zone: 'UTC' }
    const { clock, add, sweep, runs, waited, shown } = await scheduled('2026-03-02T05:00:00Z', daily)
    await add('source')
    clock.now = Date.parse('2026-03-02T06:00:00Z')
    for (let minutes = 0; minutes < 5; minutes += 1, clock.now += minute) await sweep()
    expect(await runs()).toHaveLength(1)
    const [first] = await waited()
    expect(await waited()).toEqual([{ event: 'schedule.waited', side: 'target', createdAt: first?.createdAt }])
    expect(await shown()).toMatchObject({ waitingFor: ['target'], lastAt: '2026-03-02T06:00:00.000Z', problem: null })
    expect(await shown()).toMatchObject({ nextAt: '2026-03-03T06:00:00.000Z' })
    clock.now = Date.parse('2026-03-03T06:00:00Z')
    await sweep()
    await sweep()
    expect(await runs()).toHaveLength(1)
    expect((await waited()).map(({ side }) => side).sort()).toEqual(['source', 'target', 'target'])
  })
})

describe('a schedule of both sides', () => {
  it('runs once each side has something new, and says for which side it waits', async () => {
    const { clock, client, period, add, sweep, runs, waited, shown } = await scheduled('2026-03-02T05:00:00Z', both)
    await add('source')
    await sweep()
    expect(await shown()).toMatchObject({ waitingFor: ['target'], lastRunId: null, nextAt: null })
    expect([await runs(), await waited()]).toEqual([[], []])
    for (let hours = 0; hours < 50; hours += 1, clock.now += 60 * minute) await sweep()
    expect((await waited()).map(({ side, createdAt }) => [side, createdAt.slice(8, 13)])).toEqual([
      ['target', '03T05'],
      ['target', '04T05'],
    ])
    await add('target')
    await Promise.all([sweep(), sweep()])
    clock.now += minute
    await sweep()
    expect(await runs()).toHaveLength(1)
    const { lastRunId, waitingFor } = await shown()
    expect(waitingFor).toEqual([])
    expect(await (await client.get(period.links.self)).json()).toMatchObject({ runId: lastRunId })
    clock.now += 10 * day
    await sweep()
    expect([(await runs()).length, (await waited()).length]).toEqual([1, 2])
  })

  it('begins one run where a look that died is made again', async () => {
    const { clock, app, add, sweep, runs, tenantId } = await scheduled('2026-03-02T05:00:00Z', both)
    await add('source')
    await add('target')
    const { results } = await app.env.DB.prepare('SELECT tick, look_at FROM schedules').all()
    await sweep()
    const died = app.env.DB.prepare('UPDATE schedules SET tick = ?, look_at = ? WHERE tenant_id = ?')
    await died.bind(results[0]?.['tick'], results[0]?.['look_at'], tenantId).run()
    clock.now += minute
    await sweep()
    expect(await runs()).toHaveLength(1)
  })

  it('runs nothing for a tenant that is suspended, and goes on afterwards', async () => {
    const { app, add, sweep, runs, tenantId } = await scheduled('2026-03-02T05:00:00Z', both)
    await add('source')
    await add('target')
    await app.env.DB.prepare('UPDATE tenants SET suspended_at = 1 WHERE id = ?').bind(tenantId).run()
    await sweep()
    await app.env.DB.prepare('UPDATE tenants SET suspended_at = NULL WHERE id = ?').bind(tenantId).run()
    expect(await runs()).toEqual([])
    await sweep()
    expect(await runs()).toHaveLength(1)
  })

  it('runs nothing for a deleted tenant, a closed period, or once it is set to never', async () => {
    const { app, client, path, clock, add, sweep, runs, shown, tenantId } = await scheduled(
      '2026-03-02T05:00:00Z',
      both,
    )
    const state = app.env.DB.prepare('UPDATE periods SET state = ? WHERE tenant_id = ?')
    await add('source')
    await add('target')
    await state.bind('closed', tenantId).run()
    await sweep()
    await state.bind('open', tenantId).run()
    await setSchedule(client, path, both)
    await app.env.DB.prepare('UPDATE tenants SET deleted_at = 1 WHERE id = ?').bind(tenantId).run()
    clock.now += minute
    await sweep()
    await app.env.DB.prepare('UPDATE tenants SET deleted_at = NULL WHERE id = ?').bind(tenantId).run()
    await setSchedule(client, path, { when: 'never' })
    clock.now += minute
    await sweep()
    expect(await runs()).toEqual([])
    expect(await shown()).toMatchObject({ when: 'never', changedBy: null })
  })
})

it('refuses a time without a zone, an offset as a zone, and a time that is none', async () => {
  const { client, path } = await scheduled('2026-03-02T05:00:00Z', both)
  for (const [body, pointer] of [
    [{ when: 'time', time: '06:00' }, '/zone'],
    [{ when: 'time', time: '06:00', zone: '+02:00' }, '/zone'],
    [{ when: 'time', time: '06:00', zone: 'Europe/Bonn' }, '/zone'],
    [{ when: 'time', time: '24:00', zone: 'UTC' }, '/time'],
    [{ when: 'both_sides', time: '06:00' }, '/time'],
  ] as const) {
    const answer = await setSchedule(client, path, body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ pointer }] })
  }
  expect((await client.get('/api/v1/reconciliations/rcn_none/schedule')).status).toBe(404)
})
