import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ResultResponse } from '../../../../schema/result.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const sizes = { short: 3_000, long: 10_000 }
const recordCount = sizeOf(sizes)

/** A CSV export of `count` records; every tenth record of the other side has a fee taken off. */
function exportOf(count: number, feeEvery = 0): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const cents = 1_000 + index * 7 - (feeEvery > 0 && index % feeEvery === 0 ? 3 : 0)
    const day = String((index % 28) + 1).padStart(2, '0')
    return `r${index};${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')};EUR;2026-03-${day};INV-${index};Payment number ${index}`
  })
  return ['id;amount;currency;date;reference;description', ...rows, ''].join('\n')
}

async function uploaded(count: number) {
  const app = createTestApp({ now: settableClock().now })
  const tenant = await app.newTenant()
  for (const [adapter, feeEvery] of [
    ['bank', 0],
    ['ledger', 10],
  ] as const) {
    const response = await tenant.client.post(
      `/api/v1/datasets?name=${adapter}&adapter=${adapter}`,
      exportOf(count, feeEvery),
      {
        'Content-Type': 'text/csv',
      },
    )
    expect(response.status, await response.clone().text()).toBe(201)
  }
  return { ...app, ...tenant }
}

const body = {
  name: 'Large',
  sourceAdapter: 'bank',
  targetAdapter: 'ledger',
  rules: [
    { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
    { id: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.05' }], variance: 'fee' },
  ],
}

describe(inForms('a run of many records a side', sizes), () => {
  it('is made, read and kept within bounds that do not grow with it', { timeout: 120_000 }, async () => {
    const { client, recorder } = await uploaded(recordCount)
    recorder.reset()
    const run = await makeRun(client, body)
    expect(run.summary).toMatchObject({ matchCount: recordCount, breakCount: 0, matchRate: '1' })
    expect(recorder.roundTrips, 'round trips of the run').toBeLessThanOrEqual(8)
    expect(recorder.rowsWritten, 'rows written by the run').toBeLessThanOrEqual(60)

    const chunks = await env.DB.prepare(
      'SELECT length(CAST(text AS BLOB)) AS bytes FROM result_chunks WHERE run_id = ?',
    )
      .bind(run.id)
      .all<{ bytes: number }>()
    expect(Math.max(...chunks.results.map(({ bytes }) => bytes))).toBeLessThanOrEqual(1_900_000)

    let page = await (await client.get(`${run.links.results}?limit=1000`)).json<ResultResponse>()
    for (let count = 0; count < recordCount / 1_000 - 2; count++)
      page = await (await client.get(`${run.links.results}?limit=1000&cursor=${page.next_cursor}`)).json()
    recorder.reset()
    page = await (await client.get(`${run.links.results}?limit=1000&cursor=${page.next_cursor}`)).json()
    expect(page.matches).toHaveLength(1000)
    expect(recorder.roundTrips, 'round trips of a page deep inside').toBe(2)
    expect(await recorder.rowsRead(), 'rows read for a page deep inside').toBeLessThanOrEqual(40)
  })
})

describe('a run of more records than it may have', () => {
  it('is refused before anything is stored', async () => {
    const { client, recorder, tenantId } = await uploaded(1)
    await env.DB.prepare("UPDATE datasets SET record_count = 20000000 WHERE tenant_id = ? AND adapter = 'ledger'")
      .bind(tenantId)
      .run()
    recorder.reset()
    const problem = await problemOf(client.post('/api/v1/runs', body))
    expect(problem).toMatchObject({ code: 'run_too_large', errors: [{ pointer: '/targetAdapter' }] })
    expect(recorder.rowsWritten).toBe(0)
  })
})

describe('a run with a group whose line no row can hold', () => {
  it('is completed: its lines are in an object', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    const payout = { id: 'po-1', amount: '2000', currency: 'EUR', reference: 'PO-1' }
    const parts = manyRecords(2_000, ({ id }) => ({ ...payout, id: id.padEnd(1_000, '-'), amount: '1' }))
    await seedDataset(tenantId, { adapter: 'bank', records: [payout] })
    await seedDataset(tenantId, { adapter: 'psp', records: parts })
    const sides = { sourceAdapter: 'bank', targetAdapter: 'psp' }
    const run = await makeRun(client, {
      ...sides,
      rules: [{ id: 'payout', cardinality: '1:n', match: [{ field: 'reference' }, { field: 'currency' }], sum: {} }],
    })
    expect(run).toMatchObject({ status: 'completed', summary: { matchCount: 1 } })
    const { matches } = await (await client.get(`${run.links.results}`)).json<ResultResponse>()
    expect(matches?.[0]?.target_transaction_ids).toHaveLength(2_000)
  })
})
