import { createRoute } from '@hono/zod-openapi'
import { newTenantRecord, tenantRequest } from '../../schema/key.ts'
import { logRecovery, tenantParams } from '../../schema/lost-run.ts'
import { readJson } from '../http/body.ts'
import { requireAdmin } from '../http/middleware/require-admin.ts'
import { bodyCodes, publicProblemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { createTenant } from '../keys/create-tenant.ts'
import { recoverTenantLog } from '../runs/recover-tenant-log.ts'

const createTenantRoute = createRoute({
  operationId: 'createTenant',
  method: 'post',
  path: '/admin/tenants',
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

const recoverLogRoute = createRoute({
  operationId: 'recoverTenantLog',
  method: 'post',
  path: '/admin/tenants/{id}/log/recover',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { params: tenantParams },
  responses: {
    200: { description: 'What was recovered', content: { 'application/json': { schema: logRecovery } } },
    ...publicProblemResponses(
      'admin_key_missing',
      'admin_key_invalid',
      'tenant_not_found',
      'rate_limited',
      'storage_unavailable',
      'temporarily_overloaded',
      'log_diverged',
    ),
  },
})

/** Routes for tenants: for the operator of the service alone. */
export function adminRoutes() {
  const router = createRouter()
  router.openapi(createTenantRoute, async (c) => c.json(await createTenant(c, await readJson(c, tenantRequest)), 201))
  router.openapi(recoverLogRoute, async (c) => c.json(await recoverTenantLog(c, c.req.valid('param').id), 200))
  return router
}
