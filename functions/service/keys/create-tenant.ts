import { timestampOf } from '@tallystick/audit/base/timestamp'
import { givenByAdministrators, scopes, type TenantRequest } from '@tallystick/schema/key'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventBy } from '../http/audit-event.ts'
import { ProblemError } from '../http/problem.ts'
import { createId } from '../platform/ids.ts'
import { databaseOf } from '../store/database.ts'
import { tenantStore } from '../store/tenant-store.ts'
import { makeKey } from './make-key.ts'
import { type KeyWithSecret, keyMade, makeStoredKey, type NewKey } from './manage-keys.ts'

/** What the operator gives to keys. */
const usualScopes = scopes.filter((scope) => !givenByAdministrators.includes(scope))

/**
 * Makes a key for a tenant. Throws `tenant_not_found`, and `validation_failed` for an end in the past or a scope that
 * only a member gives.
 */
export async function createTenantKey(c: Context<AppEnv>, tenantId: string, request: NewKey): Promise<KeyWithSecret> {
  const refused = request.scopes.filter((scope) => givenByAdministrators.includes(scope))
  if (refused.length > 0)
    throw new ProblemError('validation_failed', {
      errors: refused.map((scope) => ({
        pointer: `/scopes/${request.scopes.indexOf(scope)}`,
        code: 'given_by_administrators',
        detail: `Only a signed-in administrator of the tenant gives ${scope} to a key`,
      })),
    })
  if (!(await tenantStore(databaseOf(c.env, tenantId)).exists(tenantId))) throw new ProblemError('tenant_not_found')
  return makeStoredKey(
    c,
    { tenantId, createdBy: null, act: (act) => eventBy(c, { tenantId, kind: 'operator' }, act) },
    request,
  )
}

/** Makes a tenant and its first key, which has every scope but those that members give. Only this answer has the secret. */
export async function createTenant(c: Context<AppEnv>, request: TenantRequest) {
  const createdAt = c.var.isolate.now()
  const tenant = { id: createId('ten', createdAt), ...request, createdAt }
  const fields = {
    tenantId: tenant.id,
    name: 'First key',
    scopes: usualScopes,
    createdAt,
    expiresAt: null,
    createdBy: null,
  }
  const { key, secret } = makeKey(c.env, fields)
  const event = eventBy(c, { tenantId: tenant.id, kind: 'operator' }, keyMade(key))
  await tenantStore(databaseOf(c.env, tenant.id)).create(tenant, key, event)
  return {
    tenant: { ...tenant, createdAt: timestampOf(createdAt) },
    key: { id: key.id, scopes: [...usualScopes], secret },
  }
}
