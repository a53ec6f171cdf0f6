import { createRoute } from '@hono/zod-openapi'
import { keyRequest, newKeyRecord, tenantKeyParams } from '@tallystick/schema/key'
import { tenantParams } from '@tallystick/schema/lost-run'
import { readJson } from '../http/body.ts'
import { bodyCodes, operatorProblemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { createTenantKey } from '../keys/create-tenant.ts'
import { revokeStoredKey } from '../keys/manage-keys.ts'
import { requireAdmin } from '../keys/require-admin.ts'

const createTenantKeyRoute = createRoute({
  method: 'post',
  path: '/admin/tenants/{id}/keys',
  operationId: 'createTenantKey',
  tags: ['Admin'],
  summary: 'Makes an API key for a tenant, with any scopes; its secret is in this answer only',
  description:
    'For scopes that no key of the tenant has, such as those that are newer than its keys: a key of the tenant gives out only scopes of its own.',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: {
    params: tenantParams,
    body: jsonBody(keyRequest),
  },
  responses: {
    201: jsonAnswer('The key', newKeyRecord),
    ...operatorProblemResponses(...bodyCodes, 'tenant_not_found'),
  },
})

const revokeTenantKeyRoute = createRoute({
  method: 'delete',
  path: '/admin/tenants/{id}/keys/{key}',
  operationId: 'revokeTenantKey',
  tags: ['Admin'],
  summary: 'Revokes an API key of a tenant, whatever its scopes',
  description:
    'For keys with scopes that no other key of the tenant has: a key revokes only keys whose scopes it has. May be repeated.',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { params: tenantKeyParams },
  responses: { 204: { description: 'Revoked' }, ...operatorProblemResponses('key_not_found') },
})

export function tenantKeyRoutes() {
  const router = createRouter()
  router.openapi(createTenantKeyRoute, async (c) =>
    c.json(await createTenantKey(c, c.req.valid('param').id, await readJson(c, keyRequest)), 201),
  )
  router.openapi(revokeTenantKeyRoute, async (c) => {
    const { id, key } = c.req.valid('param')
    await revokeStoredKey(c, id, key)
    return c.body(null, 204)
  })
  return router
}
