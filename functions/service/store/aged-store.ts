import { agedItems, agedLooks, periods } from '@tallystick/schema/close-tables'
import { runs, tenants } from '@tallystick/schema/tables'
import { and, asc, desc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isOpenPeriod } from './schedule-store.ts'

export type AgedLook = typeof agedLooks.$inferSelect

/** Statements about items that webhooks are told of as old. Times are milliseconds since the epoch. */
export const agedStore = (db: Database) => ({ ...looks(db), ...toldItems(db) })

const looks = (db: Database) => ({
  /** Looks of tenants that are served, the longest waiting of each tenant first, with the zone of the schedule. */
  due: (now: number, limit: number) =>
    db
      .select({
        tenantId: agedLooks.tenantId,
        reconciliationId: agedLooks.reconciliationId,
        days: agedLooks.days,
        lookAt: agedLooks.lookAt,
        zone: sql<string | null>`(SELECT s.zone FROM schedules s WHERE s.tenant_id = ${agedLooks.tenantId}
          AND s.reconciliation_id = ${agedLooks.reconciliationId})`.as('zone'),
      })
      .from(agedLooks)
      .innerJoin(tenants, eq(tenants.id, agedLooks.tenantId))
      .where(and(lte(agedLooks.lookAt, now), isNull(tenants.deletedAt), isNull(tenants.suspendedAt)))
      .orderBy(
        sql`row_number() OVER (PARTITION BY +${agedLooks.tenantId} ORDER BY ${agedLooks.lookAt})`,
        asc(agedLooks.lookAt),
      )
      .limit(limit),

  /** Changes nothing, and returns no row, where somebody else has taken the look, or the days were changed. */
  takeLook: (look: AgedLook, lookAt: number) =>
    db
      .update(agedLooks)
      .set({ lookAt })
      .where(and(eq(agedLooks.tenantId, look.tenantId), isOwn(look)))
      .returning({ lookAt: agedLooks.lookAt }),

  /**
   * The open periods that have begun by that day, the last one first. One without a run and decisions has what the period
   * before hands on. One has no open item for certain where its run left none and nobody has decided. Where a period is
   * submitted, a later one need not know of its items.
   */
  openPeriods: ({ tenantId, reconciliationId }: AgedLook, day: string, limit: number) =>
    db
      .select({
        id: periods.id,
        last: periods.last,
        number: periods.number,
        isSubmitted: isAnySubmitted({ tenantId, reconciliationId }).as('is_submitted'),
        isOwn: sql<number>`${periods.runId} IS NOT NULL OR ${isDecided(tenantId)}`.as('is_own'),
        hasItems: sql<number>`${periods.runId} IS NULL OR ${isDecided(tenantId)} OR ${openCount} IS NOT 0`.as(
          'has_items',
        ),
      })
      .from(periods)
      .leftJoin(runs, and(eq(runs.tenantId, tenantId), eq(runs.id, periods.runId)))
      .where(and(isOpenPeriod({ tenantId, reconciliationId }), lte(periods.first, day)))
      .orderBy(desc(periods.number))
      .limit(limit),
})

const toldItems = (db: Database) => ({
  /** In the order of the items, those after `after`. */
  page: (
    { tenantId, reconciliationId }: AgedLook,
    { after, limit }: { readonly after: string; readonly limit: number },
  ) =>
    db
      .select({ item: agedItems.item })
      .from(agedItems)
      .where(
        and(
          eq(agedItems.tenantId, tenantId),
          eq(agedItems.reconciliationId, reconciliationId),
          gt(agedItems.item, after),
        ),
      )
      .orderBy(asc(agedItems.item))
      .limit(limit),

  /** Inserts nothing where the look is not the newest. */
  note: (look: AgedLook, items: readonly string[]) =>
    db
      .insert(agedItems)
      .select(sql`
        SELECT ${look.tenantId}, ${look.reconciliationId}, e.value FROM json_each(${JSON.stringify(items)}) e
        WHERE ${isNewestLook(look)}`)
      .onConflictDoNothing(),

  forget: (look: AgedLook, items: readonly string[]) =>
    db
      .delete(agedItems)
      .where(
        and(
          eq(agedItems.tenantId, look.tenantId),
          eq(agedItems.reconciliationId, look.reconciliationId),
          sql`${agedItems.item} IN (SELECT e.value FROM json_each(${JSON.stringify(items)}) e)`,
          isNewestLook(look),
        ),
      ),
})

const isOwn = ({ reconciliationId, days, lookAt }: AgedLook): SQL | undefined =>
  and(eq(agedLooks.reconciliationId, reconciliationId), eq(agedLooks.days, days), eq(agedLooks.lookAt, lookAt))

/** For statements of other tables: whether nobody has taken the look since, and the days are the same. */
export const isNewestLook = ({ tenantId, reconciliationId, days, lookAt }: AgedLook): SQL =>
  sql`EXISTS (SELECT 1 FROM aged_looks l WHERE l.tenant_id = ${tenantId} AND l.reconciliation_id = ${reconciliationId}
    AND l.days = ${days} AND l.look_at = ${lookAt})`

const isAnySubmitted = ({ tenantId, reconciliationId }: Pick<AgedLook, 'tenantId' | 'reconciliationId'>): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM periods p WHERE p.tenant_id = ${tenantId}
    AND p.reconciliation_id = ${reconciliationId} AND p.state = 'submitted')`

const isDecided = (tenantId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM decisions d WHERE d.tenant_id = ${tenantId} AND d.period_id = ${periods.id})`

/** Null where the run is gone or its summary cannot be read. */
const openCount = sql`CASE WHEN json_valid(${runs.summary})
  THEN (${runs.summary} ->> '$.source.open') + (${runs.summary} ->> '$.target.open') END`
