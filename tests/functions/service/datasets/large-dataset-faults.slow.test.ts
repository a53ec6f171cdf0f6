import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { DatasetRecord } from '../../../../schema/dataset.ts'
import { eachOf, isLong } from '../../../support/forms.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { type BucketFault, faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { type Fault, faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { objectKeys } from '../../../support/worker/stored-objects.ts'
import { largeCsv } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets?name=Large&adapter=bank'
const headers = { 'Content-Type': 'text/csv', 'Idempotency-Key': 'one' }
const body = largeCsv()
const hour = 3_600_000

/** Only the calls that an upload makes itself: keys, rates and the like are looked up before. */
const ofUpload = /"(datasets|dataset_chunks|line_folders|line_uploads|idempotency_keys)"/

interface Faults {
  readonly database?: readonly Fault[]
  readonly bucket?: readonly BucketFault[]
}

/** A tenant, clients of it whose isolates have faults, and a sweep two hours later. */
async function scene() {
  const clock = settableClock()
  const { tenantId, secret } = await createTestApp({ now: clock.now }).newTenant()
  const through = ({ database = [], bucket = [] }: Faults) => {
    const bindings = { DB: faultyDatabase(env.DB, database), BUCKET: faultyBucket(env.BUCKET, bucket) }
    return createTestApp({ now: clock.now, env: bindings }).clientWith({ 'X-API-Key': secret })
  }
  const sweep = async () => {
    clock.advance(2 * hour)
    await runScheduled(env, createIsolate({ now: clock.now, log: () => undefined }))
  }
  return { tenantId, through, sweep }
}

/** The dataset that a retry answers with, which is the only one of the tenant, whole and of the right root. */
async function expectOne(client: Client, tenantId: string): Promise<void> {
  const answer = await client.post(path, body, headers)
  expect(answer.status).toBe(201)
  const dataset: DatasetRecord = await answer.json()
  expect(dataset.root).toBe(await wantedRoot())
  const list: { data: DatasetRecord[] } = await (await client.get('/api/v1/datasets')).json()
  expect(list.data.map(({ id }) => id)).toEqual([dataset.id])
  const records = await client.get(`/api/v1/datasets/${dataset.id}/records`, { Accept: 'application/x-ndjson' })
  expect((await records.arrayBuffer()).byteLength).toBe(dataset.byteCount)
  expect((await countedOf(tenantId)).bytes).toBe((await summedOf(tenantId)).bytes)
  const folder = `datasets/${tenantId}/${dataset.id}/`
  expect(await objectKeys(tenantId)).toEqual([`${folder}ids/0`, `${folder}lines`])
}

let root: Promise<string> | undefined
const wantedRoot = () => {
  root ??= scene().then(async ({ through }) => {
    const dataset: DatasetRecord = await (await through({}).post(path, body, headers)).json()
    return dataset.root
  })
  return root
}

/** What R2 has of multipart uploads that are neither complete nor aborted, as far as D1 knows them. */
const uploadCount = (tenantId: string) =>
  env.DB.prepare('SELECT count(*) AS count FROM line_uploads WHERE tenant_id = ?').bind(tenantId).first('count')

/** Calls of an upload without faults: create, two parts, complete, and the index by ids. */
const bucketCallCount = 5
/** Its row and folder, the multipart upload, and its seal. */
const databaseCallCount = 3

const faults = ['before', 'after'] as const
/** What the short form tries of every call but the first. A call that did not happen is made again, whichever it is. */
const lostAnswer = ['after'] as const

const each = (count: number) => Array.from({ length: count }, (_, skip) => skip)
/** The short form tries every fifth. */
const tried = (count: number) => eachOf(5, each(count))

describe('a large upload', () => {
  it('makes a few calls, all of which the tests below break', async () => {
    const { through } = await scene()
    for (const isBeyond of [false, true]) {
      const seen = { bucket: false, database: false }
      const beyond = isBeyond ? 0 : -1
      const client = through({
        bucket: [
          {
            matches: /^datasets/,
            when: 'after',
            skip: bucketCallCount + beyond,
            meanwhile: () => (seen.bucket = true),
          },
        ],
        database: [
          {
            matches: ofUpload,
            when: 'after',
            skip: databaseCallCount + beyond,
            meanwhile: async () => {
              seen.database = true
            },
          },
        ],
      })
      // Of another instance for each: a retry would be answered at once.
      await client.post(`${path}:${isBeyond}`, body, { 'Content-Type': 'text/csv' })
      expect(seen).toEqual({ bucket: !isBeyond, database: !isBeyond })
    }
  })

  it.each(tried(bucketCallCount))('succeeds when R2 fails call %i once, or loses its answer', async (skip) => {
    for (const when of isLong || skip === 0 ? faults : lostAnswer) {
      const { tenantId, through, sweep } = await scene()
      const client = through({ bucket: [{ matches: /^datasets/, when, skip }] })
      expect((await client.post(path, body, headers)).status).toBe(201)
      await sweep()
      await expectOne(client, tenantId)
      expect(await uploadCount(tenantId)).toBe(0)
    }
  })

  it.each(tried(bucketCallCount))(
    'stores nothing when R2 fails call %i for good, and a retry stores it',
    async (skip) => {
      const { tenantId, through, sweep } = await scene()
      const client = through({ bucket: [{ matches: /datasets/, when: 'before', skip, times: 3 }] })
      expect((await client.post(path, body, headers)).status).toBe(503)
      expect(await objectKeys(tenantId)).toEqual([])
      await sweep()
      await expectOne(through({}), tenantId)
      expect(await uploadCount(tenantId)).toBe(0)
    },
  )

  it.each(tried(databaseCallCount))(
    'is stored or not when the database loses call %i, and a retry is answered',
    async (skip) => {
      for (const when of faults) {
        const { tenantId, through, sweep } = await scene()
        const client = through({ database: [{ matches: ofUpload, when, skip }] })
        expect([201, 503]).toContain((await client.post(path, body, headers)).status)
        await sweep()
        await expectOne(through({}), tenantId)
        expect(await uploadCount(tenantId)).toBe(0)
      }
    },
  )

  it.each(tried(bucketCallCount + databaseCallCount))('is swept when its isolate dies in call %i', async (call) => {
    const { tenantId, through, sweep } = await scene()
    const dead = Promise.withResolvers<void>()
    const ofBucket = call < bucketCallCount
    const fault = { when: 'hang', meanwhile: async () => dead.resolve() } as const
    const client = through(
      ofBucket
        ? { bucket: [{ ...fault, matches: /^datasets/, skip: call }] }
        : { database: [{ ...fault, matches: ofUpload, skip: call - bucketCallCount }] },
    )
    void client.post(path, body, headers)
    await dead.promise
    await sweep()
    expect(await objectKeys(tenantId)).toEqual([])
    expect(await uploadCount(tenantId)).toBe(0)
    await expectOne(through({}), tenantId)
  })

  it('is removed by a later sweep where R2 does not answer the first', async () => {
    const { tenantId, through, sweep } = await scene()
    const down: BucketFault = { matches: /datasets/, when: 'before', skip: 3, times: 99 }
    expect((await through({ bucket: [down] }).post(path, body, headers)).status).toBe(503)
    expect(await uploadCount(tenantId)).toBe(1)
    await sweep()
    expect(await uploadCount(tenantId)).toBe(0)
    await expectOne(through({}), tenantId)
  })
})
