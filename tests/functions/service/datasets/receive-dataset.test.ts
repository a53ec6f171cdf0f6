import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { jsonUpload, largeCsv, largeRecordCount } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets'
const csv = { 'Content-Type': 'text/csv' }
const large = largeCsv()
const { newTenant, recorder } = createTestApp()

async function rowCounts(tenantId: string): Promise<unknown[]> {
  const count = (table: string) =>
    env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE tenant_id = ?`).bind(tenantId).first('count')
  return [await count('datasets'), await count('dataset_chunks')]
}

describe('an upload larger than what is held in memory', () => {
  it('is flushed unseen and appears whole', async () => {
    const { client } = await newTenant()
    const response = await client.post(`${path}?name=Large&adapter=bank`, large, csv)
    const { id }: { id: string } = await response.json()
    expect(recorder.roundTrips).toBeGreaterThan(1)
    expect(recorder.roundTrips).toBeLessThan(6)
    const lines = await (await client.get(`${path}/${id}/records`, { Accept: 'application/x-ndjson' })).text()
    expect(lines.split('\n')).toHaveLength(largeRecordCount + 1)
  })

  it('leaves nothing behind when its last row is bad', async () => {
    const { client, tenantId } = await newTenant()
    const response = await client.post(`${path}?name=Large&adapter=bank`, `${large}last;x;EUR;2026-03-01;;\n`, csv)
    expect(response.status).toBe(422)
    expect(await rowCounts(tenantId)).toEqual([0, 0])
  })

  it('leaves nothing behind when its key stands for another', async () => {
    const { client, tenantId } = await newTenant()
    const key = { 'Idempotency-Key': 'k' }
    await client.post(path, { ...jsonUpload, records: [] }, key)
    const response = await client.post(`${path}?name=Large&adapter=bank`, large, { ...csv, ...key })
    expect(response.status).toBe(422)
    expect(await rowCounts(tenantId)).toEqual([1, 0])
  })
})
