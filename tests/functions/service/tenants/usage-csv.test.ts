import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'
import { allInObjects, jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'

/** The rows of a tenant, by month, as the operator reads them. */
async function scene() {
  const clock = settableClock()
  const app = createTestApp({ now: clock.now, ...allInObjects })
  const operator = app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
  const tenant = await app.newTenant()
  const rowsOf = async (query = '') => {
    const answer = await operator.get(`/api/v1/admin/usage${query}`)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head, ...rows] = (await answer.text()).split('\r\n')
    expect(head).toBe('month,tenant,name,plan,datasets,datasetRecords,datasetBytes,runs,completedRuns,completedRecords')
    return rows.filter((row) => row.includes(tenant.tenantId)).map((row) => row.split(','))
  }
  return { ...tenant, app, clock, operator, rowsOf }
}

it('counts what a tenant made in each month, and goes on to count what was deleted', async () => {
  const { client, tenantId, clock, rowsOf } = await scene()
  const month = () => new Date(clock.now()).toISOString().slice(0, 7)
  const first = month()
  const dataset = await uploadJson(client, { ...jsonUpload, adapter: 'bank:a' })
  await uploadJson(client, { ...jsonUpload, adapter: 'ledger:b' })
  const run = await makeRun(client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:b' })
  await makeRun(client, emptyRun)
  const { records, bytes } = { records: 2 * dataset.recordCount, bytes: String(2 * dataset.byteCount) }
  const made = [first, tenantId, expect.any(String), 'enterprise', '2', String(records), bytes, '2', '2', `${records}`]
  expect(await rowsOf()).toEqual([made])
  expect((await client.delete(run.links.self)).status).toBe(204)
  expect((await client.delete(`/api/v1/datasets/${dataset.id}`)).status).toBe(204)
  expect(await rowsOf(`?month=${first}`)).toEqual([made])
  clock.advance(32 * 86_400_000)
  await makeRun(client, emptyRun)
  expect(month()).not.toBe(first)
  const next = [month(), tenantId, expect.any(String), 'enterprise', '0', '0', '0', '1', '1', '0']
  expect(await rowsOf()).toEqual([made, next])
  expect(await rowsOf(`?month=${month()}`)).toEqual([next])
})

it('is for the operator alone, and of months alone', async () => {
  const { client, operator } = await scene()
  expect((await client.get('/api/v1/admin/usage')).status).toBe(401)
  expect((await operator.get('/api/v1/admin/usage?month=2026-13')).status).toBe(400)
})
