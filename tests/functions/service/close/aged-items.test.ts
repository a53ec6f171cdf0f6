import { env as bindings } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { tellAgedItems } from '../../../../functions/service/close/tell-aged-items.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import type { DeliveryRecord } from '../../../../schema/webhook.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { outside, testedWebhook, webhooksPath } from '../../../support/worker/endpoint.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { ownStores } from '../../../support/worker/own-stores.ts'
import { begun, datasetOf, decided, defined, itemsOf, ran } from '../../../support/worker/periods.ts'
import { createRecorder } from '../../../support/worker/recorder.ts'

const day = 86_400_000

const openItem = (side: string, id: string, date: string) => ({
  side,
  record: { id, amount: '10', currency: 'EUR', date },
})

/** March, with items of the last of November, of 20 February on both sides, and of 27 February. */
const openItems = [
  openItem('source', 'old', '2025-11-30'),
  openItem('source', 'paid', '2026-02-20'),
  openItem('target', 'billed', '2026-02-20'),
  openItem('target', 'new', '2026-02-27'),
]

async function scene(members: object, { isHeard = true } = {}) {
  const stores = await ownStores()
  const recorder = createRecorder({ ...bindings, ...stores })
  const { DB, BUCKET } = recorder.env
  const clock = { now: Date.parse('2026-03-10T12:00:00Z') }
  outside()
  const app = createTestApp({ now: () => clock.now, env: { DB, BUCKET } })
  const { client, tenantId } = await app.newTenant()
  const reconciliation = await defined(client, members)
  const { self } = reconciliation.links
  const balances = { source: {}, target: {} }
  expect((await client.post(`${self}/opening`, { balances, items: openItems })).status).toBe(201)
  const period = await begun(client, reconciliation, { first: '2026-03-01' })
  const { id } = await testedWebhook(client, { events: [isHeard ? 'item.aged' : 'run.failed'] })
  const sweep = (db = app.env.DB) =>
    tellAgedItems({ db: queries(db), env: app.env, isolate: app.isolate }, (work) => work())
  /** Looks once at noon of that day of March or April. */
  const lookOn = async (date: string) => {
    clock.now = Date.parse(`2026-${date}T12:00:00Z`)
    await sweep()
  }
  const told = async () => {
    const answer = await client.get(`${webhooksPath}/${id}/deliveries?limit=200`)
    return (await answer.json<{ data: DeliveryRecord[] }>()).data.reverse().map(({ body }) => JSON.parse(body).data)
  }
  const counts = async () => (await told()).map(({ itemCount }) => itemCount)
  const change = async (body: object) => {
    const headers = { 'Content-Type': 'application/json', 'If-Match': '*' }
    const answer = await client.send(self, { method: 'PATCH', body: JSON.stringify(body), headers })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  return {
    recorder,
    client,
    tenantId,
    DB,
    clock,
    reconciliation,
    period,
    path: period.links.self,
    sweep,
    lookOn,
    told,
    counts,
    change,
  }
}

describe('items that have been open for so many days', () => {
  it('are told once, on the day on which they are as old', async () => {
    const { recorder, period, reconciliation, path, clock, sweep, lookOn, told, counts } = await scene({ agedDays: 30 })
    await sweep()
    const data = { periodId: period.id, reconciliationId: reconciliation.id, days: 30, link: `${path}/items?sort=age` }
    expect(await told()).toEqual([{ ...data, itemCount: 1 }])
    const before = recorder.roundTrips
    for (let minutes = 0; minutes < 5; minutes += 1, clock.now += 60_000) await sweep()
    expect(recorder.roundTrips - before).toBe(5)
    for (const date of ['03-21', '03-22', '03-23', '03-24', '03-25']) await lookOn(date)
    expect(await counts()).toEqual([1, 2])
    for (const date of ['03-28', '03-29', '03-30', '04-10']) await lookOn(date)
    expect(await counts()).toEqual([1, 2, 1])
  })

  it('are no older than at the end of the last open period, as the work list has it', async () => {
    const { client, reconciliation, lookOn, told } = await scene({ agedDays: 35 })
    await lookOn('03-26')
    await lookOn('03-31')
    await lookOn('04-10')
    expect((await told()).map(({ itemCount }) => itemCount)).toEqual([1, 2])
    const april = await begun(client, reconciliation)
    await lookOn('04-12')
    expect((await told()).slice(2)).toMatchObject([{ periodId: april.id, itemCount: 1 }])
    const { data } = await itemsOf(client, april.links.self, '?sort=age')
    expect(data.filter(({ ageDays }) => ageDays >= 35)).toHaveLength(4)
    const may = await begun(client, reconciliation)
    await lookOn('04-13')
    expect(may.name).toBe('2026-05')
    expect(await told()).toHaveLength(3)
  })

  it('are told again only where they were settled and are open anew', async () => {
    const { client, path, lookOn, counts } = await scene({ agedDays: 5 })
    await lookOn('03-10')
    expect(await counts()).toEqual([4])
    const { data, revision } = await itemsOf(client, path)
    const pair = data.filter(({ name }) => ['paid', 'billed'].includes(name.id)).map(({ name }) => name)
    const answer = await decided(client, path, [{ kind: 'match', items: pair }], revision)
    expect(answer.status, await answer.clone().text()).toBe(201)
    const made = await answer.json<{ revision: number; decisions: { id: string }[] }>()
    await lookOn('03-11')
    const reopen = { kind: 'reopen', follows: made.decisions[0]?.id, reason: 'of another invoice' }
    expect((await decided(client, path, [reopen], made.revision)).status).toBe(201)
    await lookOn('03-12')
    await lookOn('03-13')
    expect(await counts()).toEqual([4, 2])
  })

  it('are those of the last open period that has them', async () => {
    const rules = [{ id: 'same', match: [{ field: 'amount' }] }]
    const { client, DB, tenantId, reconciliation, path, lookOn, counts } = await scene({ agedDays: 30, rules })
    await lookOn('03-10')
    expect(await counts()).toEqual([1])
    const add = async (to: string, adapter: string, lines: readonly string[]) => {
      const datasetId = await datasetOf(client, adapter, lines)
      const side = adapter === 'ledger' ? 'target' : 'source'
      expect((await client.post(`${to}/datasets`, { datasetId, side })).status).toBe(201)
    }
    await add(path, 'bank:main', ['late,2026-03-02,99.00'])
    await ran(client, path)
    const april = await begun(client, reconciliation)
    await add(april.links.self, 'ledger', ['entry,2026-04-01,99.00'])
    await ran(client, april.links.self)
    await add(path, 'bank:main', ['later,2026-03-03,77.00'])
    await ran(client, path)
    await lookOn('04-20')
    const { data } = await itemsOf(client, path)
    const open = data.filter(({ state }) => state === 'undecided').map(({ name }) => name.id)
    expect(open).toEqual(expect.arrayContaining(['late', 'later']))
    expect(await counts()).toEqual([1, open.length - 2])
    // A period that waits for approval may be opened again, and the run of April knows nothing of its last item.
    const march = DB.prepare('UPDATE periods SET state = ?1 WHERE tenant_id = ?2 AND id = ?3')
    const id = path.split('/').at(-1)
    await march.bind('submitted', tenantId, id).run()
    await lookOn('04-21')
    await march.bind('open', tenantId, id).run()
    await lookOn('04-22')
    expect(await counts()).toEqual([1, open.length - 2])
  })
})

describe('a look', () => {
  it('tells once where its batch is lost, its answer is lost, or two are made at a time', async () => {
    const { DB, lookOn, sweep, clock, counts } = await scene({ agedDays: 30 })
    const matches = /insert into "aged_items"/i
    clock.now += 60_000
    await expect(sweep(faultyDatabase(DB, [{ matches, when: 'before' }]))).rejects.toThrow()
    expect(await counts()).toEqual([])
    clock.now += day / 24
    await expect(sweep(faultyDatabase(DB, [{ matches, when: 'after' }]))).rejects.toThrow()
    expect(await counts()).toEqual([1])
    clock.now += day / 24
    await sweep()
    clock.now = Date.parse('2026-03-23T12:00:00Z')
    await Promise.all([sweep(), sweep()])
    await lookOn('03-24')
    expect(await counts()).toEqual([1, 2])
  })

  it('reads no period where no webhook wants to know, the days are left out, or the tenant is suspended', async () => {
    const { recorder, DB, tenantId, lookOn } = await scene({ agedDays: 30 }, { isHeard: false })
    const tripsOf = async (date: string) => {
      const before = recorder.roundTrips
      await lookOn(date)
      return recorder.roundTrips - before
    }
    expect(await tripsOf('03-11')).toBe(2)
    expect(await tripsOf('03-12')).toBe(2)
    await DB.prepare('UPDATE tenants SET suspended_at = 1 WHERE id = ?').bind(tenantId).run()
    expect(await tripsOf('03-13')).toBe(1)
    const without = await scene({})
    await without.lookOn('03-20')
    expect(await without.counts()).toEqual([])
  })

  it('begins when the days change, and tells nothing again', async () => {
    const { change, DB, tenantId, sweep, clock, counts } = await scene({ agedDays: 30 })
    await sweep()
    const look = DB.prepare('SELECT days, look_at FROM aged_looks WHERE tenant_id = ?').bind(tenantId)
    const next = () => look.first()
    const looked = await next()
    clock.now += 60_000
    await change({ name: 'another' })
    expect(await next()).toEqual(looked)
    await change({ agedDays: 10 })
    await sweep()
    expect(await counts()).toEqual([1, 3])
    await change({ agedDays: null })
    expect(await next()).toBeNull()
    clock.now += day
    await sweep()
    await change({ agedDays: 10 })
    await sweep()
    expect(await counts()).toEqual([1, 3])
  })
})
