import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PricingPlan } from '../../schema/key.ts'
import { tenantStorage, tenants } from '../../schema/tables.ts'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

/** Bytes of lines that a tenant of each plan may keep, unless its settings say otherwise; null for no limit. */
export const planStorageBytes: Readonly<Record<PricingPlan, number | null>> = {
  free: 100_000_000,
  starter: 1_000_000_000,
  growth: 10_000_000_000,
  scale: 100_000_000_000,
  enterprise: null,
}

/** What a tenant keeps and may keep, in bytes; `limitBytes` is null without a limit. */
export interface StorageFigures {
  readonly storedBytes: number
  readonly limitBytes: number | null
}

/**
 * Statements on what a tenant keeps, for the caller to await or to put into a batch. Triggers count (see the migration
 * 0005), so that no statement here changes a count.
 */
export const storageStore = (db: Database) => ({
  /** What the tenant keeps and may keep: a row, or none for a tenant that is unknown or was deleted. */
  figures: (tenantId: string) =>
    db
      .select({ storedBytes: storedBytesOf(tenantId).as('stored'), limitBytes: limitOf(tenantId).as('bytes_max') })
      .from(tenants)
      .where(and(eq(tenants.id, tenantId), isNull(tenants.deletedAt))),

  /** The counts of a tenant, and how many of its runs have not ended: a row, or none before anything was stored. */
  counts: (tenantId: string) =>
    db
      .select({
        storedBytes: tenantStorage.storedBytes,
        datasetCount: tenantStorage.datasetCount,
        runCount: tenantStorage.runCount,
        failedRunCount: tenantStorage.failedRunCount,
        queuedRunCount: runsIn(tenantId, 'queued').as('queued'),
        runningRunCount: runsIn(tenantId, 'running').as('running'),
        cancelledRunCount: runsIn(tenantId, 'cancelled').as('cancelled'),
      })
      .from(tenantStorage)
      .where(eq(tenantStorage.tenantId, tenantId)),

  /**
   * Changes nothing. Goes behind the statements of a batch that store lines: it fails, and the batch with it, when the
   * tenant keeps more than it may by then, or was deleted (see `isStorageConflict`). The count would become NULL, which
   * the table forbids.
   */
  requireRoom: (tenantId: string) =>
    db
      .update(tenantStorage)
      .set({
        storedBytes: sql`CASE WHEN EXISTS (
          SELECT 1 FROM tenants t WHERE t.id = ${tenantId} AND t.deleted_at IS NULL
          AND ${tenantStorage.storedBytes} <= coalesce(${limit}, ${Number.MAX_SAFE_INTEGER})
        ) THEN ${tenantStorage.storedBytes} END`,
      })
      .where(eq(tenantStorage.tenantId, tenantId)),
})

const storedBytesOf = (tenantId: string): SQL<number> =>
  sql<number>`coalesce((SELECT s.stored_bytes FROM tenant_storage s WHERE s.tenant_id = ${tenantId}), 0)`

const byPlan = sql.join(
  Object.entries(planStorageBytes).map(([plan, bytes]) => sql`WHEN ${plan} THEN ${bytes}`),
  sql` `,
)

/** By the row `t` of the tenant as it is when the statement is executed: a smaller plan holds at once. */
const limit = sql<number | null>`coalesce(t.settings ->> '$.storageBytes', CASE t.plan ${byPlan} END)`

const limitOf = (tenantId: string): SQL<number | null> =>
  sql<number | null>`(SELECT ${limit} FROM tenants t WHERE t.id = ${tenantId})`

const runsIn = (tenantId: string, status: string): SQL<number> =>
  sql<number>`(SELECT count(*) FROM runs r WHERE r.tenant_id = ${tenantId} AND r.status = ${status})`

/** Whether a batch failed because the tenant would keep more than it may, or was deleted. */
export const isStorageConflict = (error: unknown): boolean =>
  failsWith(error, /constraint failed: tenant_storage\.stored_bytes/i)
