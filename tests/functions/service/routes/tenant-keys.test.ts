import { describe, expect, it } from 'vitest'
import type { NewKeyRecord } from '../../../../schema/key.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'

const body = { name: 'Eraser', scopes: ['runs:delete'] }

/** A tenant whose key has no scope for deletion, and the operator. */
async function limitedTenant() {
  const app = createTestApp()
  const tenant = await app.newTenant({ scopes: ['runs:read', 'runs:write', 'keys:admin'] })
  const operator = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  return { app, operator, ...tenant, path: `/api/v1/admin/tenants/${tenant.tenantId}/keys` }
}

describe('POST /admin/tenants/{id}/keys', () => {
  it('gives a tenant a key for what its own keys cannot grant', async () => {
    const { app, client, operator, path } = await limitedTenant()
    const run = await makeRun(client)
    expect((await problemOf(client.delete(run.links.self))).code).toBe('scope_insufficient')
    const made = await (await operator.post(path, body)).json<NewKeyRecord>()
    expect(made).toMatchObject({ name: 'Eraser', scopes: ['runs:delete'] })
    expect((await app.clientWith({ 'X-API-Key': made.secret }).delete(run.links.self)).status).toBe(204)
    const keys = await (await client.get('/api/v1/keys')).json<{ data: { id: string }[] }>()
    expect(keys.data.map(({ id }) => id)).toContain(made.id)
  })

  it('is for the operator alone, and for tenants that there are', async () => {
    const { app, client, operator, path } = await limitedTenant()
    expect((await problemOf(client.post(path, body))).code).toBe('admin_key_missing')
    expect((await problemOf(app.clientWith({ 'X-Admin-Key': 'x' }).post(path, body))).code).toBe('admin_key_invalid')
    const unknown = operator.post('/api/v1/admin/tenants/ten_x/keys', body)
    expect(await problemOf(unknown)).toMatchObject({ status: 404, code: 'tenant_not_found' })
    const late = operator.post(path, { ...body, expiresAt: '2001-01-01T00:00:00.000Z' })
    expect(await problemOf(late)).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/expiresAt' }] })
  })
})
