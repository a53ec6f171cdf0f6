import { periods } from '@tallystick/schema/close-tables'
import { schedules } from '@tallystick/schema/schedule-tables'
import { runs, tenants } from '@tallystick/schema/tables'
import { and, asc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type ScheduleRow = typeof schedules.$inferSelect

/** Statements about schedules. Times are milliseconds since the epoch. */
export const scheduleStore = (db: Database) => ({
  /** At most one row. */
  find: (tenantId: string, reconciliationId: string) =>
    db.select().from(schedules).where(isSchedule({ tenantId, reconciliationId })),

  /** In place of an earlier one. */
  set: (row: ScheduleRow) =>
    db
      .insert(schedules)
      .values(row)
      .onConflictDoUpdate({ target: [schedules.tenantId, schedules.reconciliationId], set: row }),

  remove: (tenantId: string, reconciliationId: string) =>
    db.delete(schedules).where(isSchedule({ tenantId, reconciliationId })),

  ...looks(db),
})

const looks = (db: Database) => ({
  /** Schedules of tenants that are served, the longest waiting of each tenant first. Not for batches. */
  due: (now: number, limit: number) =>
    db
      .select({ schedule: schedules, plan: tenants.plan, settings: tenants.settings })
      .from(schedules)
      .innerJoin(tenants, eq(tenants.id, schedules.tenantId))
      .where(and(lte(schedules.lookAt, now), isNull(tenants.deletedAt), isNull(tenants.suspendedAt)))
      .orderBy(
        sql`row_number() OVER (PARTITION BY ${schedules.tenantId} ORDER BY ${schedules.lookAt})`,
        asc(schedules.lookAt),
      )
      .limit(limit),

  /** Changes nothing, and returns no row, where somebody else has taken or changed the schedule since. */
  change: (row: ScheduleRow, change: Partial<ScheduleRow>) =>
    db
      .update(schedules)
      .set(change)
      .where(and(isSchedule(row), isLookedAt(row)))
      .returning({ lookAt: schedules.lookAt }),

  /** The open periods in their order, with what their newest run has not read. */
  openPeriods: ({ tenantId, reconciliationId }: Named) =>
    db
      .select({
        id: periods.id,
        unreadSource: unread('source', tenantId),
        unreadTarget: unread('target', tenantId),
        newestSource: newest('source', tenantId),
        newestTarget: newest('target', tenantId),
      })
      .from(periods)
      .leftJoin(runs, and(eq(runs.tenantId, tenantId), eq(runs.id, periods.runId)))
      .where(isOpenPeriod({ tenantId, reconciliationId }))
      .orderBy(asc(periods.number)),
})

type Named = Pick<ScheduleRow, 'tenantId' | 'reconciliationId'>

/** The open periods of a reconciliation. */
export const isOpenPeriod = ({ tenantId, reconciliationId }: Named): SQL | undefined =>
  and(eq(periods.tenantId, tenantId), eq(periods.reconciliationId, reconciliationId), sql`${periods.state} = 'open'`)

const isSchedule = ({ tenantId, reconciliationId }: Named): SQL | undefined =>
  and(eq(schedules.tenantId, tenantId), eq(schedules.reconciliationId, reconciliationId))

/** For statements of other tables, too: whether nobody has taken or changed the schedule since. */
export const isLookedAt = ({ tenantId, reconciliationId, lookAt, tick }: ScheduleRow): SQL =>
  sql`EXISTS (SELECT 1 FROM schedules s WHERE s.tenant_id = ${tenantId} AND s.reconciliation_id = ${reconciliationId}
    AND s.look_at IS ${lookAt} AND s.tick = ${tick})`

type SideColumn = 'source' | 'target'

/** When the first dataset was added that the run has not read; null for none. */
const unread = (side: SideColumn, tenantId: string): SQL.Aliased<number | null> =>
  sql<number | null>`(SELECT min(d.added_at) FROM period_datasets d
    WHERE d.tenant_id = ${tenantId} AND d.period_id = ${periods.id} AND d.side = ${side}
      AND NOT EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(${runs[side]}) THEN ${runs[side]} ELSE '{}' END, '$.parts') e
        WHERE e.value ->> '$.datasetId' = d.dataset_id))`.as(`unread_${side}`)

const newest = (side: SideColumn, tenantId: string): SQL.Aliased<number | null> =>
  sql<number | null>`(SELECT max(d.added_at) FROM period_datasets d
    WHERE d.tenant_id = ${tenantId} AND d.period_id = ${periods.id} AND d.side = ${side})`.as(`newest_${side}`)

export type OpenPeriod = Awaited<ReturnType<ReturnType<typeof looks>['openPeriods']>>[number]
