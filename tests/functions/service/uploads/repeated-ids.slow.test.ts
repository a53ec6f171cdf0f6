import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { DatasetWithStatements } from '../../../../schema/dataset.ts'
import type { UploadRecord } from '../../../../schema/upload.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { receivedUpload, uploadsPath } from '../../../support/worker/part-uploads.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { createUploadApp, executeReading, type ReadingOptions } from '../../../support/worker/readings.ts'
import { withSmallBound } from '../../../support/worker/uploads.ts'

const count = 1_500

type Shown = Omit<DatasetWithStatements, 'state'> & Omit<UploadRecord, 'state'> & { readonly state: string }

/** Rows of `count` records, whose ids are their numbers but for those that `ids` replaces. */
const csvOf = (ids: Readonly<Record<number, string>>, faulty?: number): Uint8Array => {
  const rows = Array.from(
    { length: count },
    (_, index) => `${ids[index] ?? `r${index}`},${index === faulty ? '?' : index + 1},EUR,2026-03-01,${'x'.repeat(60)}`,
  )
  return new TextEncoder().encode(`id,amount,currency,date,description\n${rows.join('\n')}\n`)
}

/** Reads the file in parts, with runs of 100 entries, and in one request. */
async function readTwice(bytes: Uint8Array, options: ReadingOptions = {}, entryCountMax = 100) {
  const app = createUploadApp({ ...withSmallBound, idRunEntryCountMax: entryCountMax })
  const { client, tenantId } = await app.newTenant()
  const { id } = await receivedUpload(client, [bytes])
  await client.post(`${uploadsPath}/${id}/complete`)
  await executeReading(app, { tenantId, id, attempt: 1 }, options)
  const parts = await (await client.get(`/api/v1/datasets/${id}`)).json<Shown>()
  const query = 'name=One&adapter=bank:main-eur'
  const response = await client.post(`/api/v1/datasets?${query}`, bytes, { 'Content-Type': 'text/csv' })
  return { client, id, parts, one: await response.json<DatasetWithStatements>() }
}

/** Folders that are not kept, and objects of sorted runs. */
async function leftovers(id: string) {
  const folders = env.DB.prepare("SELECT folder FROM line_folders WHERE owner = ? AND state <> 'kept'").bind(id)
  const { objects } = await env.BUCKET.list({ prefix: 'datasets/' })
  return [...(await folders.all()).results, ...objects.filter(({ key }) => key.includes(id) && key.includes('/runs/'))]
}

it.each([
  ['no repeats', {}],
  ['a repeat at the other end of the file', { [count - 1]: 'r0' }],
  ['ids that repeats would get, before and behind them', { 5: 'r1#2', 400: 'r1', 900: 'r7', 1200: 'r7#2' }],
  ['one id for many records', Object.fromEntries(Array.from({ length: 700 }, (_, index) => [2 * index, 'n/a']))],
])('a file in parts becomes what it becomes in one request, with %s', async (_, ids) => {
  const { parts, one, client, id } = await readTwice(csvOf(ids))
  expect([parts.state, parts.recordCount]).toEqual(['sealed', count])
  expect([parts.root, parts.byteCount, parts.warnings]).toEqual([one.root, one.byteCount, one.warnings])
  expect(await leftovers(id)).toEqual([])
  const last = ids[count - 1] === undefined ? `r${count - 1}` : `${ids[count - 1]}#2`
  const { data } = await (await client.get(`/api/v1/datasets/${id}/records?id=${encodeURIComponent(last)}`)).json<{
    data: { id: string }[]
  }>()
  expect(data.map((record) => record.id)).toEqual([last])
})

it('says the line of the first repeat, wherever its id stood before', async () => {
  const { parts } = await readTwice(csvOf({ 1000: 'r3', 1400: 'r2' }))
  expect(parts.warnings).toEqual([{ code: 'repeated_id', count: 2, firstLine: 1_002 }])
})

it.each([
  ['get', 'before'],
  ['put', 'before'],
  ['put', 'after'],
] as const)('outlasts a %s of a sorted run that fails %s it is done', async (method, when) => {
  const faults = [{ method, matches: /\/runs\//, when }]
  const { parts, one, id } = await readTwice(csvOf({ 1499: 'r0' }), {
    env: { BUCKET: faultyBucket(env.BUCKET, faults) },
  })
  expect([parts.root, await leftovers(id)]).toEqual([one.root, []])
})

it('ends so when each step is executed twice', async () => {
  const { parts, one, id } = await readTwice(csvOf({ 1499: 'r0' }), { isTwice: true })
  expect([parts.root, await leftovers(id)]).toEqual([one.root, []])
})

it('keeps no run of a file that is refused', async () => {
  const { parts, one, id } = await readTwice(csvOf({ 1000: 'r3' }, 1_400))
  expect(parts.state).toBe('refused')
  expect(parts.refusal?.errors).toMatchObject([{ line: 1_402, code: 'invalid_decimal' }])
  expect(one).toMatchObject({ code: 'unreadable_record' })
  expect(await leftovers(id)).toEqual([])
})

it('leaves no run that is stored when its reading has given up', async () => {
  const clock = settableClock()
  const app = createUploadApp({ ...withSmallBound, now: clock.now, storageMilliseconds: 200, idRunEntryCountMax: 100 })
  const { client, tenantId } = await app.newTenant()
  const { id } = await receivedUpload(client, [csvOf({ 1499: 'r0' })])
  await client.post(`${uploadsPath}/${id}/complete`)
  const late = Promise.withResolvers<void>()
  const faults = [{ method: 'put', matches: /\/runs\/1$/, when: 'late', meanwhile: () => late.promise }] as const
  await executeReading(app, { tenantId, id, attempt: 1 }, { env: { BUCKET: faultyBucket(env.BUCKET, faults) } })
  late.resolve()
  await expect.poll(async () => (await leftovers(id)).some((left) => 'key' in left)).toBe(true)
  clock.advance(3_600_000)
  await runScheduled(app.env, app.isolate)
  expect(await leftovers(id)).toEqual([])
})
