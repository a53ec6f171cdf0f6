import { env } from 'cloudflare:workers'
import { fromUtf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { queries } from '../../../../functions/service/store/database.ts'
import { resultStore } from '../../../../functions/service/store/result-store.ts'
import { pathsOf } from '../../../support/worker/deletable.ts'
import { largeRun, readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { pages } from '../../../support/worker/results.ts'
import { rechunk } from '../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { changeObject, moveResult, objectKeys } from '../../../support/worker/stored-objects.ts'

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

it('has rows that only the executor of the attempt may store', async () => {
  const place = { object: 'runs/ten_rows/run_1/2/result/0', objectOffset: 0, objectLength: 1 }
  const row = {
    view: 'matches',
    seq: 0,
    firstLeaf: 1,
    count: 1,
    sha256: '',
    text: '',
    counts: '{}',
    voucher: '',
    createdAt: 5,
    place,
  }
  await resultStore(queries(env.DB)).insertAll('ten_rows', { runId: 'run_1', attempt: 2 }, [row])
  const stored = await env.DB.prepare(
    "SELECT count(*) AS count FROM result_chunks WHERE tenant_id = 'ten_rows'",
  ).first<{ count: number }>()
  expect(stored?.count).toBe(0)
})
