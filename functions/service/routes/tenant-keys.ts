import { createRoute } from '@hono/zod-openapi'
import { keyRequest, newKeyRecord, tenantKeyParams } from '@tallystick/schema/key'
import { tenantParams } from '@tallystick/schema/lost-run'
import { administratorRequest, invitationRecord } from '@tallystick/schema/member'
import { eventBy } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { bodyCodes, operatorProblemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { createTenantKey } from '../keys/create-tenant.ts'
import { revokeStoredKey } from '../keys/manage-keys.ts'
import { inviteAdministrator } from '../keys/people/invitations.ts'
import { requireAdmin } from '../keys/require-admin.ts'

const createTenantKeyRoute = createRoute({
  method: 'post',
  path: '/admin/tenants/{id}/keys',
  operationId: 'createTenantKey',
  tags: ['Admin'],
  summary: 'Makes an API key for a tenant; its secret is in this answer only',
  description:
    'For scopes that no key of the tenant has, such as those that are newer than its keys: a key of the tenant gives out only scopes of its own. `members:manage` is given by a signed-in administrator alone.',
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

const inviteAdministratorRoute = createRoute({
  method: 'post',
  path: '/admin/tenants/{id}/invitations',
  operationId: 'inviteAdministrator',
  tags: ['Admin'],
  summary: 'Invites the first administrator of a tenant',
  description:
    'The `url` of the answer is shown this once. Refused as soon as the tenant has an administrator, who invites all others.',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: {
    params: tenantParams,
    body: { required: true, content: { 'application/json': { schema: administratorRequest } } },
  },
  responses: {
    201: { description: 'The invitation', content: { 'application/json': { schema: invitationRecord } } },
    ...operatorProblemResponses(
      ...bodyCodes,
      'tenant_not_found',
      'address_in_use',
      'administrator_present',
      'not_configured',
    ),
  },
})

export function tenantKeyRoutes() {
  const router = createRouter()
  router.openapi(createTenantKeyRoute, async (c) =>
    c.json(await createTenantKey(c, c.req.valid('param').id, await readJson(c, keyRequest)), 201),
  )
  router.openapi(revokeTenantKeyRoute, async (c) => {
    const { id, key } = c.req.valid('param')
    const event = eventBy(c, { tenantId: id, kind: 'operator' }, { action: 'key.revoked', subject: key })
    await revokeStoredKey(c, key, event)
    return c.body(null, 204)
  })
  router.openapi(inviteAdministratorRoute, async (c) =>
    c.json(await inviteAdministrator(c, c.req.valid('param').id, await readJson(c, administratorRequest)), 201),
  )
  return router
}
