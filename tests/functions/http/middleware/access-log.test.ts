import { describe, expect, it } from 'vitest'
import { brokenDatabase } from '../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../support/worker/client.ts'

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
      rowsRead: app.recorder.rowsRead,
      rowsWritten: 0,
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
