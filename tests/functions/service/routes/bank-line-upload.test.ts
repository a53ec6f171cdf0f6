import { expect, it } from 'vitest'
import { bai2Samples } from '../../../engine/intake/bai2/bai2-samples.ts'
import { mt940Samples } from '../../../engine/intake/mt940/mt940-samples.ts'
import { createTestApp } from '../../../support/worker/client.ts'

const path = '/api/v1/datasets?name=March&adapter=bank:main'
const { newTenant } = createTestApp()

const [mt940 = ''] = mt940Samples
const [bai2 = ''] = bai2Samples

it.each([
  ['application/x-mt940', mt940, { format: 'mt940', recordCount: 2, totals: { EUR: '9.5' } }],
  ['application/x-bai2', bai2, { format: 'bai2', recordCount: 3, totals: { USD: '0' } }],
])('POST /datasets stores a file of %s as it is', async (mediaType, body, dataset) => {
  const { client } = await newTenant()
  const response = await client.post(path, body, { 'Content-Type': mediaType })
  expect(await response.json()).toMatchObject({ ...dataset, warnings: [] })
  expect(response.status).toBe(201)
})

it.each([
  ['charset', 'application/x-mt940; charset=cp850', path],
  ['encoding', 'application/x-mt940', `${path}&encoding=cp850`],
])('POST /datasets reads MT940 in the %s that is named', async (_, mediaType, url) => {
  const { client } = await newTenant()
  const body = Uint8Array.from(mt940, (letter) => letter.codePointAt(0) ?? 0).map((byte) => cp850.get(byte) ?? byte)
  const created: { id: string } = await (await client.post(url, body, { 'Content-Type': mediaType })).json()
  const page = await client.get(`/api/v1/datasets/${created.id}/records`)
  expect(await page.json()).toMatchObject({ data: [{ counterparty: 'Grün & Söhne' }, {}] })
})

/** The places of ö and ü. */
const cp850 = new Map([
  [0xf6, 0x94],
  [0xfc, 0x81],
])

it('POST /datasets refuses a mapping of a format whose fields are fixed', async () => {
  const { client } = await newTenant()
  const mapping = encodeURIComponent(JSON.stringify({ amount: 'Betrag' }))
  const response = await client.post(`${path}&mapping=${mapping}`, mt940, { 'Content-Type': 'application/x-mt940' })
  expect(response.status).toBe(422)
  expect(JSON.stringify(await response.json())).toContain('MT940 has fixed fields')
})
