import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../../engine/base/canonical.ts'
import { hashOfLine } from '../../../../engine/merkle/tree.ts'
import { tellAgedItems } from '../../../../functions/service/close/tell-aged-items.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import type { DecisionsRecord } from '../../../../schema/decision.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import type { DeliveryRecord } from '../../../../schema/webhook.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { countHealthy, watchedDatabase } from '../../../support/worker/count-healthy.ts'
import { outside, testedWebhook, webhooksPath } from '../../../support/worker/endpoint.ts'
import { smallLimits } from '../../../support/worker/large-runs.ts'
import { memberOf } from '../../../support/worker/people.ts'
import {
  begun,
  datasetOf,
  decided,
  defined,
  itemsOf,
  march,
  marchWithItems,
  ran,
  stepped,
  submittedRoot,
} from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

/** The work list of a period with many records and many open items, decisions about them, and its end. */

/** Open items. Nine times as many records are matched, in pairs, and all of the items are decided. */
const sizes = { short: 400, long: 20_000 }
const openCount = sizeOf(sizes)
const pairCount = 4.5 * openCount
const batchSize = 1_000

const app = createTestApp()
/** The same service, which knows whether a call of its database is open. */
const { database, isQuiet } = watchedDatabase(env.DB)
const watched = createTestApp({ env: { DB: database } })

/** March, with a bank that has more records than the books. */
async function scene() {
  const { client, tenantId, secret } = await app.newTenant()
  const rules = [{ id: 'same', match: [{ field: 'reference' }, { field: 'amount' }] }]
  const { links } = await begun(client, await defined(client, { rules, agedDays: 1 }), { first: '2026-03-01' })
  const path = links.self
  for (const [side, adapter, count] of [
    ['source', 'bank:main', pairCount + openCount],
    ['target', 'ledger', pairCount],
  ] as const) {
    const rows = Array.from({ length: count }, (_, index) => Object.values(recordOf(side, index)).join())
    const text = ['id,amount,currency,date,reference', ...rows, ''].join('\n')
    const uploaded = await client.post(`/api/v1/datasets?name=a&adapter=${adapter}`, text, {
      'Content-Type': 'text/csv',
    })
    const { id: datasetId, root } = await uploaded.json<{ id: string; root: string }>()
    roots.set(side, root)
    expect((await client.post(`${path}/datasets`, { datasetId, side })).status).toBe(201)
  }
  await ran(client, path)
  outside()
  const { id: webhookId } = await testedWebhook(client, { events: ['item.aged'] })
  return { client, path, secret, tenantId, webhookId }
}

type Scene = Awaited<ReturnType<typeof scene>>

const recordOf = (side: string, index: number) => ({
  ...{ id: `${side}${index}`, amount: `${(index % 997) + 1}.25`, currency: 'EUR' },
  ...{ date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`, reference: `INV-${index}` },
})

const roots = new Map<string, string>()

const nameOf = (side: 'source' | 'target', index: number) => {
  const record = recordOf(side, index)
  return { side, root: roots.get(side), id: record.id, leaf: hashOfLine(sha256, canonicalize(record)) }
}

/** The trips to D1, and milliseconds. Of what an isolate remembers, the API key was just looked up. */
async function costOf(act: () => Promise<unknown>, { client, path }: Pick<Scene, 'client' | 'path'>) {
  await client.get(path)
  const [tripsBefore, begunAt] = [app.recorder.roundTrips, performance.now()]
  await act()
  return { trips: app.recorder.roundTrips - tripsBefore, milliseconds: Math.round(performance.now() - begunAt) }
}

async function deciding({ client, path }: Scene) {
  let { revision } = await itemsOf(client, path, '?limit=1')
  return async (decisions: readonly object[]): Promise<void> => {
    const answer = await decided(client, path, decisions, revision)
    expect(answer.status, await answer.clone().text()).toBe(201)
    revision = (await answer.json<DecisionsRecord>()).revision
  }
}

const carry = { kind: 'carry', reason: 'on its way', expected: '2026-12-31' }

it(inForms('lists and decides about the items of a period that has as many, and closes it', sizes), {
  timeout: 3_600_000,
}, async () => {
  const opened = await scene()
  const { client, path, secret, tenantId } = opened
  const decide = await deciding(opened)
  const names = Array.from({ length: openCount }, (_, index) => nameOf('source', pairCount + index))
  const half = openCount / 2
  for (let start = 0; start < half; start += batchSize)
    await decide(names.slice(start, Math.min(half, start + batchSize)).map((item) => ({ ...carry, items: [item] })))
  const page = await costOf(() => itemsOf(client, path, '?limit=50&state=undecided'), opened)
  const decision = await costOf(() => decide([{ ...carry, items: names.slice(0, 1) }]), opened)
  const aged = await costOf(() => told(opened), opened)
  const beside = watched.clientWith({ 'X-API-Key': secret })
  const healthyCount = await countHealthy(itemsOf(beside, path, '?limit=50'), { app: watched, isQuiet })
  console.info(JSON.stringify({ openCount, decided: half, page, decision, aged, healthyCount }))
  expect((await itemsOf(client, path, '?limit=1&state=carried')).data).toHaveLength(1)
  expect(healthyCount).toBeGreaterThan(0)
  expect({ page: page.trips, decision: decision.trips }).toEqual({ page: 2, decision: 4 })
  for (let start = half; start < openCount; start += batchSize)
    await decide([{ ...carry, items: names.slice(start, start + batchSize) }])
  // Of a match of a rule nobody has said anything, and it is not among what the period holds.
  const pair = [nameOf('source', 1), nameOf('target', 1)]
  await decide([{ kind: 'unmatch', items: pair }])
  await decide([{ ...carry, items: pair }])
  await closed(opened, await memberOf(app, tenantId, 'approver'))
})

/** Looks for items that have grown old, and finds all of them told. */
async function told({ client, webhookId }: Scene): Promise<void> {
  const executor = { db: queries(app.env.DB), env: app.env, isolate: app.isolate }
  await tellAgedItems(executor, (work) => work())
  const deliveries = await client.get(`${webhooksPath}/${webhookId}/deliveries`)
  const events = (await deliveries.json<{ data: DeliveryRecord[] }>()).data.map(({ body }) => JSON.parse(body).data)
  expect(events.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(openCount)
}

async function closed({ client, path }: Scene, approver: { readonly client: Client }): Promise<void> {
  await ran(client, path)
  const body = JSON.stringify({ closing: { source: { EUR: '0' }, target: { EUR: '0' } }, reasons: { EUR: 'made up' } })
  const headers = { 'If-Match': '*', 'Content-Type': 'application/json' }
  expect((await client.send(`${path}/balances`, { method: 'PUT', body, headers })).status).toBe(200)
  const submitted = await stepped(client, path, 'submit')
  expect(submitted.status, await submitted.clone().text()).toBe(200)
  const root = await submittedRoot(client, path)
  const approved = await stepped(approver.client, path, 'approve', { root })
  expect(approved.status, await approved.clone().text()).toBe(200)
  expect(await (await client.get(`${path}/verify`)).json()).toMatchObject({ verified: true, root })
  const pack = await client.get(`${path}/evidence?format=zip`)
  expect((await pack.arrayBuffer()).byteLength).toBeGreaterThan(openCount * 100)
}

it('reads the datasets of a month of daily files 16 at a time', async () => {
  const { app: counted, client, period } = await march({ rules: [{ id: 'same', match: [{ field: 'amount' }] }] })
  const path = period.links.self
  for (let number = 1; number <= dayCount; number += 1) {
    const day = `2026-03-${String(number).padStart(2, '0')}`
    for (const [side, adapter] of [['source', 'bank:main'] as const, ['target', 'ledger'] as const]) {
      const datasetId = await datasetOf(client, adapter, [`NONREF,${day},${number}.00`])
      expect((await client.post(`${path}/datasets`, { datasetId, side })).status).toBe(201)
    }
  }
  const tripsOf = async (act: () => Promise<unknown>): Promise<number> => {
    const before = counted.recorder.roundTrips
    await act()
    return counted.recorder.roundTrips - before
  }
  const [run, page] = [await tripsOf(() => ran(client, path)), await tripsOf(() => itemsOf(client, path, '?limit=1'))]
  // A way through 20 files of a side takes two, and the next ones take one. A page goes through none of them.
  expect({ page, run }).toEqual({ page: 2, run: 30 })
})

const dayCount = 20

it('bounds the open records of no run that is not of a period', async () => {
  const env = { RUN_RECORDS_MAX: '1000' }
  const small = createTestApp({ env, runLimits: { ...smallLimits, periodItemCountMax: 0 } })
  const { client } = await small.newTenant()
  await datasetOf(
    client,
    'bank:main',
    [1, 2, 3, 4].map((number) => `s${number},2026-03-0${number},${number}.00`),
  )
  const body = { name: 'a', sourceAdapter: 'bank:main', targetAdapter: 'ledger', rules: [], allowEmpty: true }
  const run = await (await client.post('/api/v1/runs', body)).json<RunRecord>()
  expect(run).toMatchObject({ status: 'completed', summary: { source: { open: 4 } } })
})

it('is refused for a period that has more of them than it holds in memory', async () => {
  const { client, secret, path } = await marchWithItems({ rules: [{ id: 'same', match: [{ field: 'date' }] }] })
  for (const [side, adapter] of [['source', 'bank:main'] as const, ['target', 'ledger'] as const]) {
    const datasetId = await datasetOf(client, adapter, ['m,2026-03-02,1.00'])
    expect((await client.post(`${path}/datasets`, { datasetId, side })).status).toBe(201)
  }
  const limited = (max: number) =>
    createTestApp({ runLimits: { ...smallLimits, periodItemCountMax: max } }).clientWith({ 'X-API-Key': secret })
  const { code, detail } = await problemOf(await limited(3).post(`${path}/runs`))
  expect([code, detail]).toEqual(['run_too_large', expect.stringContaining('more than 3 records that are open')])
  const run = await ran(limited(4), path)
  const { revision } = await itemsOf(limited(4), path)
  const leaf = hashOfLine(sha256, '{"amount":"1","currency":"EUR","date":"2026-03-02","id":"m"}')
  const flag = { kind: 'flag', items: [{ side: 'source', root: leaf, id: 'm', leaf }] }
  const refused = await problemOf(await decided(limited(5), path, [flag], revision))
  expect([refused.code, refused.detail]).toEqual(['run_too_large', expect.stringContaining('Nothing was decided.')])
  // Both records of the match are held.
  expect((await decided(limited(6), path, [flag], revision)).status).toBe(201)
  const replayed = await (await limited(3).post(run.links.replay)).json<{ run: RunRecord }>()
  expect(replayed.run).toMatchObject({ status: 'failed', failure: { code: 'run_too_large' } })
})
