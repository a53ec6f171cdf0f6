import { createRoute } from '@hono/zod-openapi'
import { newTenantRecord, tenantRequest } from '../../schema/key.ts'
import { readJson } from '../http/body.ts'
import { requireAdmin } from '../http/middleware/require-admin.ts'
import { bodyCodes, publicProblemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { createTenant } from '../keys/create-tenant.ts'

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

/** Routes for tenants: for the operator of the service alone. */
export function adminRoutes() {
  const router = createRouter()
  router.openAPIRegistry.registerComponent('securitySchemes', 'adminKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Key',
  })
  router.openapi(createTenantRoute, async (c) => c.json(await createTenant(c, await readJson(c, tenantRequest)), 201))
  return router
}
