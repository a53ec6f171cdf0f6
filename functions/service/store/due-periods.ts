import { periods } from '@tallystick/schema/close-tables'
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** Periods with what says when they are due. */
export const duePeriodStore = (db: Database) => ({
  /** At most one row. */
  find: (tenantId: string, id: string) => duePeriods(db, tenantId, eq(periods.id, id)),

  /** The last one first, with numbers below `before`. */
  page: (
    tenantId: string,
    reconciliationId: string,
    { before, limit }: { readonly before: number; readonly limit: number },
  ) =>
    duePeriods(db, tenantId, and(eq(periods.reconciliationId, reconciliationId), lt(periods.number, before)))
      .orderBy(desc(periods.number))
      .limit(limit),
})

const duePeriods = (db: Database, tenantId: string, isWanted: SQL | undefined) =>
  db
    .select({ period: periods, ...dueColumns(tenantId) })
    .from(periods)
    .where(and(eq(periods.tenantId, tenantId), isWanted))
    .$dynamic()

/** Of a select from periods: what the settings of the edition say, and the zone of the schedule. */
export const dueColumns = (tenantId: string) => ({
  dueDays: sql<unknown>`(SELECT CASE WHEN json_valid(s.settings) THEN s.settings ->> '$.dueDays' END
    FROM reconciliation_settings s WHERE s.tenant_id = ${tenantId}
      AND s.reconciliation_id = periods.reconciliation_id AND s.version = periods.settings_version)`.as('due_days'),
  zone: sql<string | null>`(SELECT s.zone FROM schedules s
    WHERE s.tenant_id = ${tenantId} AND s.reconciliation_id = periods.reconciliation_id)`.as('zone'),
})

export type DuePeriodRow = Awaited<ReturnType<typeof duePeriods>>[number]
