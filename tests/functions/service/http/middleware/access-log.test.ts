import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { breakingDatabase, brokenDatabase } from '../../../../support/worker/broken-bindings.ts'
import { createTestApp, origin } from '../../../../support/worker/client.ts'
import { problemOf } from '../../../../support/worker/readers.ts'
import { manyRecords, seedDataset } from '../../../../support/worker/runs.ts'

describe('the log', () => {
  it('has one line a request: who, what and how it ended', async () => {
    const app = createTestApp()
    const { client, tenantId, keyId } = await app.newTenant()
    const before = app.logLines.length
    const response = await client.get('/api/v1/keys')
    expect(app.logLines.length).toBe(before + 1)
    expect(JSON.parse(app.logLines.at(-1) ?? '')).toEqual({
      requestId: response.headers.get('X-Request-Id'),
      tenant: tenantId,
      key: keyId,
      method: 'GET',
      route: '/api/v1/keys',
      status: 200,
      code: null,
      milliseconds: expect.any(Number),
      queries: app.recorder.roundTrips,
      rowsRead: await app.recorder.rowsRead(),
      rowsWritten: 0,
      version: env.CF_VERSION_METADATA?.id,
    })
  })

  it('names the problem that a request ended in, and the route rather than the path', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    await client.delete('/api/v1/keys/unknown00000')
    expect(JSON.parse(app.logLines.at(-1) ?? '')).toMatchObject({
      route: '/api/v1/keys/:id',
      status: 404,
      code: 'key_not_found',
    })
  })

  it('says where an unforeseen error came from, but not what it said', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const broken = createTestApp({ env: { DB: brokenDatabase('constraint failed: Payroll of March') } })
    await broken.clientWith({ 'X-API-Key': secret }).get('/api/v1/keys')
    const line = JSON.parse(broken.logLines.at(-1) ?? '')
    expect(line).toMatchObject({
      code: 'internal_error',
      error: expect.stringMatching(/^\w+( < Error)?$/),
      frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
    })
    expect(JSON.stringify(line)).not.toContain('Payroll')
  })

  it('names the classes of an error and of its causes, by the codes of D1 where it is one of D1', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const errorOf = async (message: string) => {
      const broken = createTestApp({ env: { DB: brokenDatabase(message) } })
      await broken.clientWith({ 'X-API-Key': secret }).get('/api/v1/keys')
      return JSON.parse(broken.logLines.at(-1) ?? '').error
    }
    expect(await errorOf('D1_ERROR: UNIQUE constraint failed: a.b: SQLITE_CONSTRAINT')).toMatch(
      /D1_ERROR SQLITE_CONSTRAINT$/,
    )
    expect(await errorOf('Payroll of D1_ERROR: SQLITE_MARCH')).toMatch(/Error$/)
  })

  it('has a line also when what is thrown is no error', async () => {
    const app = createTestApp({
      name: () => {
        throw 'nothing that anybody expects'
      },
    })
    const { secret } = await createTestApp().newTenant()
    const response = await app.clientWith({ 'X-API-Key': secret }).get('/api/v1/keys')
    expect(await problemOf(response)).toMatchObject({ status: 500, code: 'internal_error' })
    expect(JSON.parse(app.logLines.at(-1) ?? '')).toMatchObject({ status: 500, error: 'string', frames: [] })
  })

  it('names the version of the Worker', async () => {
    const CF_VERSION_METADATA = { id: 'a6f7', tag: '', timestamp: '2026-11-22T10:00:00Z' }
    const app = createTestApp({ env: { CF_VERSION_METADATA } })
    await app.client.get('/api/v1/health')
    expect(JSON.parse(app.logLines.at(-1) ?? '')).toMatchObject({ version: 'a6f7' })
  })

  describe('of a streamed answer', () => {
    const dataset = async () => {
      const app = createTestApp()
      const tenant = await app.newTenant()
      const id = await seedDataset(tenant.tenantId, {
        adapter: 'bank',
        records: manyRecords(1_200),
        recordsOfChunk: 4,
      })
      const headers = { Accept: 'application/x-ndjson', 'X-API-Key': tenant.secret }
      return { app, request: new Request(`${origin}/api/v1/datasets/${id}/records`, { headers }) }
    }

    it('is written when all of it was taken, and counts what its parts read', async () => {
      const { app, request } = await dataset()
      const before = app.logLines.length
      const response = await app.fetch(request)
      expect(app.logLines.length).toBe(before)
      await response.text()
      expect(app.logLines.length).toBe(before + 1)
      const line = JSON.parse(app.logLines.at(-1) ?? '')
      expect(line).toMatchObject({ status: 200, body: 'complete', rowsRead: await app.recorder.rowsRead() })
      expect(line.queries).toBeGreaterThan(2)
    })

    it('says that a fault broke it off, and which', async () => {
      const { request } = await dataset()
      const broken = createTestApp({ env: { DB: breakingDatabase(4) } })
      const response = await broken.fetch(request)
      await expect(response.text()).rejects.toThrow()
      expect(JSON.parse(broken.logLines.at(-1) ?? '')).toMatchObject({
        status: 200,
        body: 'failed',
        error: expect.stringMatching(/D1_ERROR$/),
        frames: expect.arrayContaining([expect.stringMatching(/^at /)]),
      })
    })

    it('says that the client went away', async () => {
      const { app, request } = await dataset()
      const response = await app.fetch(request)
      await response.body?.cancel()
      expect(JSON.parse(app.logLines.at(-1) ?? '')).toMatchObject({ status: 200, body: 'cancelled' })
    })
  })

  it('never shows a key, whole or in part, or anything of a body', async () => {
    const app = createTestApp()
    const { client, secret } = await app.newTenant()
    const made = await client.post('/api/v1/keys', { name: 'Payroll of March', scopes: ['runs:read'] })
    const { secret: second } = await made.json<{ secret: string }>()
    await app.clientWith({ 'X-API-Key': `${second}x` }).get('/api/v1/keys')
    await app
      .clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
      .post('/api/v1/admin/tenants', { name: 'Payroll of April' })
    const text = app.logLines.join('\n')
    const parts = [secret, second].flatMap((key) => key.split('_').slice(3, 4))
    for (const part of [...parts, 'tsk_', 'Payroll', app.env.ADMIN_KEY ?? '']) expect(text).not.toContain(part)
  })
})
