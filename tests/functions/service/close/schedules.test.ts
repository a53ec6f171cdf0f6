import { describe, expect, it } from 'vitest'
import { sweepSchedules } from '../../../../functions/service/close/sweep-schedules.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import type { ScheduleRecord } from '../../../../schema/schedule.ts'
import type { DeliveryRecord } from '../../../../schema/webhook.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { outside, testedWebhook, webhooksPath } from '../../../support/worker/endpoint.ts'
import { ownStores } from '../../../support/worker/own-stores.ts'
import { begun, datasetOf, defined } from '../../../support/worker/periods.ts'

const minute = 60_000
const day = 86_400_000
const both = { when: 'both_sides' }

/** A reconciliation with an open period and a schedule, in a database of its own, whose clock a test moves. */
async function scheduled(start: string, schedule: object) {
  const { DB, BUCKET } = await ownStores()
  const clock = { now: Date.parse(start) }
  outside()
  const app = createTestApp({ now: () => clock.now, env: { DB, BUCKET } })
  const { client, tenantId } = await app.newTenant()
  const reconciliation = await defined(client)
  const period = await begun(client, reconciliation, { first: `${start.slice(0, 7)}-01` })
  const webhook = await testedWebhook(client, { events: ['schedule.waited', 'run.completed'] })
  const path = `${reconciliation.links.self}/schedule`
  const set = await put(client, path, schedule)
  expect(set.status, await set.clone().text()).toBe(200)
  let added = 0
  const add = async (side: 'source' | 'target') => {
    added += 1
    const adapter = side === 'source' ? 'bank:main' : 'ledger'
    const datasetId = await datasetOf(client, adapter, [`${side}${added},${start.slice(0, 7)}-02,${added}.00`])
    const answer = await client.post(`${period.links.self}/datasets`, { datasetId, side })
    expect(answer.status, await answer.clone().text()).toBe(201)
  }
  const sweep = () => sweepSchedules({ db: queries(app.env.DB), env: app.env, isolate: app.isolate }, (work) => work())
  const shown = async () => (await client.get(path)).json<ScheduleRecord>()
  const told = async () => {
    const answer = await client.get(`${webhooksPath}/${webhook.id}/deliveries?limit=200`)
    const { data } = await answer.json<{ data: DeliveryRecord[] }>()
    return data.reverse().map(({ event, body, createdAt }) => ({ event, side: JSON.parse(body).data.side, createdAt }))
  }
  const runs = async () => (await told()).filter(({ event }) => event === 'run.completed').map((each) => each.createdAt)
  const waited = async () => (await told()).filter(({ event }) => event === 'schedule.waited')
  return { app, client, tenantId, period, reconciliation, path, clock, add, sweep, shown, runs, waited }
}

const put = (client: Client, path: string, body: object): Promise<Response> =>
  client.send(path, { method: 'PUT', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })

const timesOf = (...parts: readonly { readonly at: string; readonly days: number }[]): readonly string[] =>
  parts.flatMap(({ at, days }) => Array.from({ length: days }, () => at))

describe('a schedule at a time of day', () => {
  it.each([
    {
      ...{ zone: 'Europe/Berlin', hours: 12, start: '2026-03-14T12:00:00Z' },
      wanted: timesOf({ at: '01:30', days: 14 }, { at: '01:00', days: 1 }, { at: '00:30', days: 15 }),
    },
    {
      ...{ zone: 'Europe/Berlin', hours: 12, start: '2026-10-11T12:00:00Z' },
      wanted: timesOf({ at: '00:30', days: 14 }, { at: '01:30', days: 16 }),
    },
    {
      ...{ zone: 'America/New_York', hours: 18, start: '2026-03-02T12:00:00Z' },
      wanted: timesOf({ at: '07:30', days: 5 }, { at: '07:00', days: 1 }, { at: '06:30', days: 24 }),
    },
  ])('runs once a day for a month in $zone from $start, each tick doubled', async ({ zone, hours, start, wanted }) => {
    const { clock, add, sweep, runs, waited } = await scheduled(start, { when: 'time', time: '02:30', zone })
    for (let days = 0; days < wanted.length; days += 1) {
      await add('source')
      await add('target')
      const end = clock.now + day
      for (let half = 0; half < 4; half += 1) {
        clock.now = end - day + (60 * hours + 30 * half) * minute
        await Promise.all([sweep(), sweep()])
      }
      clock.now = end
    }
    expect((await runs()).map((at) => at.slice(11, 16))).toEqual(wanted)
    expect(await waited()).toEqual([])
  })

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
    await put(client, path, both)
    await app.env.DB.prepare('UPDATE tenants SET deleted_at = 1 WHERE id = ?').bind(tenantId).run()
    clock.now += minute
    await sweep()
    await app.env.DB.prepare('UPDATE tenants SET deleted_at = NULL WHERE id = ?').bind(tenantId).run()
    await put(client, path, { when: 'never' })
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
    const answer = await put(client, path, body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ pointer }] })
  }
  expect((await client.get('/api/v1/reconciliations/rcn_none/schedule')).status).toBe(404)
})
