import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { canonicalize } from '../../../../engine/base/canonical.ts'
import { hashOfLine } from '../../../../engine/merkle/tree.ts'
import { tellAgedItems } from '../../../../functions/service/close/tell-aged-items.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import type { DecisionsRecord } from '../../../../schema/decision.ts'
import type { DeliveryRecord } from '../../../../schema/webhook.ts'
import { inForms, isLong, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { countHealthy, watchedDatabase } from '../../../support/worker/count-healthy.ts'
import { outside, testedWebhook, webhooksPath } from '../../../support/worker/endpoint.ts'
import { begun, decided, defined, itemsOf, ran } from '../../../support/worker/periods.ts'
import { seedDataset } from '../../../support/worker/runs.ts'

/** The work list of a period with many open items, and decisions about many of them. */

/** Open items. As many records are matched, and half of the items are decided. */
const sizes = { short: 400, long: 20_000 }
const openCount = sizeOf(sizes)
const batchSize = 1_000

const limits = { RUN_RECORDS_MAX: '50000' }
const app = createTestApp({ env: limits })
/** The same service, which knows whether a call of its database is open. */
const { database, isQuiet } = watchedDatabase(env.DB)
const watched = createTestApp({ env: { ...limits, DB: database } })

/** March, with a bank that has three times the records of the books. */
async function scene() {
  const { client, tenantId, secret } = await app.newTenant()
  const rules = [{ id: 'same', match: [{ field: 'reference' }, { field: 'amount' }] }]
  const reconciliation = await defined(client, { rules, agedDays: 1 })
  const { links } = await begun(client, reconciliation, { first: '2026-03-01' })
  const path = links.self
  for (const [side, adapter, count] of [
    ['source', 'bank:main', 1.5 * openCount],
    ['target', 'ledger', openCount / 2],
  ] as const) {
    const records = Array.from({ length: count }, (_, index) => recordOf(side, index))
    const datasetId = await seedDataset(tenantId, { adapter, records, recordsOfChunk: 4_000 })
    expect((await client.post(`${path}/datasets`, { datasetId, side })).status).toBe(201)
  }
  await ran(client, path)
  outside()
  const { id: webhookId } = await testedWebhook(client, { events: ['item.aged'] })
  return { client, path, secret, webhookId }
}

type Scene = Awaited<ReturnType<typeof scene>>

const recordOf = (side: string, index: number) => ({
  ...{ id: `${side}${index}`, amount: `${(index % 997) + 1}.25`, currency: 'EUR' },
  ...{ date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`, reference: `INV-${index}` },
})

/** The trips to D1, and milliseconds. Of what an isolate remembers, the API key was just looked up. */
async function costOf(act: () => Promise<unknown>, { client, path }: Pick<Scene, 'client' | 'path'>) {
  await client.get(path)
  const [tripsBefore, begunAt] = [app.recorder.roundTrips, performance.now()]
  await act()
  return { trips: app.recorder.roundTrips - tripsBefore, milliseconds: Math.round(performance.now() - begunAt) }
}

it(inForms('lists and decides about the items of a period that has as many', sizes), {
  timeout: 3_600_000,
}, async () => {
  const { client, path, secret, webhookId } = await scene()
  const [first] = (await itemsOf(client, path, '?limit=1')).data
  const names = Array.from({ length: openCount / 2 }, (_, index) => {
    const record = recordOf('source', openCount / 2 + index)
    return { side: 'source', root: first?.name.root, id: record.id, leaf: hashOfLine(sha256, canonicalize(record)) }
  })
  let { revision } = await itemsOf(client, path, '?limit=1')
  const carry = async (items: readonly object[]): Promise<void> => {
    const each = { kind: 'carry', reason: 'on its way', expected: '2026-12-31' }
    const decisions = items.map((item) => ({ ...each, items: [item] }))
    const answer = await decided(client, path, decisions, revision)
    expect(answer.status, await answer.clone().text()).toBe(201)
    revision = (await answer.json<DecisionsRecord>()).revision
  }
  for (let done = 1; done < names.length; done += batchSize) await carry(names.slice(done, done + batchSize))
  const page = await costOf(() => itemsOf(client, path, '?limit=50&state=undecided'), { client, path })
  const decision = await costOf(() => carry(names.slice(0, 1)), { client, path })
  const executor = { db: queries(app.env.DB), env: app.env, isolate: app.isolate }
  const aged = await costOf(() => tellAgedItems(executor, (work) => work()), { client, path })
  const deliveries = await client.get(`${webhooksPath}/${webhookId}/deliveries`)
  const told = (await deliveries.json<{ data: DeliveryRecord[] }>()).data.map(({ body }) => JSON.parse(body).data)
  expect(told.reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(openCount)
  const beside = watched.clientWith({ 'X-API-Key': secret })
  const healthyCount = await countHealthy(itemsOf(beside, path, '?limit=50'), { app: watched, isQuiet })
  console.info(JSON.stringify({ openCount, decided: names.length, page, decision, aged, healthyCount }))
  expect((await itemsOf(client, path, '?limit=1&state=carried')).data).toHaveLength(1)
  expect(healthyCount).toBeGreaterThan(0)
  // The source of the long form has as many chunks as one trip reads: another one finds that there are no more.
  const more = isLong ? 1 : 0
  expect({ page: page.trips, decision: decision.trips }).toEqual({ page: 2 + more, decision: 4 + more })
})
