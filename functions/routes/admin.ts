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

const recoverLogRoute = createRoute({
  method: 'post',
  path: '/admin/tenants/{id}/log/recover',
  summary: 'Brings the stored log of a tenant back to the log that was signed',
  description:
    'For a log that has diverged, and after a restore of the database. Receipts that are missing or altered are read back from R2 and verified by the keys of the service; nothing is signed. Runs whose rows are gone are lost, and listed.',
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
  router.openAPIRegistry.registerComponent('securitySchemes', 'adminKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-Admin-Key',
  })
  router.openapi(createTenantRoute, async (c) => c.json(await createTenant(c, await readJson(c, tenantRequest)), 201))
  router.openapi(recoverLogRoute, async (c) => c.json(await recoverTenantLog(c, c.req.valid('param').id), 200))
  return router
}
