import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { operatorOf, tenantsPath } from '../../../support/worker/operator.ts'
import { objectsOf, receivedUpload, uploadsPath } from '../../../support/worker/part-uploads.ts'
import { readZip64 } from '../../../support/worker/read-zip64.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { createUploadApp, executeReading } from '../../../support/worker/readings.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\n')
const hour = 3_600_000

/** A tenant with an upload that waits to be read. */
async function scene() {
  const clock = settableClock()
  const app = createUploadApp({ now: clock.now })
  const tenant = await app.newTenant()
  const { id } = await receivedUpload(tenant.client, [small])
  await tenant.client.post(`${uploadsPath}/${id}/complete`)
  const { client: operator } = operatorOf({ now: clock.now })
  const isolate = createIsolate({ now: clock.now, log: () => undefined })
  const sweep = () => runScheduled({ ...env, UPLOADS: app.binding }, isolate)
  const rows = async () =>
    env.DB.prepare('SELECT count(*) AS count FROM uploads WHERE tenant_id = ?').bind(tenant.tenantId).first('count')
  return { ...app, ...tenant, id, clock, operator, sweep, rows }
}

describe('the uploads of a tenant', () => {
  it('go with the tenant, and one that is being read becomes no dataset', async () => {
    const { id, tenantId, clock, operator, sweep, rows, ...app } = await scene()
    await operator.delete(`${tenantsPath}/${tenantId}`)
    for (const _ of ['once', 'again']) await sweep()
    expect(await objectsOf(id)).toEqual([])
    await executeReading(app, { tenantId, id, attempt: 1 })
    expect(await env.DB.prepare('SELECT id FROM datasets WHERE id = ?').bind(id).first()).toBeNull()
    clock.advance(6 * hour)
    // A sweep takes some rows at a time, of which other tests may have left many that are due by now.
    for (let sweeps = 0; sweeps < 20 && (await rows()) !== 0; sweeps += 1) await sweep()
    expect(await rows()).toBe(0)
  })

  it('are in the export as far as they are not sealed', async () => {
    const { id, tenantId, operator } = await scene()
    const response = await operator.get(`/api/v1/admin/export?tenant=${tenantId}`)
    const files = await readZip64(new Uint8Array(await response.arrayBuffer()))
    const listed = files.find(({ name }) => name === 'uploads.ndjson')
    expect(JSON.parse(new TextDecoder().decode(listed?.bytes))).toMatchObject({
      id,
      state: 'reading',
      byteCount: small.length,
    })
  })
})
