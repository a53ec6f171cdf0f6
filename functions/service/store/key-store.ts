import {
  givenByAdministrators,
  type PricingPlan,
  type Scope,
  storedPlan,
  storedScopes,
  storedSettings,
  type TenantSettings,
} from '@tallystick/schema/key'
import { members } from '@tallystick/schema/people-tables'
import { apiKeys, tenantStorage, tenants } from '@tallystick/schema/tables'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type AuditEvent, auditStore } from './audit-store.ts'
import { type Database, queries } from './database.ts'
import { isAdministrator } from './member-store.ts'

/** Times are milliseconds since the epoch. */
export interface StoredKey {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  /** Hex of HMAC-SHA-256(pepper, secret). */
  readonly hmac: string
  readonly prefix: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  /** As its maker asked. `endOf` also takes a rotation into account. */
  readonly expiresAt: number | null
  readonly rotatedUntil: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  /** Id of the member or key that made it; null where the operator did. */
  readonly createdBy: string | null
}

export interface KeyOfTenant {
  readonly key: StoredKey
  readonly plan: PricingPlan
  readonly settings: TenantSettings
  readonly isSuspended: boolean
  readonly storedBytes: number
}

/**
 * Undefined also when the key's tenant was deleted. Scopes that administrators give are left out where the maker of the
 * key is no administrator any more. One query, which names no tenant: the key's row has its tenant.
 */
export async function findKey(db: D1Database, id: string): Promise<KeyOfTenant | undefined> {
  const [row] = await queries(db)
    .select({
      key: apiKeys,
      plan: tenants.plan,
      settings: tenants.settings,
      suspendedAt: tenants.suspendedAt,
      storedBytes: tenantStorage.storedBytes,
      // No two columns may have one name: see counted-database.ts.
      giver: sql<string | null>`${members.id}`.as('giver'),
    })
    .from(apiKeys)
    .innerJoin(tenants, and(eq(tenants.id, apiKeys.tenantId), isNull(tenants.deletedAt)))
    .leftJoin(tenantStorage, eq(tenantStorage.tenantId, apiKeys.tenantId))
    .leftJoin(members, and(eq(members.tenantId, apiKeys.tenantId), eq(members.id, apiKeys.createdBy), isAdministrator))
    .where(eq(apiKeys.id, id))
  if (row === undefined) return undefined
  const key = fromRow(row.key)
  const isHeld = (scope: Scope) => row.giver !== null || !givenByAdministrators.includes(scope)
  return {
    key: { ...key, scopes: key.scopes.filter(isHeld) },
    plan: storedPlan.parse(row.plan),
    settings: storedSettings.parse(JSON.parse(row.settings)),
    isSuspended: row.suspendedAt !== null,
    storedBytes: row.storedBytes ?? 0,
  }
}

export function keyStore(db: D1Database) {
  const database = queries(db)
  return { ...readers(database), ...writers(database) }
}

const ofTenant = (tenantId: string, id: string) => and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, id))

const readers = (database: Database) => ({
  async get(tenantId: string, id: string): Promise<StoredKey | undefined> {
    const [row] = await database.select().from(apiKeys).where(ofTenant(tenantId, id))
    return row === undefined ? undefined : fromRow(row)
  },

  async list(tenantId: string, page: KeyPage): Promise<readonly StoredKey[]> {
    const { before } = page
    const rows = await database
      .select()
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.tenantId, tenantId),
          before && sql`(${apiKeys.createdAt}, ${apiKeys.id}) < (${before.createdAt}, ${before.id})`,
        ),
      )
      .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
      .limit(page.limit)
    return rows.map(fromRow)
  },
})

const writers = (database: Database) => ({
  async insert(tenantId: string, key: StoredKey, event: AuditEvent): Promise<void> {
    await database.batch([
      database.insert(apiKeys).values({ ...toRow(key), tenantId }),
      auditStore(database).insert(event),
    ])
  },

  /** Stores the new key and the end of the previous one: both or neither. */
  async rotate(tenantId: string, rotation: Rotation): Promise<void> {
    const { key, previousId, previousExpiresAt, event } = rotation
    await database.batch([
      database.insert(apiKeys).values({ ...toRow(key), tenantId }),
      database.update(apiKeys).set({ rotatedUntil: previousExpiresAt }).where(ofTenant(tenantId, previousId)),
      auditStore(database).insert(event),
    ])
  },

  /** Revokes a key; an earlier time of revocation stays. False when there is no such key. */
  async revoke(tenantId: string, id: string, event: AuditEvent): Promise<boolean> {
    const [rows] = await database.batch([
      database
        .update(apiKeys)
        .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${event.time})` })
        .where(ofTenant(tenantId, id))
        .returning({ id: apiKeys.id }),
      auditStore(database).insertIf(
        event,
        sql`EXISTS (SELECT 1 FROM api_keys k WHERE k.tenant_id = ${tenantId} AND k.id = ${id} AND k.revoked_at = ${event.time})`,
      ),
    ])
    return rows.length > 0
  },

  /** Stores a use, unless one at or after `notedAfter` is stored already. */
  async noteUse(tenantId: string, use: KeyUse): Promise<void> {
    await database
      .update(apiKeys)
      .set({ lastUsedAt: use.usedAt })
      .where(and(ofTenant(tenantId, use.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, use.notedAfter))))
  },
})

interface KeyPage {
  readonly limit: number
  readonly before?: { readonly createdAt: number; readonly id: string } | undefined
}

interface Rotation {
  readonly key: StoredKey
  readonly previousId: string
  readonly previousExpiresAt: number
  readonly event: AuditEvent
}

interface KeyUse {
  readonly id: string
  readonly usedAt: number
  readonly notedAfter: number
}

const fromRow = (row: typeof apiKeys.$inferSelect): StoredKey => ({
  ...row,
  scopes: storedScopes.parse(JSON.parse(row.scopes)),
})

/** Exported for the batch that creates a tenant with its first key. */
export const toRow = (key: StoredKey): typeof apiKeys.$inferInsert => ({ ...key, scopes: JSON.stringify(key.scopes) })
