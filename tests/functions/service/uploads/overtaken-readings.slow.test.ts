import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { DatasetWithStatements } from '../../../../schema/dataset.ts'
import { eachOf } from '../../../support/forms.ts'
import { type BucketFault, type BucketMethod, faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { longCsv, receivedUpload, uploadsPath } from '../../../support/worker/part-uploads.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { createUploadApp, executeReading } from '../../../support/worker/readings.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { objectKeys } from '../../../support/worker/stored-objects.ts'

const minute = 60_000
/** Its lines are an object of R2 in two parts. */
const large = longCsv(6_000_000)

/** A large file that waits to be read, of a tenant with no other. */
async function scene() {
  await env.DB.prepare('DELETE FROM uploads').run()
  const clock = settableClock()
  const app = createUploadApp({ now: clock.now })
  const { client, tenantId } = await app.newTenant()
  const { id } = await receivedUpload(client, [large])
  await client.post(`${uploadsPath}/${id}/complete`)
  const isolate = createIsolate({ now: clock.now, log: () => undefined })
  const sweepAfter = (minutes: number) => {
    clock.advance(minutes * minute)
    return runScheduled({ ...env, UPLOADS: app.binding }, isolate)
  }
  const read = (attempt: number, faults: readonly BucketFault[] = []) =>
    executeReading(app, { tenantId, id, attempt }, { env: { BUCKET: faultyBucket(env.BUCKET, faults) } })
  /** Reads until the first call of R2 that matches, which is never answered. */
  const readUntil = async (attempt: number, [method, matches]: Place, faults: readonly BucketFault[] = []) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void read(attempt, [...faults, { method, matches, when: 'hang', meanwhile: resolve }])
    await promise
  }
  const abort = () => client.delete(`${uploadsPath}/${id}`)
  return { ...app, client, tenantId, id, sweepAfter, read, readUntil, abort }
}

type Place = readonly [method: BucketMethod, matches: RegExp]

/** What is stored of the lines of a tenant, and what R2 may have of objects that are not whole. */
async function stored(tenantId: string) {
  const count = (table: string) =>
    env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE tenant_id = ?`).bind(tenantId).first('count')
  return {
    objects: await objectKeys(tenantId),
    unfinished: await count('line_uploads'),
    folders: await count('line_folders'),
    rows: await count('dataset_chunks'),
  }
}

const nothing = { objects: [], unfinished: 0, folders: 0, rows: 0 }
const lines = /\/lines$/
const ids = /\/ids\/0$/

describe('a reading that is aborted in the midst of its writing', () => {
  it.each(
    eachOf<[string, Place]>(2, [
      ['the multipart upload of its lines begins', ['createMultipartUpload', lines]],
      ['its lines become whole', ['complete', lines]],
      ['its index is stored', ['put', ids]],
    ]),
  )('leaves nothing where %s afterwards, and it goes on', async (_, [method, matches]) => {
    const { tenantId, read, abort, sweepAfter } = await scene()
    await read(1, [{ method, matches, when: 'before', meanwhile: abort }])
    await sweepAfter(16)
    expect(await stored(tenantId)).toEqual(nothing)
  })

  it.each(
    eachOf<[string, Place, Place]>(2, [
      ['its lines become whole', ['complete', lines], ['put', ids]],
      ['the multipart upload of its lines begins', ['createMultipartUpload', lines], ['uploadPart', lines]],
    ]),
  )('leaves nothing where %s afterwards, and its instance is ended', async (_, [method, matches], end) => {
    const { tenantId, readUntil, abort, sweepAfter } = await scene()
    await readUntil(1, end, [{ method, matches, when: 'before', meanwhile: abort }])
    expect(await stored(tenantId)).not.toEqual(nothing)
    await sweepAfter(16)
    expect(await stored(tenantId)).toEqual(nothing)
  })
})

describe('a reading that another attempt overtakes', () => {
  it('takes nothing of the other with it when it goes on', async () => {
    const { client, tenantId, id, read, sweepAfter } = await scene()
    const second = Promise.withResolvers<readonly string[]>()
    const first: Promise<unknown> = read(1, [
      {
        method: 'put',
        matches: ids,
        when: 'before',
        meanwhile: async () => {
          await sweepAfter(3)
          // The second has stored rows and lines when the first goes on.
          await new Promise<void>((resolve) => {
            const meanwhile = async () => {
              resolve()
              await first
            }
            second.resolve(read(2, [{ method: 'put', matches: ids, when: 'before', meanwhile }]))
          })
        },
      },
    ])
    await first
    expect(await second.promise).toEqual(['read', 'remove parts'])
    await expectSealed({ client, tenantId, id, sweepAfter })
  })

  it('is cleared away when its instance died, and the other ends', async () => {
    const { client, tenantId, id, read, readUntil, sweepAfter } = await scene()
    await readUntil(1, ['put', ids])
    await sweepAfter(3)
    expect(await read(2)).toEqual(['read', 'remove parts'])
    await expectSealed({ client, tenantId, id, sweepAfter })
  })

  it('is cleared away behind the dataset of the other, which is deleted at once', async () => {
    const { client, tenantId, id, read, sweepAfter } = await scene()
    await read(1, [
      {
        method: 'put',
        matches: ids,
        when: 'before',
        meanwhile: async () => {
          await sweepAfter(3)
          await read(2)
          expect((await client.delete(`/api/v1/datasets/${id}`)).status).toBe(204)
        },
      },
    ])
    await sweepAfter(16)
    expect(await stored(tenantId)).toEqual(nothing)
  })
})

type Sealed = Pick<Awaited<ReturnType<typeof scene>>, 'client' | 'tenantId' | 'id' | 'sweepAfter'>

/** The dataset is whole, found by ids, and all that is stored of its tenant. */
async function expectSealed({ client, tenantId, id, sweepAfter }: Sealed) {
  await sweepAfter(16)
  const path = `/api/v1/datasets/${id}`
  const dataset = await (await client.get(path)).json<DatasetWithStatements>()
  expect(dataset.state).toBe('sealed')
  const records = await client.get(`${path}/records`, { Accept: 'application/x-ndjson' })
  expect((await records.arrayBuffer()).byteLength).toBe(dataset.byteCount)
  const { data } = await (await client.get(`${path}/records?id=r7`)).json<{ data: { id: string }[] }>()
  expect(data.map((record) => record.id)).toEqual(['r7'])
  const { objects, unfinished, folders } = await stored(tenantId)
  expect([objects.length, unfinished, folders]).toEqual([2, 0, 1])
  expect((await countedOf(tenantId)).bytes).toBe((await summedOf(tenantId)).bytes)
}
