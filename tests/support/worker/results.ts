import type { CanonicalRecord } from '@tallystick/engine/record'
import { expect } from 'vitest'
import type { ResultResponse } from '../../../schema/result.ts'
import type { ResultBreak, ResultMatch } from '../../../schema/result-item.ts'
import { type Client, createTestApp } from './client.ts'
import { makeRun, manyRecords, rechunk, seedDataset } from './runs.ts'

/** Runs whose results tests read. */

/** A record in euros. */
export const eur = (record: CanonicalRecord): CanonicalRecord => ({ currency: 'EUR', ...record })

const bank = [
  eur({ id: 's1', amount: '100', date: '2026-03-01', reference: 'INV-7' }),
  eur({ id: 's2', amount: '20.5', date: '2026-03-02', reference: 'inv 8' }),
  eur({ id: 's3', amount: '7', date: '2026-03-03', reference: 'INV-9' }),
  eur({ id: 's4', amount: '5', date: '2026-03-04', reference: 'INV-10' }),
  eur({ id: 's5', amount: '1000', date: '2026-03-01', type: 'opening' }),
]
const ledger = [
  eur({ id: 't1', amount: '100', date: '2026-03-01', reference: 'INV-7' }),
  eur({ id: 't2', amount: '20.5', date: '2026-03-03', reference: 'INV-8' }),
  eur({ id: 't3', amount: '7.07', date: '2026-03-03', reference: 'INV-9' }),
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

/** A run of 16 breaks, each in a chunk of its own: 10 of different types, then 6 fees, which only the source has. */
export async function runWithFees() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const open = (id: string, index: number, type: string): CanonicalRecord =>
    eur({
      id: `${id}${index}`,
      amount: `${500 + index}`,
      date: `2026-03-${10 + index}`,
      type,
      reference: `${id}-${index}`,
    })
  const others = Array.from({ length: 10 }, (_, index) => open('x', index, `T${index}`))
  const fees = Array.from({ length: 6 }, (_, index) => open('z', index, 'FEE'))
  await seedDataset(tenant.tenantId, { adapter: 'bank', records: [...manyRecords(20), ...others, ...fees] })
  await seedDataset(tenant.tenantId, { adapter: 'ledger', records: manyRecords(20) })
  const run = await makeRun(tenant.client, { ...body, rules: [{ id: 'reference', match: [{ field: 'reference' }] }] })
  await rechunk(run.id, 1)
  return { ...tenant, run }
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
