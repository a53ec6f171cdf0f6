import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../schema/problem.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { csvOf, jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets'
const now = Date.parse('2026-11-20T10:00:00.000Z')
const csv = { 'Content-Type': 'text/csv' }
const ndjson = { 'Content-Type': 'application/x-ndjson' }
const { newTenant, recorder } = createTestApp({ now: () => now })

interface Problem {
  readonly detail: string
  readonly code: string
  readonly errors?: readonly Fault[]
}

async function refusal(client: Client, ...[url, body, headers]: Parameters<Client['post']>): Promise<Problem> {
  const response = await client.post(url, body, headers)
  expect(await datasetIds(client)).toEqual([])
  return response.json()
}

async function datasetIds(client: Client, query = ''): Promise<string[]> {
  const page: { data: { id: string }[] } = await (await client.get(`${path}${query}`)).json()
  return page.data.map(({ id }) => id)
}

describe('POST /datasets', () => {
  it('stores JSON records and answers with the dataset', async () => {
    const { client, keyId } = await newTenant()
    const response = await client.post(path, jsonUpload)
    const body: { id: string } = await response.json()
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/api/v1/datasets/${body.id}`)
    expect(body).toEqual({
      id: expect.stringMatching(/^dat_[0-9a-hjkmnp-tv-z]{26}$/),
      name: 'March statement',
      received: expect.objectContaining({ format: 'json', mapping: null }),
      adapter: 'bank:main-eur',
      state: 'sealed',
      format: 'json',
      recordCount: 3,
      byteCount: expect.any(Number),
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      totals: { EUR: '127.5' },
      period: { from: '2026-03-01', to: '2026-03-03' },
      warnings: [],
      createdAt: '2026-11-20T10:00:00.000Z',
      createdBy: keyId,
    })
  })

  it('reads the same records from JSON, NDJSON and CSV to the same root', async () => {
    const { client } = await newTenant()
    const records = [
      { id: 'r1', amount: '1.01', currency: 'EUR', date: '2026-03-01', reference: 'INV-0' },
      { id: 'r2', amount: '2.01', currency: 'EUR', date: '2026-03-02', reference: 'INV-1' },
    ]
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    const uploads = [
      await client.post(path, { name: 'Records', adapter: 'bank', records }),
      await client.post(`${path}?name=Records&adapter=bank`, lines, ndjson),
      await client.post(`${path}?name=Records&adapter=bank`, csvOf(2), csv),
    ]
    const bodies = await Promise.all(uploads.map((upload) => upload.json<{ root: string; format: string }>()))
    expect(bodies.map(({ format }) => format)).toEqual(['json', 'ndjson', 'csv'])
    expect(new Set(bodies.map(({ root }) => root)).size).toBe(1)
  })

  it('warns of an upload without a record, whatever its form', async () => {
    const { client } = await newTenant()
    const uploads = [
      await client.post(path, { name: 'None', adapter: 'bank', records: [] }),
      await client.post(`${path}?name=None&adapter=bank`, '', ndjson),
      await client.post(`${path}?name=None&adapter=bank`, csvOf(0), csv),
    ]
    for (const upload of uploads)
      expect(await upload.json()).toMatchObject({
        recordCount: 0,
        warnings: [{ code: 'no_records', count: 0, firstLine: null }],
      })
  })

  it('takes mapping, currency and encoding of an export from its query', async () => {
    const { client } = await newTenant()
    const query = new URLSearchParams({
      name: 'Konto',
      adapter: 'bank:konto',
      format: 'csv',
      currency: 'EUR',
      encoding: 'iso-8859-1',
      mapping: JSON.stringify({ id: 'Nr', amount: 'Wert', date: 'Tag', description: 'Text', decimal: ',' }),
    })
    const text = 'Nr;Wert;Tag;Text\n1;-1.234,50;2026-03-01;Müller\n'
    const body = Uint8Array.from(text, (char) => char.charCodeAt(0))
    const response = await client.post(`${path}?${query}`, body, csv)
    const { id, totals }: { id: string; totals: object } = await response.json()
    expect(totals).toEqual({ EUR: '-1234.5' })
    const page = await client.get(`${path}/${id}/records`)
    expect(await page.json()).toMatchObject({ data: [{ id: '1', amount: '-1234.5', description: 'Müller' }] })
  })

  it('keeps an upload that adds up to its control totals', async () => {
    const { client } = await newTenant()
    expect((await uploadJson(client, { ...jsonUpload, controlTotals: { EUR: '127.50' } })).totals).toEqual({
      EUR: '127.5',
    })
    expect((await uploadJson(client, { ...jsonUpload, controlTotals: { EUR: 127.5 } })).recordCount).toBe(3)
  })

  it('refuses one that does not, with every difference, and stores nothing', async () => {
    const { client } = await newTenant()
    const problem = await refusal(client, path, { ...jsonUpload, controlTotals: { EUR: '127', USD: '1' } })
    expect(problem.code).toBe('control_total_mismatch')
    expect(problem.errors?.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ['/controlTotals/EUR', expect.stringContaining('a difference of 0.5')],
      ['/controlTotals/USD', expect.stringContaining('a difference of -1')],
    ])
  })

  it('counts a currency that the control totals leave out as a difference', async () => {
    const { client } = await newTenant()
    const problem = await refusal(client, path, { ...jsonUpload, controlTotals: {} })
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(['/controlTotals/EUR'])
  })

  it('names every unreadable field of an upload at once, and stores nothing', async () => {
    const { client } = await newTenant()
    const text = 'id;amount;currency;date\na;1,00;EUR;2026-03-01\nb;x;EUR;2026-02-30\nc;2,00;EURO;2026-03-01\n'
    const problem = await refusal(client, `${path}?name=Bad&adapter=bank`, text, csv)
    expect(problem.code).toBe('unreadable_record')
    expect(problem.errors?.map(({ line, field }) => [line, field])).toEqual([
      [3, 'amount'],
      [3, 'date'],
      [4, 'currency'],
    ])
  })

  it('names 20 unreadable fields and no more', async () => {
    const { client } = await newTenant()
    const records = Array.from({ length: 30 }, (_, index) => ({ id: `r${index}`, amount: 'x', currency: 'EUR' }))
    const problem = await refusal(client, path, { ...jsonUpload, records })
    expect(problem.errors).toHaveLength(20)
    expect(problem.detail).toContain('At least 20 fields')
    expect(problem.errors?.at(-1)).toMatchObject({ pointer: '/records/19/amount', field: 'amount' })
  })

  it.each([
    ['no name', { ...jsonUpload, name: undefined }, '/name'],
    ['an empty name', { ...jsonUpload, name: '' }, '/name'],
    ['a name of 201 characters', { ...jsonUpload, name: 'x'.repeat(201) }, '/name'],
    ['an ill-formed adapter', { ...jsonUpload, adapter: 'Bank' }, '/adapter'],
    ['a dataset id for an adapter', { ...jsonUpload, adapter: 'dataset:dat_1' }, '/adapter'],
    ['no records', { ...jsonUpload, records: undefined }, '/records'],
    ['an unknown member', { ...jsonUpload, extra: 1 }, '/extra'],
    ['an unknown field in the mapping', { ...jsonUpload, mapping: { amuont: 'A' } }, '/mapping/amuont'],
    ['a currency in lower case', { ...jsonUpload, currency: 'eur' }, '/currency'],
    ['a control total that is no number', { ...jsonUpload, controlTotals: { EUR: '1,5' } }, '/controlTotals/EUR'],
  ])('refuses %s', async (_, body, pointer) => {
    const { client } = await newTenant()
    const problem = await refusal(client, path, body)
    expect(problem.code).toBe('validation_failed')
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer])
  })

  it.each([
    ['no name', '?adapter=bank', '/name'],
    ['no adapter', '?name=x', '/adapter'],
    ['a mapping that is no JSON', '?name=x&adapter=bank&mapping=%7B', '/mapping'],
    ['a mapping of unknown fields', '?name=x&adapter=bank&mapping=%7B%22a%22%3A%22b%22%7D', '/mapping/a'],
    ['a mapping of what every object has', '?name=x&adapter=bank&mapping={"toString":"b"}', '/mapping/toString'],
    ['a format that is not the body’s', '?name=x&adapter=bank&format=ndjson', '/format'],
    ['an unknown format', '?name=x&adapter=bank&format=xls', '/format'],
    ['a name twice', '?name=x&name=y&adapter=bank', '/name'],
  ])('refuses an export with %s', async (_, query, pointer) => {
    const { client } = await newTenant()
    const problem = await refusal(client, `${path}${query}`, csvOf(1), csv)
    expect(problem.code).toBe('invalid_query')
    expect(problem.errors?.map((error) => error.pointer)).toEqual([pointer])
  })

  it('refuses a query beside a JSON upload, but for that of a file', async () => {
    const { client } = await newTenant()
    expect((await refusal(client, `${path}?name=x`, jsonUpload)).code).toBe('invalid_query')
  })

  it('reads a JSON file by the map of its kind, with the query that any file has', async () => {
    const { client } = await newTenant()
    const item = { object: 'balance_transaction', fee: 30, currency: 'usd', created: 1_772_323_199 }
    const list = {
      object: 'list',
      data: [
        { ...item, id: 'txn_1', amount: 1000, net: 970 },
        { ...item, id: 'txn_2', amount: -500, net: -530 },
      ],
    }
    const response = await client.post(`${path}?name=Stripe&adapter=stripe:main`, list)
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      adapter: 'stripe:main',
      format: 'json',
      recordCount: 2,
      totals: { USD: '5' },
      period: { from: '2026-02-28', to: '2026-02-28' },
      received: { format: 'json', encoding: 'utf-8' },
    })
  })

  it('says of a bare list how it is sent', async () => {
    const { client } = await newTenant()
    const problem = await refusal(client, path, [{ amount: 1 }])
    expect(problem.code).toBe('validation_failed')
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: '', code: 'invalid_type' })])
    expect(problem.errors?.[0]?.detail).toContain('?name=March&adapter=stripe')
    const { errors } = await refusal(client, `${path}?name=x&adapter=bank`, [{ amount: 'x' }])
    expect(errors).toEqual([expect.objectContaining({ line: 1, column: 'amount', code: 'invalid_decimal' })])
  })

  it('names the nearest kind of an unknown adapter', async () => {
    const { client } = await newTenant()
    const problem = await refusal(client, path, { ...jsonUpload, adapter: 'stripee' })
    expect(problem.code).toBe('unknown_adapter')
    expect(problem.errors?.[0]?.detail).toContain('stripe')
  })

  it.each([
    ['another media type', 'image/png'],
    ['a form', 'multipart/form-data; boundary=x'],
  ])('refuses %s', async (_, type) => {
    const { client } = await newTenant()
    const response = await client.post(`${path}?name=x&adapter=bank`, csvOf(1), { 'Content-Type': type })
    const problem: { readonly detail: string } = await response.json()
    expect(problem).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    expect(problem.detail.match(/application\/xml/g)).toHaveLength(1)
  })

  it.each([
    ['8 MB of JSON', path, { 'Content-Type': 'application/json' }, 8],
    ['8 MB of a zip', `${path}?name=x&adapter=bank`, { 'Content-Type': 'application/zip' }, 8],
    ['95 MB of CSV', `${path}?name=x&adapter=bank`, csv, 95],
  ])('refuses more than %s', async (_, url, headers, megabytes) => {
    const { client } = await newTenant()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > megabytes) {
          controller.enqueue(new Uint8Array([0x20]))
          controller.close()
        } else controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20))
      },
    })
    const response = await client.post(url, body, headers)
    expect(response.status).toBe(413)
    expect(await datasetIds(client)).toEqual([])
  })

  it.each([
    ['JSON', path, { ...jsonUpload, records: [{ amount: '1', currency: 'EUR', description: 'x'.repeat(65_536) }] }, {}],
    ['NDJSON', `${path}?name=x&adapter=bank`, `{"id":"${'a'.repeat(65_536)}"}\n`, ndjson],
    ['CSV', `${path}?name=x&adapter=bank`, `${csvOf(1)}${'a'.repeat(65_537)},1,EUR\n`, csv],
  ])('refuses a record of more than 64 KB of %s', async (_, url, body, headers) => {
    const { client } = await newTenant()
    const problem = await refusal(client, url, body, headers)
    expect(problem.code).toBe('payload_too_large')
    expect(problem.errors?.map(({ code }) => code)).toEqual(['record_too_large'])
  })

  it('stores an upload of 10,000 records in two round trips of few rows', async () => {
    const { client } = await newTenant()
    const response = await client.post(`${path}?name=Large&adapter=bank`, csvOf(10_000), csv)
    expect(await response.json()).toMatchObject({ recordCount: 10_000, totals: { EUR: '50005100' } })
    // The folder of its lines in R2 is stored before them.
    expect(recorder.roundTrips).toBe(2)
    expect(recorder.rowsWritten).toBeLessThan(40)
  })
})
