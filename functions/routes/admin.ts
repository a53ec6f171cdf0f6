import { createRoute } from '@hono/zod-openapi'
import { newTenantRecord, scopes, tenantRequest } from '../../schema/key.ts'
import { readJson } from '../http/body.ts'
import { requireAdmin } from '../http/middleware/require-admin.ts'
import { bodyCodes, publicProblemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { makeKey } from '../keys/make-key.ts'
import { createId } from '../platform/ids.ts'
import { databaseOf } from '../store/database.ts'
import { tenantStore } from '../store/tenant-store.ts'

const createTenantRoute = createRoute({
  method: 'post',
  path: '/admin/tenants',
  summary: 'Makes a tenant and its first key, which has every scope',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { body: { required: true, content: { 'application/json': { schema: tenantRequest } } } },
  responses: {
    201: { description: 'The tenant', content: { 'application/json': { schema: newTenantRecord } } },
    ...publicProblemResponses(
      ...bodyCodes,
      'admin_key_missing',
      'admin_key_invalid',
      'rate_limited',
      'storage_unavailable',
      'temporarily_overloaded',
    ),
  },
})

/** What the operator of the service may do. */
export function adminRoutes() {
  const router = createRouter()
  router.openAPIRegistry.registerComponent('securitySchemes', 'adminKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Key',
  })
  router.openapi(createTenantRoute, async (c) => {
    const request = await readJson(c, tenantRequest)
    const createdAt = c.var.isolate.now()
    const tenant = { id: createId('ten', createdAt), ...request, createdAt }
    const fields = { tenantId: tenant.id, name: 'First key', scopes, createdAt, expiresAt: null }
    const { key, secret } = makeKey(c.env, fields)
    await tenantStore(databaseOf(c.env, tenant.id)).create(tenant, key)
    return c.json(
      {
        tenant: { ...tenant, createdAt: new Date(createdAt).toISOString() },
        key: { id: key.id, scopes: [...scopes], secret },
      },
      201,
    )
  })
  return router
}
