import { nullableTimestampOf, timestampOf } from '@tallystick/audit/base/timestamp'
import type { TenantChange, TenantRecord } from '@tallystick/schema/tenant'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventBy } from '../http/audit-event.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { limitsOf } from '../http/rate/plans.ts'
import { shownCount } from '../http/usage/usage-record.ts'
import { catalogOf } from '../store/database.ts'
import { type KnownTenant, tenantStore } from '../store/tenant-store.ts'

/** What the operator does with tenants. Deleted ones are shown until their logs are removed. */

/** Sorts after every id. */
const behindAll = 'ten_~'

/** Newest first. Throws `invalid_cursor`. One query. */
export async function listTenants(c: Context<AppEnv>, { limit, cursor }: PageQuery): Promise<Page<TenantRecord>> {
  const query = ['tenants']
  const before = decodeCursor(query, cursor, ['string'])?.[0] ?? behindAll
  const rows = await tenantStore(catalogOf(c.env)).list({ before, limit: limit + 1 })
  return pageOf(rows, { limit, query, positionOf: ({ id }) => [id], show: tenantRecordOf })
}

/** Throws `tenant_not_found`. One query. */
export const readTenant = async (c: Context<AppEnv>, id: string): Promise<TenantRecord> =>
  tenantRecordOf(await knownTenant(c, id))

export async function knownTenant(c: Context<AppEnv>, id: string): Promise<KnownTenant> {
  const found = await tenantStore(catalogOf(c.env)).find(id)
  if (found === undefined) throw new ProblemError('tenant_not_found')
  return found
}

/** The change holds everywhere within 15 seconds. Throws `tenant_not_found`, also for a deleted tenant. */
export async function changeTenant(c: Context<AppEnv>, id: string, change: TenantChange): Promise<TenantRecord> {
  const { name, plan, settings = {}, suspended } = change
  const stored = { name, plan, settings: JSON.stringify(settings), isSuspended: suspended }
  const changed = { ...(name !== undefined && { name }), ...(plan !== undefined && { plan }), ...settings }
  const details = Object.fromEntries(
    Object.entries({ ...changed, ...(suspended !== undefined && { suspended }) }).map(([key, value]) => [
      key,
      String(value),
    ]),
  )
  const event = eventBy(c, { tenantId: id, kind: 'operator' }, { action: 'settings.changed', subject: id, details })
  const isThere = await tenantStore(catalogOf(c.env)).change(id, stored, event)
  if (!isThere) throw new ProblemError('tenant_not_found')
  return readTenant(c, id)
}

/** Removes the keys and sessions now; later sweeps remove the lines, and at last the log. Repeating it changes nothing. */
export async function deleteTenant(c: Context<AppEnv>, id: string): Promise<TenantRecord> {
  const isThere = await tenantStore(catalogOf(c.env)).markDeleted(id, c.var.isolate.now())
  if (!isThere) throw new ProblemError('tenant_not_found')
  return readTenant(c, id)
}

export const tenantRecordOf = (tenant: KnownTenant): TenantRecord => ({
  id: tenant.id,
  name: tenant.name,
  plan: tenant.plan,
  settings: tenant.settings,
  createdAt: timestampOf(tenant.createdAt),
  suspendedAt: nullableTimestampOf(tenant.suspendedAt),
  deletedAt: nullableTimestampOf(tenant.deletedAt),
  storage: {
    usedBytes: shownCount(tenant.storedBytes),
    limitBytes: limitsOf(tenant.plan, tenant.settings).storageBytes,
    datasets: shownCount(tenant.datasetCount),
    runs: shownCount(tenant.runCount),
  },
})
