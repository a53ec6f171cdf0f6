import { expect } from 'vitest'
import { sweepSchedules } from '../../../functions/service/close/sweep-schedules.ts'
import { queries } from '../../../functions/service/store/database.ts'
import type { ScheduleRecord } from '../../../schema/schedule.ts'
import type { DeliveryRecord } from '../../../schema/webhook.ts'
import { type Client, createTestApp } from './client.ts'
import { outside, testedWebhook, webhooksPath } from './endpoint.ts'
import { ownStores } from './own-stores.ts'
import { begun, datasetOf, defined } from './periods.ts'

/** A reconciliation with an open period and a schedule, in a database of its own, whose clock a test moves. */
export async function scheduled(start: string, schedule: object) {
  const { DB, BUCKET } = await ownStores()
  const clock = { now: Date.parse(start) }
  outside()
  const app = createTestApp({ now: () => clock.now, env: { DB, BUCKET } })
  const { client, tenantId } = await app.newTenant()
  const reconciliation = await defined(client)
  const period = await begun(client, reconciliation, { first: `${start.slice(0, 7)}-01` })
  const webhook = await testedWebhook(client, { events: ['schedule.waited', 'run.completed'] })
  const path = `${reconciliation.links.self}/schedule`
  const set = await setSchedule(client, path, schedule)
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

/** Sets the schedule at the path. */
export const setSchedule = (client: Client, path: string, body: object): Promise<Response> =>
  client.send(path, { method: 'PUT', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } })
