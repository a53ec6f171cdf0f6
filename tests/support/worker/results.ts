import type { CanonicalRecord } from '@tallystick/engine'
import { expect } from 'vitest'
import type { ResultBreak, ResultMatch, ResultResponse } from '../../../schema/result.ts'
import { type Client, createTestApp } from './client.ts'
import { makeRun, manyRecords, rechunk, seedDataset } from './runs.ts'

/** Runs whose results tests read. */

/** A record in euros. */
export const eur = (
  id: string,
  amount: string,
  date: string,
  rest: Partial<CanonicalRecord> = {},
): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  date,
  ...rest,
})

const bank = [
  eur('s1', '100', '2026-03-01', { reference: 'INV-7' }),
  eur('s2', '20.5', '2026-03-02', { reference: 'inv 8' }),
  eur('s3', '7', '2026-03-03', { reference: 'INV-9' }),
  eur('s4', '5', '2026-03-04', { reference: 'INV-10' }),
  eur('s5', '1000', '2026-03-01', { type: 'opening' }),
]
const ledger = [
  eur('t1', '100', '2026-03-01', { reference: 'INV-7' }),
  eur('t2', '20.5', '2026-03-03', { reference: 'INV-8' }),
  eur('t3', '7.07', '2026-03-03', { reference: 'INV-9' }),
]
const rules = [
  { id: 'opening', action: 'exclude', where: { source: [{ field: 'type', op: 'eq', value: 'opening' }] } },
  { id: 'exact', name: 'All equal', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] },
  {
    id: 'near',
    variance: 'timing',
    match: [
      { field: 'amount', tolerance: '0.01' },
      { field: 'date', days: 2 },
      { field: 'reference', normalize: ['upper', 'alphanumeric'] },
    ],
  },
]
const body = { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules }

/** A finished run with a match of each rule, two breaks and an exclusion. */
export async function finishedRun() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  await seedDataset(tenant.tenantId, { adapter: 'bank', records: bank })
  await seedDataset(tenant.tenantId, { adapter: 'ledger', records: ledger })
  const run = await makeRun(tenant.client, body)
  app.recorder.reset()
  const read = async (query = ''): Promise<ResultResponse> =>
    (await tenant.client.get(`${run.links.results}${query}`)).json<ResultResponse>()
  return { ...app, ...tenant, run, read }
}

/** A run of 40 lines in chunks of 3: 30 equal pairs, 10 source records without a partner. */
export async function chunkedRun() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const rename = (record: CanonicalRecord, index: number): CanonicalRecord =>
    index % 4 === 3 ? { ...record, reference: `X-${index}` } : record
  await seedDataset(tenant.tenantId, { adapter: 'bank', records: manyRecords(40) })
  await seedDataset(tenant.tenantId, { adapter: 'ledger', records: manyRecords(40, rename) })
  const matching = [
    { id: 'first', match: [{ field: 'reference' }], where: { source: [{ field: 'amount', op: 'lt', value: 20 }] } },
    { id: 'second', match: [{ field: 'reference' }] },
  ]
  const run = await makeRun(tenant.client, { ...body, rules: matching })
  await rechunk(run.id, 3)
  app.recorder.reset()
  return { ...app, ...tenant, run }
}

/** Every item of a view, page by page. */
export async function pages(
  client: Client,
  path: string,
  view: 'matches' | 'breaks',
): Promise<(ResultMatch | ResultBreak)[][]> {
  const seen: (ResultMatch | ResultBreak)[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const url: string = cursor === '' ? path : `${path}&cursor=${cursor}`
    const response = await client.get(url)
    expect(response.status).toBe(200)
    const page: ResultResponse = await response.json()
    seen.push(page[view])
    cursor = page.next_cursor
  }
  return seen
}
