import { expect } from 'vitest'
import type { ItemRecord } from '../../../schema/decision.ts'
import type { PeriodRecord } from '../../../schema/period.ts'
import type { ReconciliationRecord } from '../../../schema/reconciliation.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { type Client, createTestApp, type TestTenant } from './client.ts'
import { memberOf } from './people.ts'

/** Reconciliations and periods for tests of the close. */

export const reconciliationsPath = '/api/v1/reconciliations'

export const bankAndLedger = { source: { adapter: 'bank:main' }, target: { adapter: 'ledger' } }

export async function defined(client: Client, members: object = {}): Promise<ReconciliationRecord> {
  const answer = await client.post(reconciliationsPath, { name: 'Main', ...bankAndLedger, rules: [], ...members })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}

export async function begun(client: Client, { links }: ReconciliationRecord, days: object = {}): Promise<PeriodRecord> {
  const answer = await client.post(links.periods, days)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}

/** The id of a dataset of lines `id,day,amount`. */
export async function datasetOf(client: Client, adapter: string, lines: readonly string[]): Promise<string> {
  const text = ['id,date,amount', ...lines].join('\n')
  const path = `/api/v1/datasets?name=a&currency=EUR&adapter=${adapter}`
  const answer = await client.post(path, `${text}\n`, { 'Content-Type': 'text/csv' })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json<{ id: string }>()).id
}

/** A tenant with a reconciliation and its first period, March 2026. */
export async function march(members: object = {}) {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const reconciliation = await defined(tenant.client, members)
  const period = await begun(tenant.client, reconciliation, { first: '2026-03-01' })
  return { app, ...tenant, reconciliation, period }
}

const openItems = [
  { side: 'source', record: { id: 'a', amount: '20.50', currency: 'EUR', date: '2026-02-27', reference: 'INV-1' } },
  { side: 'source', record: { id: 'b', amount: '-3.00', currency: 'EUR', date: '2025-11-30' } },
  { side: 'target', record: { id: 'c', amount: '20.50', currency: 'USD', date: '2026-02-27' } },
  { side: 'target', record: { id: 'd', amount: '20.00', currency: 'EUR', date: '2026-02-26' } },
]

/** March with four open items, a and b of the source, c and d of the target. `path` is that of the period. */
export async function marchWithItems(members: object = {}, app = createTestApp(), given?: TestTenant) {
  const tenant = given ?? (await app.newTenant())
  const { client } = tenant
  const reconciliation = await defined(client, members)
  const balances = { source: {}, target: {} }
  const answer = await client.post(`${reconciliation.links.self}/opening`, { balances, items: openItems })
  expect(answer.status, await answer.clone().text()).toBe(201)
  const period = await begun(client, reconciliation, { first: '2026-03-01' })
  return { app, ...tenant, reconciliation, period, path: period.links.self }
}

export async function itemsOf(client: Client, path: string, query = ''): Promise<ItemPage> {
  const answer = await client.get(`${path}/items${query}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}

interface ItemPage {
  readonly data: readonly ItemRecord[]
  readonly nextCursor: string | null
  readonly revision: number
}

export const decided = (
  client: Client,
  path: string,
  ...[decisions, revision]: readonly [readonly object[], number]
): Promise<Response> => client.post(`${path}/decisions`, { decisions }, { 'If-Match': `"${revision}"` })

/** The secret of another key of the tenant, which may decide. */
export async function otherKey(client: Client): Promise<string> {
  const answer = await client.post('/api/v1/keys', { name: 'b', scopes: ['items:decide', 'runs:read'] })
  return (await answer.json<{ secret: string }>()).secret
}

/** A change of a period by its newest revision, unless another is given. */
export async function stepped(
  client: Client,
  path: string,
  ...[verb, body, headers = {}]: readonly [string, object?, Record<string, string>?]
): Promise<Response> {
  const { revision } = await (await client.get(path)).json<PeriodRecord>()
  return client.post(`${path}/${verb}`, body, { 'If-Match': `"${revision}"`, ...headers })
}

/**
 * March, whose items are all carried, with its balances and a run: a bank that begins with 100 and books that begin with 80.
 * A preparer and an approver are there; the key has added the datasets and given the opening.
 */
export async function readyPeriod(members: object = {}, app = createTestApp(), given?: TestTenant) {
  const tenant = given ?? (await app.newTenant())
  const { client, tenantId } = tenant
  const [preparer, approver] = [await memberOf(app, tenantId, 'preparer'), await memberOf(app, tenantId, 'approver')]
  const rules = [{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]
  const reconciliation = await defined(client, { rules, ...members })
  const item = { side: 'source', record: { id: 'a', amount: '20', currency: 'EUR', date: '2026-02-27' } }
  const balances = { source: { EUR: '100' }, target: { EUR: '80' } }
  await client.post(`${reconciliation.links.self}/opening`, { balances, items: [item] })
  const period = await begun(client, reconciliation, { first: '2026-03-01' })
  const path = period.links.self
  const datasetIds: string[] = []
  for (const [side, adapter, lines] of [
    ['source', 'bank:main', ['s1,2026-03-02,10.00', 's2,2026-03-31,-2.50']],
    ['target', 'ledger', ['t1,2026-03-02,10.00']],
  ] as const) {
    const datasetId = await datasetOf(client, adapter, lines)
    await client.post(`${path}/datasets`, { datasetId, side })
    datasetIds.push(datasetId)
  }
  await ran(preparer.client, path)
  await carried(preparer.client, path)
  await typed(preparer.client, path, { source: { EUR: '107.50' }, target: { EUR: '90' } })
  await ran(preparer.client, path)
  return { app, ...tenant, reconciliation, period, path, datasetIds, preparer, approver }
}

export async function ran(client: Client, path: string): Promise<RunRecord> {
  const answer = await client.post(`${path}/runs`)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}

/** Carries whatever is undecided. */
export async function carried(client: Client, path: string): Promise<void> {
  const { data, revision } = await itemsOf(client, path, '?state=undecided')
  const carry = { kind: 'carry', items: data.map(({ name }) => name), reason: 'on its way', expected: '2026-12-31' }
  const answer = await decided(client, path, [carry], revision)
  expect(answer.status, await answer.clone().text()).toBe(201)
}

export async function typed(client: Client, path: string, closing: object): Promise<void> {
  const headers = { 'If-Match': '*', 'Content-Type': 'application/json' }
  const answer = await client.send(`${path}/balances`, { method: 'PUT', body: JSON.stringify({ closing }), headers })
  expect(answer.status, await answer.clone().text()).toBe(200)
}

/** A ready period that its preparer has submitted under `root`. */
export async function submittedPeriod(members: object = {}, app = createTestApp(), given?: TestTenant) {
  const ready = await readyPeriod(members, app, given)
  const answer = await stepped(ready.preparer.client, ready.path, 'submit')
  expect(answer.status, await answer.clone().text()).toBe(200)
  return { ...ready, root: await submittedRoot(ready.client, ready.path) }
}

export async function submittedRoot(client: Client, path: string): Promise<string> {
  const { signoffs } = await (await client.get(path)).json<PeriodRecord>()
  return signoffs.at(-1)?.root ?? ''
}

/** A ready period that is closed. */
export async function closedPeriod(members: object = {}, app = createTestApp(), given?: TestTenant) {
  const submitted = await submittedPeriod(members, app, given)
  const answer = await stepped(submitted.approver.client, submitted.path, 'approve', { root: submitted.root })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return submitted
}
