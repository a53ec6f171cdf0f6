import { env } from 'cloudflare:workers'
import { fromUtf8, toHex } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { operatorOf, tenantsPath } from '../../../support/worker/operator.ts'
import { readZip64 } from '../../../support/worker/read-zip64.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun, manyRecords, rechunk, seedDataset } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

async function exported(tenantId: string): Promise<ReadonlyMap<string, string>> {
  const response = await operatorOf().client.get(`/api/v1/admin/export?tenant=${tenantId}`)
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${tenantId}.zip"`)
  const files = await readZip64(new Uint8Array(await response.arrayBuffer()))
  return new Map(files.map(({ name, bytes }) => [name, fromUtf8(bytes)]))
}

const linesIn = (text: string | undefined): readonly Record<string, unknown>[] =>
  (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

describe('GET /admin/export', () => {
  it('holds everything of the tenant as the API shows it, and no secret', async () => {
    const { client, tenantId, keyId, secret } = await createTestApp().newTenant()
    const datasets = [await uploadJson(client), await uploadJson(client)]
    await seedDataset(tenantId, { adapter: 'ledger', records: manyRecords(120), recordsOfChunk: 7 })
    const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
    const runs = [
      await makeRun(client),
      await makeRun(client, {
        sourceAdapter: 'bank',
        targetAdapter: 'ledger',
        rules,
        tables: { customers: { a: '1' } },
      }),
    ]
    await rechunk(runs[1]?.id ?? '', 11)
    const files = await exported(tenantId)

    expect(linesIn(files.get('tenant.json'))).toEqual([
      await (await operatorOf().client.get(`${tenantsPath}/${tenantId}`)).json(),
    ])
    expect(linesIn(files.get('keys.ndjson'))).toMatchObject([{ id: keyId, name: 'Test key' }])
    expect(linesIn(files.get('datasets.ndjson')).slice(0, 2)).toEqual([...datasets].sort(byId))
    expect(linesIn(files.get('runs.ndjson'))).toEqual([...runs].sort(byId))
    for (const { id } of linesIn(files.get('datasets.ndjson'))) {
      const path = `/api/v1/datasets/${id}/records`
      const answer = await client.get(path, { Accept: 'application/x-ndjson' })
      const records = fromUtf8(new Uint8Array(await answer.arrayBuffer()))
      expect(files.get(`datasets/${id}.ndjson`)).toBe(records)
    }
    for (const run of runs) {
      const result = files.get(`results/${run.id}.ndjson`)
      const { results } = await env.DB.prepare('SELECT text FROM result_chunks WHERE run_id = ? ORDER BY first_leaf')
        .bind(run.id)
        .all<{ text: string }>()
      expect(result).toBe(results.map(({ text }) => text).join(''))
    }
    const hash = runs[1]?.policy.hash ?? ''
    expect(toHex(sha256(new TextEncoder().encode(files.get(`policies/${hash}.json`))))).toBe(hash)
    expect(linesIn(files.get('receipts.ndjson'))).toMatchObject(
      runs.map(({ id }, sequence) => ({ runId: id, sequence })),
    )
    expect(linesIn(files.get('log.json'))).toMatchObject([{ size: 2 }])
    const all = [...files.values()].join('')
    expect(all).not.toContain(secret)
    expect(all).not.toMatch(/hmac/i)
  })

  it('holds nothing of another tenant, and reads small results together', async () => {
    const { client } = await createTestApp().newTenant()
    await makeRun(client)
    const own = await createTestApp().newTenant()
    const runs: RunRecord[] = []
    for (let count = 0; count < 3; count += 1) runs.push(await makeRun(own.client))
    const app = createTestApp()
    const response = await app
      .clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
      .get(`/api/v1/admin/export?tenant=${own.tenantId}`)
    const files = await readZip64(new Uint8Array(await response.arrayBuffer()))
    const results = files.filter(({ name }) => name.startsWith('results/'))
    expect(results.map(({ name }) => name)).toEqual(runs.map(({ id }) => `results/${id}.ndjson`).sort())
    expect(app.recorder.sql.filter((sql) => sql.includes('result_chunks'))).toHaveLength(2)
  })

  it('names a row that was changed, and goes on', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    const run = await makeRun(client)
    await env.DB.prepare("UPDATE runs SET source = 'x' WHERE id = ?").bind(run.id).run()
    const files = await exported(tenantId)
    expect(linesIn(files.get('runs.ndjson'))).toEqual([{ id: run.id, altered: true }])
    expect(files.has(`results/${run.id}.ndjson`)).toBe(true)
  })

  it('is not there for a tenant that is unknown or was deleted', async () => {
    const { tenantId } = await createTestApp().newTenant()
    const { client } = operatorOf()
    await client.delete(`${tenantsPath}/${tenantId}`)
    for (const id of [tenantId, 'ten_x'])
      expect((await problemOf(client.get(`/api/v1/admin/export?tenant=${id}`))).code).toBe('tenant_not_found')
    expect((await problemOf(client.get('/api/v1/admin/export'))).code).toBe('invalid_query')
  })
})
