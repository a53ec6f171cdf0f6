import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { DatasetRecord } from '../../../../schema/dataset.ts'
import { isLong } from '../../../support/forms.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { pathsOf } from '../../../support/worker/deletable.ts'
import { readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { operatorOf, tenantsPath } from '../../../support/worker/operator.ts'
import { digestOf } from '../../../support/worker/part-uploads.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { readZip64 } from '../../../support/worker/read-zip64.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { linesKeyOf, objectKeys } from '../../../support/worker/stored-objects.ts'
import { withSmallBound } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets'
const csv = { 'Content-Type': 'text/csv' }
const hour = 3_600_000
const recordCount = 1_300

/** Records whose ids come in no order, with lines of 5.7 MB in all: an object of two parts. */
const idOf = (index: number): string => `t-${((index * 7_919) % recordCount).toString(36)}-${index}`
const rowOf = (index: number, text: string): string =>
  `${idOf(index)},${index + 1}.01,EUR,2026-03-${String((index % 28) + 1).padStart(2, '0')},INV-${index},${text}\n`
const large = (count = recordCount, text = 'x'.repeat(4_300)): string =>
  `id,amount,currency,date,reference,description\n${Array.from({ length: count }, (_, index) => rowOf(index, text)).join('')}`

async function uploaded(client: Client, adapter: string, body = large()): Promise<DatasetRecord> {
  const response = await client.post(`${path}?name=Large&adapter=${adapter}`, body, csv)
  if (response.status !== 201) throw new Error(`Upload answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** In the short form of those tests that do not look at both parts: an object of one part in an isolate that has small ones. */
const isolateOfObjects = isLong ? {} : withSmallBound
const objectBody = (): string => (isLong ? large() : large(400, 'x'.repeat(300)))

/** A tenant with a large dataset. */
async function kept(body = objectBody(), bound: typeof isolateOfObjects = isolateOfObjects) {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now, ...bound })
  const tenant = await app.newTenant()
  const source = await uploaded(tenant.client, 'bank:a', body)
  const sweep = () => runScheduled(env, createIsolate({ now: clock.now, log: () => undefined }))
  return { ...app, ...tenant, clock, sweep, source }
}

/** The same with a small one of nearly as many references, and a run over both. */
async function scene(body = large(), bound: typeof isolateOfObjects = {}) {
  const tenant = await kept(body, bound)
  const target = await uploaded(tenant.client, 'ledger:a', large(tenant.source.recordCount - 10, 'y'))
  const rules = [{ id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] }]
  const run = await makeRun(tenant.client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a', rules })
  tenant.recorder.reset()
  return { ...tenant, target, run }
}

let made: ReturnType<typeof scene> | undefined
const shared = () => {
  made ??= scene()
  return made
}

let madeOfObjects: ReturnType<typeof scene> | undefined
const sharedOfObjects = () => {
  madeOfObjects ??= isLong ? shared() : scene(objectBody(), isolateOfObjects)
  return madeOfObjects
}

describe('a dataset of more than 4 MB of lines', () => {
  it('is objects of R2: D1 has the index of its chunks and no text, and the tenant is counted to keep them', async () => {
    const { source, target, tenantId } = await shared()
    const { results } = await env.DB.prepare('SELECT * FROM dataset_chunks WHERE dataset_id = ? ORDER BY seq')
      .bind(source.id)
      .all<{ text: string; object: string; object_offset: number; object_length: number; first_line: number }>()
    expect(new Set(results.map(({ text, object }) => `${text}${object}`))).toEqual(
      new Set([linesKeyOf(tenantId, source.id)]),
    )
    let offset = 0
    for (const { object_offset, object_length } of results) {
      expect(object_offset).toBe(offset)
      offset += object_length
    }
    expect(offset).toBe(source.byteCount)
    expect(await objectKeys(tenantId)).toEqual([
      `datasets/${tenantId}/${source.id}/ids/0`,
      `datasets/${tenantId}/${source.id}/lines`,
    ])
    const counted = await countedOf(tenantId)
    expect(counted.bytes).toBe((await summedOf(tenantId)).bytes)
    expect(counted.bytes).toBeGreaterThan(source.byteCount + target.byteCount)
  })

  it('is read whole, in pages and as CSV', async () => {
    const { client, source } = await shared()
    const whole = await (await client.get(`${path}/${source.id}/records`, { Accept: 'application/x-ndjson' })).text()
    const lines = whole.trimEnd().split('\n')
    expect(lines).toHaveLength(recordCount)
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(
      Array.from({ length: recordCount }, (_, index) => idOf(index)),
    )
    const paged: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const page: { data: unknown[]; nextCursor: string | null } = await (
        await client.get(`${path}/${source.id}/records?limit=100${query}`)
      ).json()
      paged.push(...page.data)
      cursor = page.nextCursor
    }
    expect(paged).toEqual(lines.map((line) => JSON.parse(line)))
    const table = await (await client.get(`${path}/${source.id}/records`, { Accept: 'text/csv' })).text()
    expect(table.trimEnd().split('\r\n')).toHaveLength(recordCount + 1)
  })

  it('finds records by their ids in a few kilobytes', async () => {
    const { client, source, recorder } = await shared()
    const ids = [recordCount - 1, 0, 777].map(idOf)
    recorder.reset()
    const query = [...ids, 'nobody'].map((id) => `id=${encodeURIComponent(id)}`).join('&')
    const page: { data: { id: string }[] } = await (await client.get(`${path}/${source.id}/records?${query}`)).json()
    expect(page.data.map(({ id }) => id)).toEqual(ids)
    const reads = recorder.calls.filter(({ store }) => store === 'r2')
    expect(reads.every(({ method }) => method === 'get')).toBe(true)
    expect(reads.length).toBeLessThanOrEqual(2 * (ids.length + 1))
  })

  it('is reconciled, shown, proven and packed as a small one is', async () => {
    const { client, run, target } = await sharedOfObjects()
    expect(run).toMatchObject({ status: 'completed', summary: { matchCount: target.recordCount } })
    for (const [each] of pathsOf(run)) expect((await client.get(each)).status, each).toBe(200)
    expect(await readChain(client, run.id)).toMatchObject({ verified: true, firstFailure: null })
    const pack = await client.get(`${run.links.evidence}?format=zip`)
    expect(await verifyOffline(await readZip(new Uint8Array(await pack.arrayBuffer())))).toMatchObject({
      verified: true,
    })
    const proof: { records: { source: { id: string }[] } } = await (
      await client.get(`${run.links.evidence}?leaf=1`)
    ).json()
    expect(proof.records.source).toHaveLength(1)
    const page: { matches: { source: { description: string }[] }[] } = await (
      await client.get(`${run.links.results}?include=records&limit=300`)
    ).json()
    expect(page.matches).toHaveLength(300)
  })

  it('is what rules are proposed from', async () => {
    const { client } = await sharedOfObjects()
    const response = await client.post('/api/v1/policies/propose', {
      sourceAdapter: 'bank:a',
      targetAdapter: 'ledger:a',
    })
    const proposed: { rules: unknown[] } = await response.json()
    expect(response.status).toBe(200)
    expect(proposed.rules.length).toBeGreaterThan(0)
  })

  it('is exported', async () => {
    const { client, tenantId, source } = await shared()
    const response = await operatorOf().client.get(`/api/v1/admin/export?tenant=${tenantId}`)
    const files = await readZip64(new Uint8Array(await response.arrayBuffer()))
    const file = files.find(({ name }) => name === `datasets/${source.id}.ndjson`)
    const whole = await client.get(`${path}/${source.id}/records`, { Accept: 'application/x-ndjson' })
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(bytes.length).toBe(source.byteCount)
    expect(await digestOf(file?.bytes ?? new Uint8Array())).toBe(await digestOf(bytes))
  })
})

describe('a large dataset whose bytes changed in R2', () => {
  const offsetOf = ({ length }: Uint8Array): number => length - Math.ceil(length / 30)
  const altered = {
    'a changed byte': (bytes: Uint8Array) => bytes.with(offsetOf(bytes), (bytes[offsetOf(bytes)] ?? 0) ^ 1),
    'bytes that are no UTF-8': (bytes: Uint8Array) => bytes.with(1_000, 0xff),
    'a lost end': (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2),
    'one byte left': (bytes: Uint8Array) => bytes.slice(0, 1),
  }

  const body = { sourceAdapter: 'bank:a', targetAdapter: 'demo-ledger' }

  it.each(Object.entries(altered))('fails its link of the chain, and new runs, for %s', async (_, change) => {
    const { client, run, original, key } = await sealed()
    await env.BUCKET.put(key, change(original))
    const report = await readChain(client, run.id)
    expect(report.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['sourceRoot'])
    const failed = await makeRun(client, body)
    expect(failed).toMatchObject({ status: 'failed', failure: { detail: expect.stringContaining('stored bytes') } })
  })

  it('fails them also when the object is gone', async () => {
    const { client, run, key } = await sealed()
    await env.BUCKET.delete(key)
    const report = await readChain(client, run.id)
    expect(report.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['sourceRoot'])
    expect(await makeRun(client, body)).toMatchObject({ status: 'failed' })
  })

  it('fails nothing once they are again what they were', async () => {
    const { client, run, original, key } = await sealed()
    await env.BUCKET.put(key, original)
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
    expect(await makeRun(client, body)).toMatchObject({ status: 'completed' })
  })

  /** One dataset, and a run of it, that each test changes from what they were. */
  let once: ReturnType<typeof sealAnew> | undefined
  async function sealAnew() {
    const { tenantId, secret } = await createTestApp().newTenant()
    const clientAnew = () => createTestApp(isolateOfObjects).clientWith({ 'X-API-Key': secret })
    const source = await uploaded(clientAnew(), 'bank:a', objectBody())
    const run = await makeRun(clientAnew(), body)
    const key = linesKeyOf(tenantId, source.id)
    const original = await (await env.BUCKET.get(key))?.bytes()
    if (original === undefined) throw new Error(`There is no object ${key}`)
    return { clientAnew, run, key, original }
  }
  async function sealed() {
    once ??= sealAnew()
    const { clientAnew, ...made } = await once
    // Of an isolate that has read nothing yet.
    return { ...made, client: clientAnew() }
  }
})

describe('the objects of a large dataset', () => {
  it('go with the dataset', async () => {
    const { client, tenantId, source } = await kept()
    expect((await client.delete(`${path}/${source.id}`)).status).toBe(204)
    expect(await objectKeys(tenantId)).toEqual([])
    expect(await problemOf(client.get(`${path}/${source.id}/records`))).toMatchObject({ code: 'records_deleted' })
    expect((await countedOf(tenantId)).bytes).toBe((await summedOf(tenantId)).bytes)
  })

  it('go past the retention of the tenant', async () => {
    const { tenantId, clock, sweep } = await kept()
    await operatorOf({ now: clock.now }).change(tenantId, { settings: { retentionDays: 1 } })
    clock.advance(25 * hour)
    for (let calls = 0; calls < 3; calls += 1) await sweep()
    expect(await objectKeys(tenantId)).toEqual([])
  })

  it('go with the tenant', async () => {
    const { tenantId, clock, sweep } = await kept()
    await operatorOf({ now: clock.now }).client.delete(`${tenantsPath}/${tenantId}`)
    clock.advance(60_000)
    await sweep()
    expect(await objectKeys(tenantId)).toEqual([])
  })
})
