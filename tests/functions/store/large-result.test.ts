import { env } from 'cloudflare:workers'
import { fromUtf8 } from '@tallystick/engine'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../functions/platform/isolate.ts'
import { bucketOf } from '../../../functions/store/bucket.ts'
import { queries } from '../../../functions/store/database.ts'
import { folderStore } from '../../../functions/store/line-folders.ts'
import { type WrittenChunk, writeResultObject } from '../../../functions/store/result-objects.ts'
import { resultStore } from '../../../functions/store/result-store.ts'
import { runScheduled } from '../../../functions/system/scheduled.ts'
import { pathsOf } from '../../support/worker/deletable.ts'
import { largeRun, readChain, verifyOffline } from '../../support/worker/evidence.ts'
import { type BucketFault, faultyBucket } from '../../support/worker/faulty-bucket.ts'
import { digestOf } from '../../support/worker/part-uploads.ts'
import { readZip } from '../../support/worker/read-zip.ts'
import { problemOf } from '../../support/worker/readers.ts'
import { pages } from '../../support/worker/results.ts'
import { rechunk } from '../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../support/worker/stored-bytes.ts'
import { changeObject, moveResult, objectKeys } from '../../support/worker/stored-objects.ts'

/** A run of 120 lines and more in chunks of 7, and what it answers everywhere, before its result is moved to R2. */
async function scene() {
  const made = await largeRun(120)
  const { client, run, tenantId } = made
  await rechunk(run.id, 7)
  const paths = [
    ...pathsOf(run).map(([path]) => path),
    `${run.links.results}?limit=1000&rule=first`,
    `${run.links.results}?view=breaks&limit=3`,
    `${run.links.results}?view=breaks&limit=3&reason=amount_mismatch&include=records`,
    `${run.links.evidence}?leaf=0`,
    `${run.links.evidence}?leaf=101`,
  ]
  const answers = async () => {
    const all: string[] = []
    for (const path of paths) {
      const response = await client.get(path)
      all.push(`${path} ${response.status} ${new TextDecoder().decode(await response.arrayBuffer())}`)
    }
    return all
  }
  const before = await answers()
  await moveResult(run.id)
  const keys = await objectKeys(tenantId)
  return { ...made, answers, before, keys }
}

let shared: ReturnType<typeof scene> | undefined
const moved = () => {
  shared ??= scene()
  return shared
}

describe('a result in objects of R2', () => {
  it('is answered byte for byte as one in D1', async () => {
    const { answers, before, keys, tenantId, run } = await moved()
    expect(keys.length).toBeGreaterThan(3)
    expect(keys.every((key) => key.startsWith(`runs/${tenantId}/${run.id}/`))).toBe(true)
    const row = await env.DB.prepare("SELECT count(*) AS count FROM result_chunks WHERE run_id = ? AND text <> ''")
      .bind(run.id)
      .first<{ count: number }>()
    expect(row?.count).toBe(0)
    expect(await answers()).toEqual(before)
    expect((await countedOf(tenantId)).bytes).toBe((await summedOf(tenantId)).bytes)
  })

  it('is paged, verified, packed and exported', async () => {
    const { client, run } = await moved()
    const seen = (await pages(client, `${run.links.results}?limit=9`, 'matches')).flat()
    expect(new Set(seen.map(({ id }) => id)).size).toBe(run.summary?.matchCount)
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
    const pack = await client.get(`${run.links.evidence}?format=zip`)
    const files = await readZip(new Uint8Array(await pack.arrayBuffer()))
    expect(await verifyOffline(files)).toMatchObject({ verified: true })
    const table = await client.get(run.links.results ?? '', { Accept: 'text/csv' })
    expect(
      fromUtf8(new Uint8Array(await table.arrayBuffer()))
        .trimEnd()
        .split('\r\n').length,
    ).toBe(seen.length + 1)
  })

  it('that was changed fails its link of the chain', async () => {
    const { client, run, keys } = await scene()
    const [, second = ''] = keys
    await changeObject(second, (bytes) => bytes.with(10, (bytes[10] ?? 0) ^ 1))
    const report = await readChain(client, run.id)
    expect(report.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['resultRoot'])
    await env.BUCKET.delete(second)
    const gone = await readChain(client, run.id)
    expect(gone.firstFailure).toBe('resultRoot')
  })

  it('goes with its run', async () => {
    const { client, run, tenantId } = await scene()
    expect((await client.delete(run.links.self)).status).toBe(204)
    expect(await objectKeys(tenantId)).toEqual([])
    expect(await problemOf(client.get(run.links.results ?? ''))).toMatchObject({ code: 'records_deleted' })
  })
})

describe('the writer of an object of a result', () => {
  /** Chunks of 6 MB in all: an object of two parts. */
  const chunks = Array.from({ length: 12 }, (_, seq): WrittenChunk => {
    const bytes = new TextEncoder().encode(`${String(seq % 10).repeat(524_287)}\n`)
    return { view: 'matches', seq, firstLeaf: 1 + seq, count: 1, counts: { 'exact|one': 1 }, bytes }
  })
  const object = (tenantId: string) => ({ tenantId, runId: 'run_1', attempt: 2, name: 'merged/0', now: 5 })
  const key = (tenantId: string) => `runs/${tenantId}/run_1/2/merged/0`
  const db = queries(env.DB)

  it('gives the same object and rows however often its step runs, and whatever answers are lost', async () => {
    const tenantId = 'ten_writer'
    const rows = await writeResultObject({ db, env }, object(tenantId), chunks)
    const found = async () => (await env.BUCKET.get(key(tenantId)))?.bytes()
    const bytes = (await found()) ?? new Uint8Array()
    expect(bytes.length).toBe(12 * 524_288)
    const digest = await digestOf(bytes)
    const last = { object: key(tenantId), objectOffset: 11 * 524_288, objectLength: 524_288 }
    expect(rows.at(-1)).toMatchObject({ text: '', counts: '{"exact|one":1}', createdAt: 5, place: last })
    for (let skip = 0; skip < 4; skip += 1) {
      const faults: BucketFault[] = [{ matches: /./, when: 'after', skip }]
      const bucket = faultyBucket(env.BUCKET, faults)
      expect(await writeResultObject({ db, env: { BUCKET: bucket } }, object(tenantId), chunks)).toEqual(rows)
      expect(await digestOf((await found()) ?? new Uint8Array())).toBe(digest)
    }
  })

  it('leaves an object that is swept unless the run is completed', async () => {
    const tenantId = 'ten_swept'
    const down = faultyBucket(env.BUCKET, [{ matches: /./, method: 'complete', when: 'before', times: 3 }])
    await expect(writeResultObject({ db, env: { BUCKET: down } }, object(tenantId), chunks)).rejects.toThrow('R2')
    await writeResultObject({ db, env }, { ...object(tenantId), name: 'merged/1' }, chunks.slice(0, 2))
    await writeResultObject({ db, env }, { ...object(tenantId), attempt: 3 }, chunks.slice(0, 2))
    await db.batch([...folderStore(db).keep(tenantId, `runs/${tenantId}/run_1/3/`)])
    await runScheduled(env, createIsolate({ log: () => undefined }))
    expect(await objectKeys(tenantId)).toEqual([`runs/${tenantId}/run_1/3/merged/0`])
    const left = await env.DB.prepare('SELECT count(*) AS count FROM line_uploads WHERE tenant_id = ?')
      .bind(tenantId)
      .first<{ count: number }>()
    expect(left?.count).toBe(0)
  })

  it('needs rows that only the executor of the attempt may store', async () => {
    const rows = await writeResultObject({ db, env }, object('ten_rows'), chunks.slice(0, 1))
    for (const row of rows) await resultStore(db).insert('ten_rows', { runId: 'run_1', attempt: 2 }, row)
    const stored = await env.DB.prepare(
      "SELECT count(*) AS count FROM result_chunks WHERE tenant_id = 'ten_rows'",
    ).first<{ count: number }>()
    expect([stored?.count, (await bucketOf(env).head(key('ten_rows')))?.size]).toEqual([0, 524_288])
  })
})
