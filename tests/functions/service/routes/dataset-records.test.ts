import { describe, expect, it } from 'vitest'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { csvOf, jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets'
const ndjson = { Accept: 'application/x-ndjson' }
const csv = { Accept: 'text/csv' }
// The clock stands still, so that the key stays in the cache however long the pages take.
const { newTenant, recorder } = createTestApp({ now: settableClock().now })

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly nextCursor: string | null
}

async function uploadCsv(client: Client, count: number): Promise<string> {
  const response = await client.post(`${path}?name=Export&adapter=bank`, csvOf(count), { 'Content-Type': 'text/csv' })
  const { id }: { id: string } = await response.json()
  return `${path}/${id}/records`
}

async function readPage(client: Client, url: string): Promise<Page> {
  return (await client.get(url)).json()
}

describe('GET /datasets/{id}/records', () => {
  it('gives canonical records in the order received', async () => {
    const { client } = await newTenant()
    const { id } = await uploadJson(client)
    expect(await readPage(client, `${path}/${id}/records`)).toEqual({
      data: [
        { amount: '100', currency: 'EUR', date: '2026-03-01', id: 's1', reference: 'INV-7' },
        { amount: '20.5', attributes: { batch: 'B1' }, currency: 'EUR', date: '2026-03-02', id: 's2' },
        { amount: '7', currency: 'EUR', date: '2026-03-03', description: '=1+1, "quoted"', id: 's3' },
      ],
      nextCursor: null,
    })
  })

  it('pages through every record once, whatever the limit', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 7)
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await readPage(client, `${url}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(page.data.length).toBeLessThanOrEqual(limit)
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(seen).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'])
    }
  })

  it('pages across chunks, by one round trip of two queries a page', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 9_000)
    recorder.reset()
    let pages = 0
    let cursor: string | null = ''
    const seen: string[] = []
    while (cursor !== null) {
      const page: Page = await readPage(client, `${url}?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
      pages += 1
    }
    expect(seen).toEqual(Array.from({ length: 9_000 }, (_, index) => `r${index + 1}`))
    expect(pages).toBe(45)
    expect(recorder.roundTrips).toBe(pages)
    expect(recorder.sql).toHaveLength(2 * pages)
  })

  it('finds one record by its id', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 9_000)
    recorder.reset()
    expect((await readPage(client, `${url}?id=r8999`)).data.map(({ id }) => id)).toEqual(['r8999'])
    // Its lines are in R2: the second trip reads their index of ids.
    expect(recorder.roundTrips).toBe(2)
    expect(await readPage(client, `${url}?id=r9001`)).toEqual({ data: [], nextCursor: null })
  })

  it('finds up to 100 records by their ids, in the order asked for', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 9_000)
    const wanted = ['r8999', 'r3', 'nobody', 'r3', 'r4500']
    const query = wanted.map((id) => `id=${id}`).join('&')
    recorder.reset()
    const page = await readPage(client, `${url}?${query}`)
    expect(page).toMatchObject({ data: [{ id: 'r8999' }, { id: 'r3' }, { id: 'r4500' }], nextCursor: null })
    // One more to be sure of the id that is nowhere.
    expect(recorder.roundTrips).toBeLessThanOrEqual(3)
    const tooMany = Array.from({ length: 101 }, (_, index) => `id=r${index}`).join('&')
    expect(await (await client.get(`${url}?${tooMany}`)).json()).toMatchObject({
      code: 'invalid_query',
      errors: [{ pointer: '/id' }],
    })
  })

  it('links to the next page, in every media type that has pages', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 3)
    for (const headers of [{}, ndjson, csv]) {
      const first = await client.get(`${url}?limit=2`, headers)
      const link = /^<(\/api\/v1\/datasets\/[^>]+)>; rel="next"$/.exec(first.headers.get('Link') ?? '')?.[1]
      const last = await client.get(link ?? '', headers)
      expect(await last.text()).toContain('r3')
      expect(last.headers.has('Link')).toBe(false)
    }
  })

  it('finds it among attributes that hold the same id', async () => {
    const { client } = await newTenant()
    const records = [
      { id: 'a', amount: '1', currency: 'EUR', attributes: { id: 'b' } },
      { id: 'b', amount: '2', currency: 'EUR', attributes: { id: 'c' } },
      { id: 'say "hi"', amount: '3', currency: 'EUR' },
    ]
    const url = `${path}/${(await uploadJson(client, { ...jsonUpload, records })).id}/records`
    expect((await readPage(client, `${url}?id=b`)).data).toMatchObject([{ amount: '2' }])
    expect((await readPage(client, `${url}?id=c`)).data).toEqual([])
    expect((await readPage(client, `${url}?id=${encodeURIComponent('say "hi"')}`)).data).toMatchObject([
      { amount: '3' },
    ])
  })

  it('gives nothing of an empty dataset', async () => {
    const { client } = await newTenant()
    const url = `${path}/${(await uploadJson(client, { ...jsonUpload, records: [] })).id}/records`
    expect(await readPage(client, url)).toEqual({ data: [], nextCursor: null })
    expect(await (await client.get(url, ndjson)).text()).toBe('')
  })

  it('streams all of them as the NDJSON that is hashed', async () => {
    const { client } = await newTenant()
    const response = await client.get(await uploadCsv(client, 9_000), ndjson)
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson')
    const lines = (await response.text()).split('\n')
    expect(lines).toHaveLength(9_001)
    expect(lines[8_999]).toBe(
      '{"amount":"9000.01","currency":"EUR","date":"2026-03-12","id":"r9000","reference":"INV-8999"}',
    )
  })

  it('gives a page of NDJSON when a limit is asked for', async () => {
    const { client } = await newTenant()
    const text = await (await client.get(`${await uploadCsv(client, 9)}?limit=2`, ndjson)).text()
    expect(text.split('\n')).toHaveLength(3)
  })

  it('writes CSV in which no cell is run as a formula', async () => {
    const { client } = await newTenant()
    const records = [
      { id: 'a', amount: '-1.5', currency: 'EUR', date: '2026-03-01', description: '=HYPERLINK("x")' },
      {
        id: 'b',
        amount: '2',
        currency: 'EUR',
        reference: '+1',
        counterparty: '@x',
        attributes: { note: 'two\nlines' },
      },
    ]
    const { id } = await uploadJson(client, { ...jsonUpload, records })
    const response = await client.get(`${path}/${id}/records`, csv)
    expect(response.headers.get('Content-Type')).toContain('text/csv')
    expect((await response.text()).split('\r\n')).toEqual([
      'id,amount,gross,fee,net,currency,date,valueDate,reference,description,counterparty,account,type,status,attributes',
      `a,-1.5,,,,EUR,2026-03-01,,,"'=HYPERLINK(""x"")",,,,,`,
      `b,2,,,,EUR,,,'+1,,'@x,,,,"{""note"":""two\\nlines""}"`,
      '',
    ])
  })

  it('may be kept for ever, and is not sent again to who has it', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 9)
    const response = await client.get(url)
    const tag = response.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('Vary')).toBe('Accept, X-API-Key, Origin')
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await client.get(url, { 'If-None-Match': held })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, tag, ''])
    }
    for (const other of ['"other"', '"a,*,b"', tag.slice(1, -1)])
      expect((await client.get(url, { 'If-None-Match': other })).status).toBe(200)
  })

  it('has another ETag for another query or media type', async () => {
    const { client } = await newTenant()
    const url = await uploadCsv(client, 9)
    const tags = [
      await client.get(url),
      await client.get(`${url}?limit=2`),
      await client.get(`${url}?id=r1`),
      await client.get(url, ndjson),
      await client.get(url, csv),
    ].map(({ headers }) => headers.get('ETag'))
    expect(new Set(tags).size).toBe(tags.length)
    expect((await client.get(`${url}?limit=50`)).headers.get('ETag')).toBe(tags[0])
  })

  it.each(['limit=0', 'limit=201', 'limit=x', 'id=', 'unknown=1'])('refuses ?%s', async (query) => {
    const { client } = await newTenant()
    const { id } = await uploadJson(client)
    const response = await client.get(`${path}/${id}/records?${query}`)
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_query' })
  })

  it('refuses a cursor of another dataset', async () => {
    const { client } = await newTenant()
    const [one, two] = [await uploadCsv(client, 9), await uploadCsv(client, 9)]
    const { nextCursor } = await readPage(client, `${one}?limit=1`)
    const response = await client.get(`${two}?cursor=${nextCursor}`)
    expect(await response.json()).toMatchObject({ status: 400, code: 'invalid_cursor' })
  })

  it('refuses other media types', async () => {
    const { client } = await newTenant()
    const { id } = await uploadJson(client)
    const response = await client.get(`${path}/${id}/records`, { Accept: 'application/pdf' })
    expect(response.status).toBe(406)
  })
})
