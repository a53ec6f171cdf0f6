import type { CanonicalRecord } from '@tallystick/engine/record'
import { describe, expect, it } from 'vitest'
import type { ResultResponse } from '../../../../schema/result.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readCsv } from '../../../support/worker/read-csv.ts'
import { eur } from '../../../support/worker/results.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

/** A run whose payments list their invoices. */

const payment = (id: string, amount: string, description: string, reference?: string): CanonicalRecord =>
  eur({ id, amount, date: '2026-03-05', description, ...(reference !== undefined && { reference }) })
const invoice = (reference: string, amount: string): CanonicalRecord =>
  eur({ id: `i${reference}`, amount, date: '2026-03-01', reference })

const source = [
  payment('p1', '100', 'INV-00460; INV-00601'),
  payment('p2', '30', 'inv-00700, inv-00701, inv-00799'),
  payment('p3', '7', 'single', 'INV-00701'),
]
const target = [
  invoice('INV-00460', '60'),
  invoice('INV-00601', '40'),
  invoice('INV-00700', '20'),
  invoice('INV-00701', '7'),
]
const listed = {
  id: 'remittance',
  name: 'Invoices of a payment',
  cardinality: '1:n',
  match: [
    {
      sourceField: 'description',
      targetField: 'reference',
      op: 'listed',
      normalize: ['upper'],
      mask: 'INV-#####',
    },
  ],
  sum: { source: [{ field: 'amount' }], target: [{ field: 'amount' }] },
}
const rules = [{ id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }, listed]

async function listedRun() {
  const { newTenant } = createTestApp()
  const { tenantId, client } = await newTenant()
  await seedDataset(tenantId, { adapter: 'bank', records: source })
  await seedDataset(tenantId, { adapter: 'ledger', records: target })
  const body = { name: 'Remittances', sourceAdapter: 'bank', targetAdapter: 'ledger', rules }
  const run = await makeRun(client, body)
  const read = async (query: string): Promise<ResultResponse> =>
    (await client.get(`${run.links.results}${query}`)).json<ResultResponse>()
  return { run, client, read }
}

describe('a run whose texts list records', () => {
  it('shows both texts as the evidence of a match', async () => {
    const { read } = await listedRun()
    const { matches } = await read('?view=matches&rule=remittance')
    expect(matches).toMatchObject([
      {
        source_transaction_id: 'p1',
        target_transaction_ids: ['iINV-00460', 'iINV-00601'],
        confidence: 'high',
        rule_used: 'Invoices of a payment',
        evidence: [
          {
            field: 'description/reference',
            source_value: 'INV-00460; INV-00601',
            target_value: 'INV-00460; INV-00601',
            match_type: 'listed',
          },
          { field: 'currency', source_value: 'EUR', target_value: 'EUR', match_type: 'exact' },
          { field: 'sum', source_value: 100, target_value: 100, match_type: 'sum' },
        ],
      },
    ])
  })

  it('says what of a text was found, is missing and was taken', async () => {
    const { read, run, client } = await listedRun()
    const { breaks } = await read('?view=breaks&reason=sum_mismatch')
    expect(breaks).toMatchObject([
      {
        source_transaction_ids: ['p2'],
        target_transaction_ids: ['iINV-00700'],
        difference: '-10',
        failed: { rule_id: 'remittance', field: 'sum' },
        listed: { found: ['iINV-00700'], missing: ['INV-00799'], taken: ['iINV-00701'] },
      },
    ])
    const csv = await (await client.get(`${run.links.results}?view=breaks`, { Accept: 'text/csv' })).text()
    expect(readCsv(csv)[0]?.['explanation']).toContain('1 found, missing INV-00799, taken iINV-00701')
  })

  it('is written out in the run, and replays to the same root', async () => {
    const { run, client } = await listedRun()
    expect(run.rules?.[1]).toMatchObject({ select: 'group', match: [{ ...listed.match[0], nulls: 'fail' }, {}] })
    const replayed = await client.post(`${run.links.self}/replay`)
    expect(await replayed.json()).toMatchObject({ replay: { identical: true } })
  })

  it('is refused with every fault at once', async () => {
    const { client } = await (async () => {
      const { newTenant } = createTestApp()
      return newTenant()
    })()
    const wrong = { ...listed, cardinality: 'n:m', match: [{ ...listed.match[0], mask: 'INV', nulls: 'skip' }] }
    const response = await client.post('/api/v1/runs', {
      name: 'Wrong',
      sourceAdapter: 'bank',
      targetAdapter: 'ledger',
      rules: [wrong],
    })
    expect(response.status).toBe(422)
    const { errors } = await response.json<{ errors: { pointer: string; code: string }[] }>()
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/rules/0/match/0/mask invalid_value',
      '/rules/0/match/0/nulls conflict',
      '/rules/0/match/0/op conflict',
    ])
  })
})
