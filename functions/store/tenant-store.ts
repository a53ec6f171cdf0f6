import { emptyLog } from '@tallystick/engine'
import { eq } from 'drizzle-orm'
import type { PricingPlan, TenantSettings } from '../../schema/key.ts'
import { tenantLogs } from '../../schema/log-tables.ts'
import { apiKeys, tenants } from '../../schema/tables.ts'
import { sha256 } from '../platform/hasher.ts'
import { queries } from './database.ts'
import { type StoredKey, toRow } from './key-store.ts'

/** A tenant as stored; `createdAt` in milliseconds since the epoch. */
export interface StoredTenant {
  readonly id: string
  readonly name: string
  readonly plan: PricingPlan
  readonly settings: TenantSettings
  readonly createdAt: number
}

/** Writes tenants, and tells which there are. */
export function tenantStore(db: D1Database) {
  const database = queries(db)
  return {
    /** Stores a tenant, its empty log and its first key in one batch: all of them or none. */
    async create(tenant: StoredTenant, firstKey: StoredKey): Promise<void> {
      const { size, frontier, root, previous } = emptyLog(sha256)
      await database.batch([
        database.insert(tenants).values({ ...tenant, settings: JSON.stringify(tenant.settings) }),
        database
          .insert(tenantLogs)
          .values({ tenantId: tenant.id, size, frontier: JSON.stringify(frontier), root, previous }),
        database.insert(apiKeys).values({ ...toRow(firstKey), tenantId: tenant.id }),
      ])
    },

    /** Whether there is a tenant of this id. */
    async exists(id: string): Promise<boolean> {
      const found = await database.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, id))
      return found.length > 0
    },
  }
}
