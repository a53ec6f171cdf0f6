import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { UploadRecord } from '../../../../schema/upload.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { failingDatabase } from '../../../support/worker/faulty-database.ts'
import {
  beginUpload,
  objectsOf,
  putPart,
  receivedUpload,
  uploadOf,
  uploadsPath,
} from '../../../support/worker/part-uploads.ts'
import type { Problem } from '../../../support/worker/readers.ts'
import { createUploadApp } from '../../../support/worker/readings.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\n')
const part = { number: 1, bytes: small }

/** A tenant, and the same tenant's client of an isolate whose D1 fails at the call of this number, after looking the key up. */
async function failing(number: number, when: 'before' | 'after') {
  const app = createUploadApp()
  const { client, secret, tenantId } = await app.newTenant()
  const { database, callCount } = failingDatabase(env.DB, { number: number + 1, when })
  const there = createUploadApp({ env: { DB: database } }).clientWith({ 'X-API-Key': secret })
  return { client, there, tenantId, isOver: () => callCount() <= number }
}

/** The statuses of `ask` with each call of D1 failing, in turn, and of a repetition of it where it failed. */
async function statusesOf(
  when: 'before' | 'after',
  ask: (scene: Awaited<ReturnType<typeof failing>>) => Promise<number[]>,
) {
  for (let number = 1; ; number += 1) {
    const scene = await failing(number, when)
    const statuses = await ask(scene)
    expect({
      number,
      last: statuses.at(-1),
      isFine: statuses.every((status) => status < 400 || status === 503),
    }).toEqual({ number, last: expect.toSatisfy((status: number) => status < 300), isFine: true })
    if (scene.isOver()) return
  }
}

describe.each(['before', 'after'] as const)('when a call of D1 fails %s it is done', (when) => {
  it('an upload is begun once, by a repetition with its key', async () => {
    await statusesOf(when, async ({ client, there, tenantId }) => {
      const ask = { 'Idempotency-Key': 'one' }
      const statuses = [(await there.post(uploadsPath, uploadOf(9), ask)).status]
      if (statuses[0] === 503) statuses.push((await client.post(uploadsPath, uploadOf(9), ask)).status)
      const count = env.DB.prepare('SELECT count(*) AS count FROM uploads WHERE tenant_id = ?').bind(tenantId)
      expect(await count.first('count')).toBe(1)
      return statuses
    })
  })

  it('a part is stored once, by a repetition', async () => {
    await statusesOf(when, async ({ client, there }) => {
      const { id } = await beginUpload(client, small.length)
      const statuses = [(await putPart(there, id, part)).status]
      if (statuses[0] === 503) statuses.push((await putPart(client, id, part)).status)
      const { parts } = await (await client.get(`${uploadsPath}/${id}`)).json<UploadRecord>()
      expect(parts).toHaveLength(1)
      await client.delete(`${uploadsPath}/${id}`)
      expect(await objectsOf(id)).toEqual([])
      return statuses
    })
  })

  it('an upload is completed, and aborted, by a repetition', async () => {
    for (const method of ['POST', 'DELETE'] as const)
      await statusesOf(when, async ({ client, there }) => {
        const { id } = await receivedUpload(client, [small])
        const path = method === 'POST' ? `${uploadsPath}/${id}/complete` : `${uploadsPath}/${id}`
        const statuses = [(await there.send(path, { method })).status]
        if (statuses[0] === 503) {
          const again = (await client.send(path, { method })).status
          // Aborted the first time, and only the acknowledgement was lost.
          statuses.push(method === 'DELETE' && again === 404 ? 204 : again)
        }
        return statuses
      })
  })
})

describe('when R2 fails', () => {
  it.each(['before', 'after'] as const)('%s a part is stored, the request may be repeated', async (when) => {
    const app = createUploadApp()
    const { client, secret } = await app.newTenant()
    const bucket = faultyBucket(env.BUCKET, [{ method: 'put', matches: /^uploads\//, when }])
    const there = createUploadApp({ env: { BUCKET: bucket } }).clientWith({ 'X-API-Key': secret })
    const { id } = await beginUpload(client, small.length)
    const failed = await putPart(there, id, part)
    expect([failed.status, (await failed.json<Problem>()).code]).toEqual([503, 'storage_unavailable'])
    expect((await putPart(there, id, part)).status).toBe(200)
    await client.delete(`${uploadsPath}/${id}`)
    expect(await objectsOf(id)).toEqual([])
  })
})

describe('when the Workflow does not answer', () => {
  it.each([
    ['before', 503],
    ['after', 202],
  ] as const)('%s an instance is started, completing may be repeated', async (when, status) => {
    const app = createUploadApp({ faults: [{ method: 'create', when }] })
    const { client } = await app.newTenant()
    const { id } = await receivedUpload(client, [small])
    expect((await client.post(`${uploadsPath}/${id}/complete`)).status).toBe(status)
    expect((await client.post(`${uploadsPath}/${id}/complete`)).status).toBe(202)
    expect(app.started.map((each) => each.id)).toEqual([`${id}-1`])
  })
})

it('a part that R2 takes only after it was given up has a broken end, and is not waited for', async () => {
  const taken = Promise.withResolvers<ReadableStream>()
  const BUCKET: R2Bucket = Object.assign(Object.create(env.BUCKET), {
    put(_: string, body: ReadableStream) {
      taken.resolve(body)
      return new Promise(() => undefined)
    },
  })
  const { client, secret } = await createUploadApp().newTenant()
  const there = createUploadApp({ storageMilliseconds: 1_000, env: { BUCKET } }).clientWith({ 'X-API-Key': secret })
  const { id } = await beginUpload(client, small.length)
  expect((await putPart(there, id, part)).status).toBe(503)
  await expect(new Response(await taken.promise).arrayBuffer()).rejects.toThrow()
})
