import type { PricingPlan } from '@tallystick/schema/key'
import { tenantStorage, tenants } from '@tallystick/schema/tables'
import { and, asc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { type Places, written } from './written.ts'

/** Bytes of lines that a tenant may keep by its plan, unless its settings say otherwise; null for no limit. */
export const planStorageBytes: Readonly<Record<PricingPlan, number | null>> = {
  free: 100_000_000,
  starter: 1_000_000_000,
  growth: 10_000_000_000,
  scale: 100_000_000_000,
  enterprise: null,
}

/** `limitBytes` is null without a limit. */
export interface StorageFigures {
  readonly storedBytes: number
  readonly limitBytes: number | null
}

export type StoredCounts = Pick<
  typeof tenantStorage.$inferSelect,
  'storedBytes' | 'datasetCount' | 'runCount' | 'failedRunCount'
>

const countColumns = {
  storedBytes: tenantStorage.storedBytes,
  datasetCount: tenantStorage.datasetCount,
  runCount: tenantStorage.runCount,
  failedRunCount: tenantStorage.failedRunCount,
}

/** Triggers of the migrations maintain the counts; here only `recount` changes one. */
export const storageStore = (db: Database) => ({
  ...readStatements(db),
  ...countStatements(db),
})

const readStatements = (db: Database) => ({
  /** No row for a tenant that is unknown or deleted. */
  figures: (tenantId: string) =>
    db
      .select({ storedBytes: storedBytesOf(tenantId).as('stored'), limitBytes: limitOf(tenantId).as('bytes_max') })
      .from(tenants)
      .where(and(eq(tenants.id, tenantId), isNull(tenants.deletedAt))),

  /** The counts of a tenant, with its runs by state. No row before anything was stored. */
  counts: (tenantId: string) =>
    db
      .select({
        ...countColumns,
        queuedRunCount: runsIn(tenantId, 'queued').as('queued'),
        runningRunCount: runsIn(tenantId, 'running').as('running'),
        cancelledRunCount: runsIn(tenantId, 'cancelled').as('cancelled'),
      })
      .from(tenantStorage)
      .where(eq(tenantStorage.tenantId, tenantId)),

  /**
   * Changes nothing. Goes behind the statements of a batch that store lines. Fails, and the batch with it, when the
   * tenant now keeps more than it may, or was deleted: see `isStorageConflict`.
   */
  requireRoom: (tenantId: string) => requireRoom(db, { tenantId }),
})

const requireRoom = written((db, at: Places<{ readonly tenantId: string }>) =>
  db
    .update(tenantStorage)
    .set({
      storedBytes: sql`CASE WHEN EXISTS (
        SELECT 1 FROM tenants t WHERE t.id = ${at.tenantId} AND t.deleted_at IS NULL
        AND ${tenantStorage.storedBytes} <= coalesce(${limit}, ${Number.MAX_SAFE_INTEGER})
      ) THEN ${tenantStorage.storedBytes} END`,
    })
    .where(eq(tenantStorage.tenantId, at.tenantId)),
)

const countStatements = (db: Database) => ({
  /** Tenants with an impossible count. */
  belowZero: (limit: number) =>
    db
      .select({ tenantId: tenantStorage.tenantId })
      .from(tenantStorage)
      .where(and(gte(tenantStorage.tenantId, ''), sql`min(${sql.join(Object.values(countColumns), sql`, `)}) < 0`))
      .limit(limit),

  /** Tenants that were last counted by `before`, the longest ago first. */
  uncounted: (before: number, limit: number) =>
    db
      .select({ tenantId: tenantStorage.tenantId })
      .from(tenantStorage)
      .where(lte(tenantStorage.countedAt, before))
      .orderBy(asc(tenantStorage.countedAt))
      .limit(limit),

  /** The counts that the triggers maintain. */
  counted: (tenantId: string) =>
    db.select(countColumns).from(tenantStorage).where(eq(tenantStorage.tenantId, tenantId)),

  /** Counts anew what the tenant has, stores and returns the counts. Reads every row of the tenant, but no text. */
  recount: (tenantId: string, now: number) =>
    db
      .update(tenantStorage)
      .set({
        storedBytes: sum(
          sumOf(tenantId, sql`dataset_chunks`, sql`octet_length(text) + coalesce(object_length, 0)`),
          sumOf(tenantId, sql`result_chunks`, sql`octet_length(text) + coalesce(object_length, 0)`),
          sumOf(tenantId, sql`policy_parts`, sql`octet_length(text)`),
          sumOf(tenantId, sql`close_lines`, sql`octet_length(text)`),
          sumOf(tenantId, sql`decisions`, sql`octet_length(line) + coalesce(octet_length(note), 0)`),
          sumOf(
            tenantId,
            sql`signoffs`,
            sql`octet_length(line) + octet_length(balances) + coalesce(octet_length(reason), 0)`,
          ),
          sumOf(tenantId, sql`staged_acts`, sql`octet_length(payload)`),
          sumOf(tenantId, sql`deliveries`, sql`octet_length(payload) + coalesce(octet_length(answer), 0)`),
          sumOf(tenantId, sql`runs`, sql`octet_length(rules) + reserved_bytes`),
          sumOf(tenantId, sql`datasets`, sql`(state = 'sealed') * octet_length(statements)`),
          sumOf(tenantId, sql`uploads`, sql`reserved_bytes`),
        ),
        datasetCount: sumOf(tenantId, sql`datasets`, sql`state = 'sealed'`),
        runCount: sumOf(tenantId, sql`runs`, sql`1`),
        failedRunCount: sumOf(tenantId, sql`runs`, sql`status = 'failed'`),
        countedAt: now,
      })
      .where(eq(tenantStorage.tenantId, tenantId))
      .returning(countColumns),
})

const sum = (...terms: readonly SQL[]): SQL<number> => sql<number>`${sql.join([...terms], sql` + `)}`

const sumOf = (tenantId: string, table: SQL, term: SQL): SQL<number> =>
  sql<number>`coalesce((SELECT sum(${term}) FROM ${table} c WHERE c.tenant_id = ${tenantId}), 0)`

const storedBytesOf = (tenantId: string): SQL<number> =>
  sql<number>`coalesce((SELECT s.stored_bytes FROM tenant_storage s WHERE s.tenant_id = ${tenantId}), 0)`

const byPlan = sql.join(
  Object.entries(planStorageBytes).map(([plan, bytes]) => sql`WHEN ${plan} THEN ${bytes}`),
  sql` `,
)

/** Read from the tenant's row `t` when the statement is executed, so that a smaller plan takes effect at once. */
const limit = sql<number | null>`coalesce(t.settings ->> '$.storageBytes', CASE t.plan ${byPlan} END)`

const limitOf = (tenantId: string): SQL<number | null> =>
  sql<number | null>`(SELECT ${limit} FROM tenants t WHERE t.id = ${tenantId})`

const runsIn = (tenantId: string, status: string): SQL<number> =>
  sql<number>`(SELECT count(*) FROM runs r WHERE r.tenant_id = ${tenantId} AND r.status = ${status})`

/** Whether a batch failed because the tenant would keep more than it may, or was deleted. */
export const isStorageConflict = (error: unknown): boolean =>
  failsWith(error, /constraint failed: tenant_storage\.stored_bytes/i)
