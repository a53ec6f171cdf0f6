import { expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'

const { newTenant } = createTestApp()
const pathOf = (query: string) => `/api/v1/datasets?name=March&adapter=${query}`

const sale = { id: '1', date: '2026-03-01', kind: 'sale', amount: '209.00', currency: 'EUR' }
const refund = { ...sale, id: '2', kind: 'refund' }
const ofShopify = [sale, refund].map((record) => ({ ...record, order_id: 7, created_at: '2026-03-01T10:00:00Z' }))

const bodies: readonly (readonly [string, string])[] = [
  ['application/json', JSON.stringify([sale, refund])],
  ['application/x-ndjson', `${JSON.stringify(sale)}\n${JSON.stringify(refund)}\n`],
  ['text/csv', `${Object.keys(sale).join()}\n${Object.values(sale).join()}\n${Object.values(refund).join()}\n`],
]

it.each(bodies)('POST /datasets asks of a refund beside amounts without a sign, in %s', async (mediaType, body) => {
  const { client } = await newTenant()
  const send = (query: string) => client.post(pathOf(query), body, { 'Content-Type': mediaType })
  const refused = await send('psp:main')
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    code: 'unreadable_record',
    errors: [{ code: 'undecided_sign', detail: expect.stringContaining('"debitValues":["refund"]') }],
  })
  const mapping = { amount: { column: 'amount', flag: 'kind', debitValues: ['refund'] } }
  const answered = await send(`psp:main&mapping=${encodeURIComponent(JSON.stringify(mapping))}`)
  expect(await answered.json()).toMatchObject({ recordCount: 2, totals: { EUR: '0' }, warnings: [] })
})

it('POST /datasets leaves records out of a file of JSON where the mapping says so', async () => {
  const { client } = await newTenant()
  const mapping = { skip: [{ column: 'kind', equals: 'refund' }] }
  const path = pathOf(`psp:main&mapping=${encodeURIComponent(JSON.stringify(mapping))}`)
  const response = await client.post(path, JSON.stringify([sale, refund]), { 'Content-Type': 'application/json' })
  expect(await response.json()).toMatchObject({
    totals: { EUR: '209' },
    warnings: [{ code: 'skipped_entries', count: 1 }],
  })
})

it.each(['shopify:main', 'bank:main'])(
  'POST /datasets knows an export of Shopify, with the adapter %s',
  async (adapter) => {
    const { client } = await newTenant()
    const response = await client.post(pathOf(adapter), JSON.stringify({ transactions: ofShopify }), {
      'Content-Type': 'application/json',
    })
    expect(await response.json()).toMatchObject({ recordCount: 2, totals: { EUR: '0' } })
  },
)

it('POST /datasets warns of refunds that are read as they are written', async () => {
  const { client } = await newTenant()
  const data = [{ id: 're_1', object: 'refund', amount: 1050, currency: 'eur', created: 1_772_323_200 }]
  const response = await client.post(pathOf('stripe:main'), JSON.stringify({ data }), {
    'Content-Type': 'application/json',
  })
  expect(await response.json()).toMatchObject({
    totals: { EUR: '10.5' },
    warnings: [{ code: 'unsigned_amount', count: 1, firstLine: 1 }],
  })
})
