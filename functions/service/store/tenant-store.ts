import { emptyLog } from '@tallystick/engine/log'
import { type PricingPlan, storedPlan, storedSettings, type TenantSettings } from '@tallystick/schema/key'
import { tenantLogs } from '@tallystick/schema/log-tables'
import { sessions } from '@tallystick/schema/people-tables'
import { apiKeys, tenantStorage, tenants } from '@tallystick/schema/tables'
import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { sha256 } from '../platform/hasher.ts'
import { type AuditEvent, auditStore } from './audit-store.ts'
import { type Database, queries } from './database.ts'
import { type StoredKey, toRow } from './key-store.ts'

/** Times are milliseconds since the epoch. */
interface StoredTenant {
  readonly id: string
  readonly name: string
  readonly plan: PricingPlan
  readonly settings: TenantSettings
  readonly createdAt: number
}

export interface KnownTenant extends StoredTenant {
  readonly suspendedAt: number | null
  readonly deletedAt: number | null
  readonly storedBytes: number
  readonly datasetCount: number
  readonly runCount: number
}

/** Undefined members stay as they are. */
interface StoredChange {
  readonly name: string | undefined
  readonly plan: PricingPlan | undefined
  /** JSON: a merge patch (RFC 7396) of the settings. */
  readonly settings: string
  readonly isSuspended: boolean | undefined
}

/** Tenants in any state with what they keep, newest first. Not for batches. */
export const tenantRows = (database: Database) => {
  const where = (condition: SQL, limit: number) =>
    database
      .select({ tenant: tenants, storage: tenantStorage })
      .from(tenants)
      .leftJoin(tenantStorage, eq(tenantStorage.tenantId, tenants.id))
      .where(condition)
      .orderBy(desc(tenants.id))
      .limit(limit)
  return {
    one: (id: string) => where(eq(tenants.id, id), 1),
    before: (id: string, limit: number) => where(lt(tenants.id, id), limit),
  }
}

export function tenantStore(db: D1Database) {
  const database = queries(db)
  return { ...readers(database), ...writers(database) }
}

const readers = (database: Database) => ({
  async exists(id: string): Promise<boolean> {
    const found = await database
      .select({ id: tenants.id })
      .from(tenants)
      .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)))
    return found.length > 0
  },

  async find(id: string): Promise<KnownTenant | undefined> {
    const [row] = await tenantRows(database).one(id)
    return row && fromRow(row)
  },

  /** Newest first, with ids before `before`. */
  async list({ before, limit }: { readonly before: string; readonly limit: number }): Promise<readonly KnownTenant[]> {
    return (await tenantRows(database).before(before, limit)).map(fromRow)
  },
})

const writers = (database: Database) => ({
  /** Stores a tenant, its empty log and its first key: all of them or none. */
  async create(tenant: StoredTenant, firstKey: StoredKey, event: AuditEvent): Promise<void> {
    const { size, frontier, root, previous } = emptyLog(sha256)
    const sweepAt = tenant.settings.retentionDays === undefined ? null : tenant.createdAt
    await database.batch([
      database.insert(tenants).values({ ...tenant, settings: JSON.stringify(tenant.settings), sweepAt }),
      database
        .insert(tenantLogs)
        .values({ tenantId: tenant.id, size, frontier: JSON.stringify(frontier), root, previous }),
      database.insert(apiKeys).values({ ...toRow(firstKey), tenantId: tenant.id }),
      auditStore(database).insert(event),
    ])
  },

  /** False when there is no such tenant, or it was deleted. */
  async change(id: string, { name, plan, settings, isSuspended }: StoredChange, event: AuditEvent): Promise<boolean> {
    const now = event.time
    const suspendedAt = isSuspended ? sql`coalesce(${tenants.suspendedAt}, ${now})` : null
    const change = database
      .update(tenants)
      .set({
        settings: sql`json_patch(${tenants.settings}, ${settings})`,
        // The next sweep checks every changed tenant, and unschedules a tenant without a retention.
        sweepAt: now,
        ...(name !== undefined && { name }),
        ...(plan !== undefined && { plan }),
        ...(isSuspended !== undefined && { suspendedAt }),
      })
      .where(and(eq(tenants.id, id), isNull(tenants.deletedAt)))
      .returning({ id: tenants.id })
    const isThere = sql`EXISTS (SELECT 1 FROM tenants t WHERE t.id = ${id} AND t.deleted_at IS NULL)`
    const [changed] = await database.batch([change, auditStore(database).insertIf(event, isThere)])
    return changed.length > 0
  },

  /** Removes the keys and sessions; the sweep removes everything else. False when there is no such tenant. Repeatable. */
  async markDeleted(id: string, now: number): Promise<boolean> {
    const [marked] = await database.batch([
      database
        .update(tenants)
        .set({
          deletedAt: sql`coalesce(${tenants.deletedAt}, ${now})`,
          suspendedAt: sql`coalesce(${tenants.suspendedAt}, ${now})`,
          sweepAt: sql`min(coalesce(${tenants.sweepAt}, ${now}), ${now})`,
        })
        .where(eq(tenants.id, id))
        .returning({ id: tenants.id }),
      database.delete(apiKeys).where(eq(apiKeys.tenantId, id)),
      database.delete(sessions).where(eq(sessions.tenantId, id)),
    ])
    return marked.length > 0
  },
})

const fromRow = ({
  tenant,
  storage,
}: {
  readonly tenant: typeof tenants.$inferSelect
  readonly storage: typeof tenantStorage.$inferSelect | null
}): KnownTenant => ({
  ...tenant,
  plan: storedPlan.parse(tenant.plan),
  settings: storedSettings.parse(JSON.parse(tenant.settings)),
  storedBytes: storage?.storedBytes ?? 0,
  datasetCount: storage?.datasetCount ?? 0,
  runCount: storage?.runCount ?? 0,
})
