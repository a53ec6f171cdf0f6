import { createRoute } from '@hono/zod-openapi'
import { keyRequest, newKeyRecord } from '../../schema/key.ts'
import { tenantParams } from '../../schema/lost-run.ts'
import { readJson } from '../http/body.ts'
import { requireAdmin } from '../http/middleware/require-admin.ts'
import { bodyCodes, publicProblemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { createTenantKey } from '../keys/create-tenant.ts'

const createTenantKeyRoute = createRoute({
  method: 'post',
  path: '/admin/tenants/{id}/keys',
  operationId: 'createTenantKey',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: {
    params: tenantParams,
    body: { required: true, content: { 'application/json': { schema: keyRequest } } },
  },
  responses: {
    201: { description: 'The key', content: { 'application/json': { schema: newKeyRecord } } },
    ...publicProblemResponses(
      ...bodyCodes,
      'admin_key_missing',
      'admin_key_invalid',
      'tenant_not_found',
      'rate_limited',
      'storage_unavailable',
      'temporarily_overloaded',
    ),
  },
})

/** Keys that the operator of the service makes for tenants. */
export function tenantKeyRoutes() {
  const router = createRouter()
  router.openapi(createTenantKeyRoute, async (c) =>
    c.json(await createTenantKey(c, c.req.valid('param').id, await readJson(c, keyRequest)), 201),
  )
  return router
}
