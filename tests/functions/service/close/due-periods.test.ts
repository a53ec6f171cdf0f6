import { expect, it } from 'vitest'
import type { DuePeriod, ListedReconciliation } from '../../../../schema/period.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { begun, defined, reconciliationsPath } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { setSchedule } from '../../../support/worker/scheduled.ts'

/** March 2026 of a reconciliation with these members, in a service whose clock a test moves. */
async function marchAt(members: object) {
  const clock = { now: Date.parse('2026-04-05T12:00:00Z') }
  const app = createTestApp({ now: () => clock.now })
  const { client, tenantId } = await app.newTenant()
  const reconciliation = await defined(client, members)
  const period = await begun(client, reconciliation, { first: '2026-03-01' })
  /** When it is due, as the period and both lists say. */
  const due = async () => {
    const own = await (await client.get(period.links.self)).json<DuePeriod>()
    const periods = await (await client.get(reconciliation.links.periods)).json<{ data: DuePeriod[] }>()
    const listed = await (await client.get(reconciliationsPath)).json<{ data: ListedReconciliation[] }>()
    const [first, ...others] = [own, periods.data[0], listed.data[0]?.newest].map((each) => [each?.dueOn, each?.isLate])
    for (const other of others) expect(other).toEqual(first)
    return first
  }
  return { app, client, tenantId, clock, reconciliation, period, due }
}

const change = (client: Client, path: string, body: object) =>
  client.send(path, {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'If-Match': '*' },
  })

it('is due so many days after its end, and late once that day is over and it is not closed', async () => {
  const { app, clock, tenantId, due } = await marchAt({ dueDays: 5 })
  expect(await due()).toEqual(['2026-04-05', false])
  clock.now = Date.parse('2026-04-05T23:59:59.999Z')
  expect(await due()).toEqual(['2026-04-05', false])
  clock.now += 1
  expect(await due()).toEqual(['2026-04-05', true])
  await app.env.DB.prepare("UPDATE periods SET state = 'closed' WHERE tenant_id = ?").bind(tenantId).run()
  expect(await due()).toEqual(['2026-04-05', false])
})

it.each([
  ['America/New_York', '2026-04-06T04:00:00Z'],
  ['Pacific/Kiritimati', '2026-04-05T10:00:00Z'],
])('is late from the midnight of the schedule in %s', async (zone, midnight) => {
  const { clock, client, reconciliation, due } = await marchAt({ dueDays: 5 })
  await setSchedule(client, `${reconciliation.links.self}/schedule`, { when: 'time', time: '06:00', zone })
  clock.now = Date.parse(midnight) - 1
  expect(await due()).toEqual(['2026-04-05', false])
  clock.now += 1
  expect(await due()).toEqual(['2026-04-05', true])
})

it('has no due date without days for it', async () => {
  const { period, due } = await marchAt({})
  expect(await due()).toEqual([null, false])
  expect(period).toMatchObject({ dueOn: null, isLate: false })
})

it('has the days of the settings with which its edition began', async () => {
  const { client, reconciliation, due } = await marchAt({ dueDays: 0 })
  const { self, periods } = reconciliation.links
  expect(await (await change(client, self, { dueDays: 90 })).json()).toMatchObject({ dueDays: 90 })
  expect(await (await change(client, self, { name: 'b' })).json()).toMatchObject({ name: 'b', dueDays: 90 })
  expect(await due()).toEqual(['2026-03-31', true])
  expect(await (await client.post(periods)).json()).toMatchObject({
    name: '2026-04',
    dueOn: '2026-07-29',
    isLate: false,
  })
  expect(await (await change(client, self, { dueDays: null })).json()).toMatchObject({ dueDays: null })
  expect(await (await client.post(periods)).json()).toMatchObject({ name: '2026-05', dueOn: null, isLate: false })
})

it('refuses days that are not whole, or more than 90', async () => {
  const { client, reconciliation } = await marchAt({})
  for (const dueDays of [-1, 91, 1.5, '5']) {
    const answer = await change(client, reconciliation.links.self, { dueDays })
    expect((await problemOf(answer)).errors).toMatchObject([{ pointer: '/dueDays' }])
  }
})

it('has no due date where the settings are of before there were any', async () => {
  const { app, client, tenantId, reconciliation, due } = await marchAt({ dueDays: 5 })
  const without = "UPDATE reconciliation_settings SET settings = json_remove(settings, '$.dueDays') WHERE tenant_id = ?"
  await app.env.DB.prepare(without).bind(tenantId).run()
  expect(await due()).toEqual([null, false])
  expect(await (await client.get(reconciliation.links.self)).json()).toEqual({ ...reconciliation, dueDays: null })
})
