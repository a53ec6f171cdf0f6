import { expect } from 'vitest'
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
