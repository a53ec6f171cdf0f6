import { describe, expect, it } from 'vitest'
import type { UploadRecord } from '../../../../schema/upload.ts'
import type { Client } from '../../../support/worker/client.ts'
import {
  beginUpload,
  digestOf,
  objectsOf,
  putPart,
  receivedUpload,
  sendPart,
  sizeOf,
  twoParts,
  uploadOf,
  uploadsPath,
} from '../../../support/worker/part-uploads.ts'
import type { Problem } from '../../../support/worker/readers.ts'
import { createUploadApp } from '../../../support/worker/readings.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\n')

const shown = async (client: Client, id: string) => (await client.get(`${uploadsPath}/${id}`)).json<UploadRecord>()
const problemOf = async (response: Response) => {
  const { status, code, errors = [] } = await response.json<Problem>()
  return { status, code, errors: errors.map((fault) => [fault.pointer, fault.code]) }
}

describe('the parts of an upload', () => {
  it('come in any order and as often as one likes, and the upload shows which are there', async () => {
    const { client } = await createUploadApp().newTenant()
    const [first, second] = twoParts()
    const { id, ...upload } = await beginUpload(client, sizeOf([first, second]))
    expect(upload).toMatchObject({ state: 'receiving', parts: [], receivedByteCount: 0, refusal: null })
    const other = await sendPart(client, id, { number: 2, bytes: second.toReversed() })
    const sent = await sendPart(client, id, { number: 1, bytes: first })
    const again = await sendPart(client, id, { number: 2, bytes: second })
    expect(other.sha256).not.toBe(again.sha256)
    const { parts, receivedByteCount } = await shown(client, id)
    expect(parts).toEqual([sent, again])
    expect(receivedByteCount).toBe(first.length + second.length)
    expect(await objectsOf(id)).toHaveLength(2)
    expect(await (await client.get(`/api/v1/datasets/${id}`)).json()).toMatchObject({ parts: [sent, again] })
  })

  it.each([
    ['no digest', { 'Content-Digest': '' }, 400, 'invalid_header'],
    ['a digest of another kind', { 'Content-Digest': 'sha-512=:AAAA:' }, 400, 'invalid_header'],
    ['a digest that is no hash', { 'Content-Digest': 'sha-256=:AAAA:' }, 400, 'invalid_header'],
    ['more bytes than a part may have', { 'Content-Length': '95000001' }, 413, 'payload_too_large'],
    ['no length', { 'Content-Length': 'x' }, 411, 'length_required'],
    ['a shorter body than it says', { 'Content-Length': String(small.length + 1) }, 422, 'digest_mismatch'],
    ['a longer body than it says', { 'Content-Length': String(small.length - 1) }, 413, 'payload_too_large'],
  ])('are refused with %s, and nothing is stored', async (_, headers, status, code) => {
    const { client } = await createUploadApp().newTenant()
    const { id } = await beginUpload(client, 1000)
    expect(await problemOf(await putPart(client, id, { number: 1, bytes: small }, headers))).toMatchObject({
      status,
      code,
    })
    expect(await objectsOf(id)).toEqual([])
    expect((await shown(client, id)).parts).toEqual([])
  })

  it('are refused when their bytes are not those of the digest', async () => {
    const { client } = await createUploadApp().newTenant()
    const { id } = await beginUpload(client, small.length)
    const digest = { 'Content-Digest': `md5=:AAAA:, ${await digestOf(small)}` }
    const changed = small.with(0, 65)
    expect(await problemOf(await putPart(client, id, { number: 1, bytes: changed }, digest))).toMatchObject({
      status: 422,
      code: 'digest_mismatch',
    })
    expect(await objectsOf(id)).toEqual([])
    expect((await putPart(client, id, { number: 1, bytes: small }, digest)).status).toBe(200)
  })

  it('are refused with a number that no part has, and when they are more than was declared', async () => {
    const { client } = await createUploadApp().newTenant()
    const { id } = await beginUpload(client, small.length + 1)
    for (const number of ['0', '626', '1.5', 'x']) {
      const response = await client.put(`${uploadsPath}/${id}/parts/${number}`, small)
      expect(await response.json<Problem>()).toMatchObject({
        status: 404,
        code: 'route_not_found',
        errors: [{ pointer: '/number' }],
      })
    }
    await sendPart(client, id, { number: 1, bytes: small })
    expect(await problemOf(await putPart(client, id, { number: 2, bytes: small }))).toMatchObject({
      code: 'payload_too_large',
    })
    expect((await putPart(client, id, { number: 1, bytes: small })).status).toBe(200)
  })

  it('have to be complete, large enough and as many bytes as declared', async () => {
    const { client, started } = await withClient()
    const { id } = await beginUpload(client, 2 * small.length + 1)
    await sendPart(client, id, { number: 3, bytes: small })
    await sendPart(client, id, { number: 1, bytes: small })
    expect(await problemOf(await client.post(`${uploadsPath}/${id}/complete`))).toEqual({
      status: 409,
      code: 'upload_incomplete',
      errors: [
        ['/parts/2', 'missing_part'],
        ['/parts/1', 'too_small'],
        ['/byteCount', 'wrong_size'],
      ],
    })
    expect(started).toEqual([])
    expect((await shown(client, id)).state).toBe('receiving')
  })

  it('come no more once the upload is complete', async () => {
    const { client, started } = await withClient()
    const { id } = await receivedUpload(client, [small])
    for (const _ of ['once', 'again']) {
      const response = await client.post(`${uploadsPath}/${id}/complete`)
      expect([response.status, (await response.json<UploadRecord>()).state]).toEqual([202, 'reading'])
    }
    expect(started.map((each) => each.id)).toEqual([`${id}-1`])
    expect((await problemOf(await putPart(client, id, { number: 1, bytes: small }))).code).toBe('upload_complete')
  })

  it('are removed when the upload is aborted, and its reading is ended', async () => {
    const { client, states } = await withClient()
    const { id } = await receivedUpload(client, [small])
    await client.post(`${uploadsPath}/${id}/complete`)
    expect((await client.delete(`${uploadsPath}/${id}`)).status).toBe(204)
    expect([await objectsOf(id), states.get(`${id}-1`)]).toEqual([[], 'terminated'])
    expect((await problemOf(await client.get(`/api/v1/datasets/${id}`))).code).toBe('dataset_not_found')
    expect((await problemOf(await client.delete(`${uploadsPath}/${id}`))).code).toBe('dataset_not_found')
  })
})

async function withClient() {
  const app = createUploadApp()
  return { ...app, ...(await app.newTenant()) }
}

describe('an upload in parts', () => {
  it('of another tenant is answered as one that there is not', async () => {
    const app = createUploadApp()
    const { id } = await receivedUpload((await app.newTenant()).client, [small])
    const { client } = await app.newTenant()
    const answersTo = async (name: string) => {
      const responses = [
        await client.get(`${uploadsPath}/${name}`),
        await client.get(`/api/v1/datasets/${name}`),
        await putPart(client, name, { number: 1, bytes: small }),
        await client.post(`${uploadsPath}/${name}/complete`),
        await client.delete(`${uploadsPath}/${name}`),
      ]
      const texts = await Promise.all(responses.map((response) => response.text()))
      return texts.map((text) => text.replaceAll(name, '').replaceAll(/req_\w+/g, ''))
    }
    expect(await answersTo(id)).toEqual(await answersTo(id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))))
    expect(await objectsOf(id)).toHaveLength(1)
  })

  it('is made once for an idempotency key', async () => {
    const { client } = await createUploadApp().newTenant()
    const ask = (body: object, key: string) => client.post(uploadsPath, body, { 'Idempotency-Key': key })
    const [first, second] = [await ask(uploadOf(10), 'a'), await ask(uploadOf(10), 'a')]
    expect([first.status, second.status, second.headers.get('Idempotent-Replayed')]).toEqual([201, 201, 'true'])
    expect(await second.json()).toEqual(await first.json())
    expect((await problemOf(await ask(uploadOf(11), 'a'))).code).toBe('idempotency_key_reused')
  })

  it('is refused with every fault of what it says', async () => {
    const { client } = await createUploadApp().newTenant()
    const body = { name: '', adapter: 'strype', byteCount: 5_000_000_001, extra: 1 }
    expect(await problemOf(await client.post(uploadsPath, body))).toMatchObject({ status: 422 })
    for (const byteCount of [0, 5_000_000_001, 1.5])
      expect((await problemOf(await client.post(uploadsPath, uploadOf(byteCount)))).code).toBe('validation_failed')
    expect((await problemOf(await client.post(uploadsPath, uploadOf(9, { adapter: 'dataset:x' })))).code).toBe(
      'validation_failed',
    )
  })

  it('counts its declared bytes as stored until it is aborted', async () => {
    const { client } = await createUploadApp().newTenant({ settings: { storageBytes: 1000 } })
    const usedBytes = async () =>
      (await (await client.get('/api/v1/usage')).json<{ storage: { usedBytes: number } }>()).storage.usedBytes
    const { id } = await beginUpload(client, 700)
    expect(await usedBytes()).toBe(700)
    expect((await problemOf(await client.post(uploadsPath, uploadOf(301)))).code).toBe('storage_quota_exceeded')
    await client.delete(`${uploadsPath}/${id}`)
    expect(await usedBytes()).toBe(0)
    await beginUpload(client, 1000)
  })

  it('cannot be read, used in a run or deleted as a dataset before it is sealed', async () => {
    const { client } = await createUploadApp().newTenant()
    const { id } = await receivedUpload(client, [small])
    const run = { name: 'a', sourceAdapter: `dataset:${id}`, targetAdapter: 'demo-ledger', rules: [] }
    const answers = [
      await client.get(`/api/v1/datasets/${id}/records`),
      await client.delete(`/api/v1/datasets/${id}`),
      await client.post('/api/v1/runs', run),
      await client.post('/api/v1/policies/propose', { ...run, name: undefined, rules: undefined }),
    ]
    for (const answer of answers)
      expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'dataset_not_sealed' })
  })
})
