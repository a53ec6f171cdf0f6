import { expect } from 'vitest'
import type { ItemRecord } from '../../../schema/decision.ts'
import type { PeriodRecord } from '../../../schema/period.ts'
import type { ReconciliationRecord } from '../../../schema/reconciliation.ts'
import { type Client, createTestApp } from './client.ts'

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
export async function marchWithItems(members: object = {}) {
  const app = createTestApp()
  const tenant = await app.newTenant()
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
