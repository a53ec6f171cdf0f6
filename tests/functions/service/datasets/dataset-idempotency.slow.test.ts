import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { type Fault, faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { csvOf, jsonUpload, largeCsv, largeRecordCount } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets'
const csvPath = `${path}?name=Export&adapter=bank`
const csvHeaders = { 'Content-Type': 'text/csv' }
const key = { 'Idempotency-Key': 'order-7' }

const withoutKv = new Proxy(env.KV, { get: () => () => Promise.reject(new Error('KV is down')) })

async function datasetCount(client: { get: (path: string) => Promise<Response> }): Promise<number> {
  const page: { data: unknown[] } = await (await client.get(path)).json()
  return page.data.length
}

const caches = [
  ['with KV', env.KV],
  ['without KV', withoutKv],
] as const

for (const [name, KV] of caches)
  describe(`an upload with an Idempotency-Key, ${name}`, () => {
    const newTenant = createTestApp({ env: { KV } }).newTenant

    it.each([
      { form: 'JSON', url: path, body: jsonUpload, headers: {} },
      { form: 'CSV', url: csvPath, body: csvOf(3), headers: csvHeaders },
    ])('is answered byte for byte alike when $form is sent again', async ({ url, body, headers }) => {
      const { client } = await newTenant()
      const first = await client.post(url, body, { ...key, ...headers })
      const again = await client.post(url, body, { ...key, ...headers })
      expect([first.status, again.status]).toEqual([201, 201])
      expect(await again.text()).toBe(await first.text())
      expect(again.headers.get('Location')).toBe(first.headers.get('Location'))
      expect(again.headers.get('Content-Type')).toBe(first.headers.get('Content-Type'))
      expect([first, again].map((answer) => answer.headers.get('Idempotent-Replayed'))).toEqual([null, 'true'])
      expect(await datasetCount(client)).toBe(1)
    })

    it('is one upload in its quoted and its bare form', async () => {
      const { client } = await newTenant()
      const first = await client.post(path, jsonUpload, { 'Idempotency-Key': 'order-7' })
      const again = await client.post(path, jsonUpload, { 'Idempotency-Key': '"order-7"' })
      expect(await again.text()).toBe(await first.text())
    })

    it('is refused with another body, another form or another query', async () => {
      const { client } = await newTenant()
      await client.post(csvPath, csvOf(3), { ...key, ...csvHeaders })
      const others = [
        await client.post(csvPath, csvOf(4), { ...key, ...csvHeaders }),
        await client.post(`${csvPath}&currency=EUR`, csvOf(3), { ...key, ...csvHeaders }),
        await client.post(path, jsonUpload, key),
      ]
      for (const other of others) {
        expect(other.status).toBe(422)
        expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused' })
      }
      expect(await datasetCount(client)).toBe(1)
    })

    it('is another upload for another tenant', async () => {
      const [one, two] = [await newTenant(), await newTenant()]
      const first = await one.client.post(path, jsonUpload, key)
      const second = await two.client.post(path, jsonUpload, key)
      expect(second.headers.get('Idempotent-Replayed')).toBeNull()
      expect(second.headers.get('Location')).not.toBe(first.headers.get('Location'))
    })

    it('makes exactly one dataset of many at the same time', async () => {
      const { client } = await newTenant()
      const answers = await Promise.all(Array.from({ length: 12 }, () => client.post(path, jsonUpload, key)))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
      expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1)
      expect(await datasetCount(client)).toBe(1)
    })

    it('leaves the key free when it is refused', async () => {
      const { client } = await newTenant()
      const refused = await client.post(path, { ...jsonUpload, records: [{ amount: 'x' }] }, key)
      expect(refused.status).toBe(422)
      expect((await client.post(path, jsonUpload, key)).status).toBe(201)
    })
  })

describe('an Idempotency-Key', () => {
  it('of another request is refused by KV, before the database is asked', async () => {
    const DB = faultyDatabase(env.DB, [{ matches: /idempotency_keys/i, when: 'before', skip: 1 }])
    const { client } = await createTestApp({ env: { DB } }).newTenant()
    expect((await client.post(path, jsonUpload, key)).status).toBe(201)
    expect((await client.post(path, { ...jsonUpload, name: 'April' }, key)).status).toBe(422)
  })

  it('is forgotten after 24 hours', async () => {
    let now = Date.now()
    const { newTenant } = createTestApp({ now: () => now })
    const { client } = await newTenant()
    const first = await client.post(path, jsonUpload, key)
    now += 86_400_000 - 1
    expect((await client.post(path, jsonUpload, key)).headers.get('Idempotent-Replayed')).toBe('true')
    now += 1
    const second = await client.post(path, { ...jsonUpload, name: 'April' }, key)
    expect(second.status).toBe(201)
    expect(second.headers.get('Location')).not.toBe(first.headers.get('Location'))
  })

  it.each(['', '""', 'x'.repeat(256), 'a, b', '"a'])('is refused when it is %j', async (value) => {
    const { client } = await createTestApp().newTenant()
    const response = await client.post(path, jsonUpload, { 'Idempotency-Key': value })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'idempotency_key_invalid' })
  })

  it('is demanded of a strict tenant', async () => {
    const { client } = await createTestApp().newTenant({ settings: { idempotencyKeyRequired: true } })
    const response = await client.post(path, jsonUpload)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'idempotency_key_required' })
    expect((await client.post(path, jsonUpload, key)).status).toBe(201)
  })

  it('may be left out: every upload is then a new dataset', async () => {
    const { client } = await createTestApp().newTenant()
    await client.post(path, jsonUpload)
    await client.post(path, jsonUpload)
    expect(await datasetCount(client)).toBe(2)
  })

  it('does not show an answer to a key without the scope', async () => {
    const { newTenant } = createTestApp()
    const { client } = await newTenant({ scopes: ['datasets:read'] })
    expect((await client.post(path, jsonUpload, key)).status).toBe(403)
  })
})

describe('an upload whose acknowledgement is lost', () => {
  const sealing = /insert into "datasets"/i
  const lookUp = /from "datasets"/i
  const tenantWith = (...faults: readonly Fault[]) =>
    createTestApp({ env: { DB: faultyDatabase(env.DB, faults) } }).newTenant()

  it('is answered from what was stored, and a blind retry does not repeat it', async () => {
    const { client } = await tenantWith({ matches: sealing, when: 'after' })
    const first = await client.post(path, jsonUpload, key)
    expect(first.status).toBe(201)
    expect(await (await client.post(path, jsonUpload, key)).text()).toBe(await first.text())
    expect(await datasetCount(client)).toBe(1)
  })

  it('is 503 when the database stays away, and a blind retry finds it', async () => {
    const { client } = await tenantWith({ matches: sealing, when: 'after' }, { matches: lookUp, when: 'before' })
    const lost = await client.post(path, jsonUpload, key)
    expect(lost.status).toBe(503)
    const retry = await client.post(path, jsonUpload, key)
    expect(retry.status).toBe(201)
    expect(retry.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await datasetCount(client)).toBe(1)
  })

  it('is nowhere when the database failed before it', async () => {
    const { client } = await tenantWith({ matches: sealing, when: 'before' })
    expect((await client.post(path, jsonUpload, key)).status).toBe(503)
    expect(await datasetCount(client)).toBe(0)
    expect((await client.post(path, jsonUpload, key)).status).toBe(201)
  })

  it('keeps every byte when it was flushed before', async () => {
    const { client } = await tenantWith(
      { matches: /'sealed'|CASE WHEN/, when: 'after' },
      { matches: lookUp, when: 'before' },
    )
    const url = `${path}?name=Large&adapter=bank`
    expect((await client.post(url, largeCsv(), { ...csvHeaders, ...key })).status).toBe(503)
    const retry: { id: string } = await (await client.post(url, largeCsv(), { ...csvHeaders, ...key })).json()
    const records = await client.get(`${path}/${retry.id}/records`, { Accept: 'application/x-ndjson' })
    expect((await records.text()).split('\n')).toHaveLength(largeRecordCount + 1)
  })
})
