import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createClient, TallystickError } from '../../../functions/client/index.ts'
import { createTestApp } from '../../support/worker/client.ts'

/** Deletion, use, log files, views as files and the operator's calls, by the client over the real Worker. */
async function clientsOfTenant() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const plain = app.clientWith({})
  const clientWith = (keys: { readonly apiKey?: string; readonly adminKey?: string }) =>
    createClient({
      baseUrl: 'https://tallystick.test',
      fetch: (request) => plain.send(new URL(request.url).href, request),
      tries: 1,
      ...keys,
    })
  const client = clientWith({ apiKey: tenant.secret })
  return { tenantId: tenant.tenantId, client, clientWith, operator: clientWith({ adminKey: env.ADMIN_KEY ?? '' }) }
}

async function reconciled() {
  const clients = await clientsOfTenant()
  const { client } = clients
  const records = [{ id: 'a', amount: '1.50', currency: 'EUR' }]
  const dataset = await client.datasets.upload({ name: 'Bank', adapter: 'bank', records })
  const run = await client.runs.create({ name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] })
  return { ...clients, dataset, run }
}

const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text()
const beginOf = (text: string) => text.slice(0, 2)

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof TallystickError ? error.code : `no TallystickError: ${error}`
}

describe('the typed client', () => {
  it('deletes a run and a dataset, twice without a fault', async () => {
    const { client, dataset, run } = await reconciled()
    await client.runs.delete(run.id)
    await client.runs.delete(run.id)
    await client.datasets.delete(dataset.id)
    expect(await codeOf(client.runs.get(run.id))).toBe('records_deleted')
    expect(await codeOf(client.datasets.get(dataset.id))).toBe('records_deleted')
    expect(await client.datasets.list().toArray()).toEqual([])
    expect(await client.runs.listLost().toArray()).toEqual([])
  })

  it('says what the tenant uses', async () => {
    const { client } = await reconciled()
    const { plan, storage, runs } = await client.usage.get()
    expect([plan, storage.datasets, storage.runs, runs.completed]).toEqual(['enterprise', 1, 1, 1])
  })

  it('reads records and a view as CSV, and a view as a workbook', async () => {
    const { client, dataset, run } = await reconciled()
    expect(await textOf(await client.datasets.recordsCsv(dataset.id))).toMatch(/^id,.*\r?\na,/)
    const csv = await client.runs.resultFile(run.id, { view: 'breaks', accept: 'text/csv' })
    expect((await textOf(csv)).split('\n').length).toBeGreaterThan(1)
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    expect(beginOf(await textOf(await client.runs.resultFile(run.id, { view: 'breaks', accept })))).toBe('PK')
  })

  it('reads the tiles and entries of the log, and the receipt of a run as a tlog-proof', async () => {
    const { client, run } = await reconciled()
    const tile = await client.log.tile(0, '000.p/1')
    const entries = await client.log.entries('000.p/1')
    expect([tile.length, new TextDecoder().decode(entries.subarray(2))]).toEqual([32, expect.stringContaining(run.id)])
    expect(await client.runs.tlogProof(run.id)).toMatch(/^c2sp\.org\/tlog-proof@v1\n/)
  })

  it('describes the service without a key', async () => {
    const { clientWith } = await clientsOfTenant()
    const { system, playground } = clientWith({})
    expect((await system.openapi())['openapi']).toBe('3.1.0')
    expect((await system.problem('run_not_found')).status).toBe(404)
    expect((await system.publicKeys()).keys[0]?.algorithm).toBe('Ed25519')
    const found = await playground.run(
      {
        source: { adapter: 'demo-bank' },
        target: { adapter: 'demo-ledger' },
        rules: { matching: [{ field: 'reference' }] },
      },
      { plan: 'growth', flags: ['fuzzy_matching', 'group_matching'] },
    )
    expect(found.matches.length).toBeGreaterThan(0)
  })

  it('makes, shows, changes, exports and deletes a tenant', async () => {
    const { operator, clientWith } = await clientsOfTenant()
    const { tenant, key: first } = await operator.admin.createTenant({ name: 'Acme', plan: 'starter' })
    const key = await operator.admin.createTenantKey(tenant.id, { name: 'Reader', scopes: ['runs:read'] })
    expect(await clientWith({ apiKey: key.secret }).runs.list().toArray()).toEqual([])
    const changed = await operator.admin.updateTenant(tenant.id, { plan: 'growth', settings: { burstPerMinute: 5 } })
    expect([changed.plan, changed.settings]).toEqual(['growth', { burstPerMinute: 5 }])
    expect(await operator.admin.getTenant(tenant.id)).toEqual(changed)
    const listed = await operator.admin.listTenants({ limit: 1 }).pages().next()
    expect(listed.value?.items).toEqual([changed])
    expect(beginOf(await textOf(await operator.admin.exportTenant(tenant.id)))).toBe('PK')
    expect((await operator.admin.deleteTenant(tenant.id)).id).toBe(tenant.id)
    expect(await codeOf(clientWith({ apiKey: first.secret }).runs.list().toArray())).toBe('api_key_invalid')
    expect(await operator.admin.metrics()).toContain('# TYPE ')
  })
})
