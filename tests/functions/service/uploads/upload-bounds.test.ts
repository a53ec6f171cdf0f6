import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { databaseOf, queries } from '../../../../functions/service/store/database.ts'
import { sweepUploads } from '../../../../functions/service/uploads/sweep-uploads.ts'
import type { UploadRecord } from '../../../../schema/upload.ts'
import {
  beginUpload,
  objectsOf,
  putPart,
  receivedUpload,
  uploadOf,
  uploadsPath,
} from '../../../support/worker/part-uploads.ts'
import { type Problem, settableClock } from '../../../support/worker/readers.ts'
import { createUploadApp } from '../../../support/worker/readings.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\n')
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const hour = 3_600_000

describe('parts that are sent at once', () => {
  it('are together no more bytes than were declared', async () => {
    const { client } = await createUploadApp().newTenant()
    const { id } = await beginUpload(client, 1000)
    const bytes = new Uint8Array(1000)
    const answers = await Promise.all(numbers(8).map((number) => putPart(client, id, { number, bytes })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(7)
    for (const answer of refused)
      expect(await answer.json<Problem>()).toMatchObject({
        status: 413,
        code: 'payload_too_large',
        detail: 'With this part the upload would have 2000 bytes; 1000 were declared.',
      })
    const { receivedByteCount } = await (await client.get(`${uploadsPath}/${id}`)).json<UploadRecord>()
    expect([receivedByteCount, (await objectsOf(id)).length]).toEqual([1000, 1])
  })

  it('leave one object where they are the same part', async () => {
    const { client } = await createUploadApp().newTenant()
    const { id } = await beginUpload(client, 1000)
    const part = { number: 1, bytes: new Uint8Array(1000) }
    const answers = await Promise.all(numbers(8).map(() => putPart(client, id, part)))
    expect(answers.map(({ status }) => status)).toEqual(numbers(8).map(() => 200))
    expect(await objectsOf(id)).toHaveLength(1)
  })
})

describe('a tenant with a hundred open uploads', () => {
  it('begins no other, at once or one by one, and is answered as before where it repeats a request', async () => {
    const { client } = await createUploadApp().newTenant()
    const begin = (key: string) => client.post(uploadsPath, uploadOf(9), { 'Idempotency-Key': key })
    for (const number of numbers(98)) await begin(`one-${number}`)
    const answers = await Promise.all(numbers(5).map((number) => begin(`more-${number}`)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(3)
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60'])
      expect((await answer.json<Problem>()).code).toBe('temporarily_overloaded')
    }
    const again = await begin('one-1')
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([201, 'true'])
    const { id } = await again.json<UploadRecord>()
    await client.delete(`${uploadsPath}/${id}`)
    expect((await begin('last')).status).toBe(201)
    expect((await begin('too many')).status).toBe(503)
  })
})

describe('the sweep of the uploads of many tenants', () => {
  it('takes readings and each tenant in turn, however many are due of another', async () => {
    await env.DB.prepare('DELETE FROM uploads').run()
    const clock = settableClock()
    const app = createUploadApp({ now: clock.now })
    const busy = await app.newTenant()
    const other = await app.newTenant()
    for (const _ of numbers(60)) await beginUpload(busy.client, 1)
    clock.advance(1)
    const late = await beginUpload(other.client, 1)
    clock.advance(24 * hour - 1_000)
    const { id } = await receivedUpload(other.client, [small])
    await other.client.post(`${uploadsPath}/${id}/complete`)
    app.states.set(`${id}-1`, 'errored')
    clock.advance(hour)
    const { env: bindings, isolate } = app
    await sweepUploads({ db: queries(databaseOf(bindings, '')), env: bindings, isolate })
    expect(app.started.map((instance) => instance.id)).toEqual([`${id}-1`, `${id}-2`])
    expect((await other.client.get(`/api/v1/datasets/${late.id}`)).status).toBe(404)
  })
})
