import type { Context } from 'hono'
import { scopes, type TenantRequest } from '../../schema/key.ts'
import type { AppEnv } from '../http/app-env.ts'
import { createId } from '../platform/ids.ts'
import { timestampOf } from '../platform/timestamp.ts'
import { databaseOf } from '../store/database.ts'
import { tenantStore } from '../store/tenant-store.ts'
import { makeKey } from './make-key.ts'

/** Makes a tenant and its first key, which has every scope; the key's secret is in this answer only. */
export async function createTenant(c: Context<AppEnv>, request: TenantRequest) {
  const createdAt = c.var.isolate.now()
  const tenant = { id: createId('ten', createdAt), ...request, createdAt }
  const fields = { tenantId: tenant.id, name: 'First key', scopes, createdAt, expiresAt: null }
  const { key, secret } = makeKey(c.env, fields)
  await tenantStore(databaseOf(c.env, tenant.id)).create(tenant, key)
  return {
    tenant: { ...tenant, createdAt: timestampOf(createdAt) },
    key: { id: key.id, scopes: [...scopes], secret },
  }
}
