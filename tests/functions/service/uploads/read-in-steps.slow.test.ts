import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { DatasetWithStatements } from '../../../../schema/dataset.ts'
import type { UploadRecord } from '../../../../schema/upload.ts'
import { isLong } from '../../../support/forms.ts'
import type { Client } from '../../../support/worker/client.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { failingDatabase, faultyDatabase } from '../../../support/worker/faulty-database.ts'
import {
  longCsv,
  objectsOf,
  receivedUpload,
  sizeOf,
  twoParts,
  uploadsPath,
} from '../../../support/worker/part-uploads.ts'
import { createUploadApp, executeReading, type ReadingOptions } from '../../../support/worker/readings.ts'
import { withSmallBound } from '../../../support/worker/uploads.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\nb,2.00,EUR,2026-03-02\n')

type Shown = Omit<DatasetWithStatements, 'state'> & Omit<UploadRecord, 'state'> & { readonly state: string }

/** A file that has arrived whole and waits to be read. */
async function completed(parts: readonly Uint8Array[], { more = {}, settings = {} } = {}) {
  const app = createUploadApp(withSmallBound)
  const { client, tenantId } = await app.newTenant({ settings })
  const { id } = await receivedUpload(client, parts, more)
  await client.post(`${uploadsPath}/${id}/complete`)
  const reading = { tenantId, id, attempt: 1 }
  const read = (options: ReadingOptions = {}) => executeReading(app, reading, options)
  const state = async () => (await client.get(`/api/v1/datasets/${id}`)).json<Shown>()
  return { ...app, client, id, tenantId, reading, read, state }
}

/** The root of the same file when it comes in one request. */
async function rootOf(client: Client, bytes: Uint8Array): Promise<string> {
  const query = 'name=One&adapter=bank:main-eur'
  const response = await client.post(`/api/v1/datasets?${query}`, bytes, { 'Content-Type': 'text/csv' })
  return (await response.json<{ root: string }>()).root
}

const whole = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(sizeOf(parts))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

/** Rows and objects that a sealed dataset needs no more, or a refused one never. */
async function leftovers(id: string) {
  const { results } = await env.DB.prepare(
    `SELECT 'receiving' AS what FROM datasets WHERE id = ?1 AND state = 'receiving'
     UNION ALL SELECT 'folder' FROM line_folders WHERE owner = ?1 AND state <> 'kept'
     UNION ALL SELECT 'part' FROM upload_parts WHERE upload_id = ?1`,
  )
    .bind(id)
    .all<{ what: string }>()
  return [...results.map(({ what }) => what), ...(await objectsOf(id))]
}

const usedBytes = async (client: Client) =>
  (await (await client.get('/api/v1/usage')).json<{ storage: { usedBytes: number } }>()).storage.usedBytes

describe('the reading of an upload in steps', () => {
  it.each([
    ['as it is', true, {}],
    ['each step executed twice', isLong, { isTwice: true }],
    ['killed before the result of the reading is stored', isLong, { killedAfter: 'read' }],
    ['killed before the removal of the parts is noted', true, { killedAfter: 'remove parts' }],
  ])('ends in the root that one request gives, %s, in two parts, too: %s', async (_, inTwo, options) => {
    for (const parts of [[small], ...(inTwo ? [twoParts()] : [])]) {
      const { client, id, read, state } = await completed(parts)
      await read(options)
      const { root, byteCount, received } = await state()
      expect(root).toBe(await rootOf(client, whole(parts)))
      expect(received?.bytes).toBe(sizeOf(parts))
      expect(await leftovers(id)).toEqual([])
      // The dataset that came in one request has as many bytes.
      expect(await usedBytes(client)).toBe(2 * byteCount)
    }
  })

  it.each(['before', 'after'] as const)('ends so when any call of D1 fails once, %s it is done', async (when) => {
    for (const bytes of [small, longCsv(100_000)]) {
      // Of the large file, whose calls are nearly those of the small one, every fourth in the short form.
      const stride = bytes === small || isLong ? 1 : 4
      for (let number = stride > 1 && when === 'after' ? 3 : 1, isOver = false; !isOver; number += stride) {
        const { id, read, state } = await completed([bytes])
        const failing = failingDatabase(env.DB, { number, when })
        await read({ env: { DB: failing.database } })
        isOver = failing.callCount() < number
        expect([number, (await state()).state, await leftovers(id)]).toEqual([number, 'sealed', []])
      }
    }
  })

  it.each([
    ['get', 'before'],
    ['put', 'before'],
    ['put', 'after'],
    ['delete', 'before'],
    ['delete', 'after'],
  ] as const)('ends so when a %s of R2 fails %s it is done', async (method, when) => {
    const { id, read, state } = await completed([longCsv(100_000)])
    await read({ env: { BUCKET: faultyBucket(env.BUCKET, [{ method, matches: /./, when }]) } })
    expect([(await state()).state, await leftovers(id)]).toEqual(['sealed', []])
  })

  it('refuses a file with the faults of its rows, and keeps nothing else of it', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `r${index},?,EUR,2026-03-01`)
    const bytes = new TextEncoder().encode(`id,amount,currency,date\n${rows.join('\n')}\n`)
    const { client, id, read, state } = await completed([bytes])
    await read({ isTwice: true })
    const { refusal, ...upload } = await state()
    expect(upload).toMatchObject({ state: 'refused', parts: [], receivedByteCount: bytes.length })
    expect(refusal).toMatchObject({ code: 'unreadable_record' })
    expect(refusal?.errors).toHaveLength(20)
    expect(refusal?.errors[0]).toMatchObject({ line: 2, field: 'amount' })
    expect([await leftovers(id), await usedBytes(client)]).toEqual([[], 0])
    const complete = await client.post(`${uploadsPath}/${id}/complete`)
    expect([complete.status, (await complete.json<UploadRecord>()).state]).toEqual([200, 'refused'])
    expect((await client.delete(`${uploadsPath}/${id}`)).status).toBe(204)
    expect((await client.get(`/api/v1/datasets/${id}`)).status).toBe(404)
  })

  it.each([
    ['changed', (key: string) => env.BUCKET.put(key, small.with(0, 73))],
    ['gone', (key: string) => env.BUCKET.delete(key)],
  ])('refuses a file of which a part is %s in R2, and says which', async (_, change) => {
    const { id, read, state } = await completed([small])
    for (const key of await objectsOf(id)) await change(key)
    await read()
    expect((await state()).refusal).toMatchObject({
      code: 'records_altered',
      detail: 'The part 1 is not stored as it was received.',
    })
  })

  it('refuses a file whose lines do not fit into the storage of the tenant', async () => {
    const bytes = new TextEncoder().encode(
      `id,amount,date\n${Array.from({ length: 500 }, (_, index) => `${index},1,2026-03-01`).join('\n')}\n`,
    )
    const { read, state } = await completed([bytes], { settings: { storageBytes: bytes.length } })
    await read()
    expect((await state()).refusal).toMatchObject({ code: 'storage_quota_exceeded' })
  })

  it('reads with the mapping and the currency of the upload', async () => {
    const mapping = { id: 'Nr', amount: 'Betrag', decimal: ',' }
    const bytes = new TextEncoder().encode('Nr;Betrag\n7;1.234,50\n')
    const { client, id, read, state } = await completed([bytes], { more: { mapping, currency: 'CHF' } })
    await read()
    expect((await state()).totals).toEqual({ CHF: '1234.5' })
    const { data } = await (await client.get(`/api/v1/datasets/${id}/records`)).json<{ data: object[] }>()
    expect(data).toEqual([{ id: '7', amount: '1234.5', currency: 'CHF' }])
  })

  it('stores nothing once the upload is aborted or another attempt reads it', async () => {
    const { client, id, read, reading, tenantId, ...app } = await completed([small])
    await executeReading(app, { ...reading, attempt: 2 })
    expect(await (await client.get(`/api/v1/datasets/${id}`)).json()).toMatchObject({ state: 'reading' })
    const aborting = faultyDatabase(env.DB, [
      {
        matches: /INSERT INTO "?datasets"?|insert into "datasets"/,
        when: 'before',
        meanwhile: async () => {
          await client.delete(`${uploadsPath}/${id}`)
        },
      },
    ])
    await read({ env: { DB: aborting } })
    expect((await client.get(`/api/v1/datasets/${id}`)).status).toBe(404)
    expect([await leftovers(id), await usedBytes(client)]).toEqual([[], 0])
  })
})
