import { periods } from '@tallystick/schema/close-tables'
import { runs } from '@tallystick/schema/tables'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { dueColumns } from './due-periods.ts'

/** The last period of each of these reconciliations, with when it is due, who began it and the summary of its run. One query. */
export const newestPeriods = (db: Database, tenantId: string, reconciliationIds: readonly string[]) =>
  db
    .select({
      period: periods,
      ...dueColumns(tenantId),
      summary: runs.summary,
      creator: sql<string | null>`coalesce(
        (SELECT m.name FROM members m WHERE m.tenant_id = ${tenantId} AND m.id = ${periods.createdBy}),
        (SELECT k.name FROM api_keys k WHERE k.tenant_id = ${tenantId} AND k.id = ${periods.createdBy}))`.as('creator'),
    })
    .from(periods)
    .leftJoin(runs, and(eq(runs.tenantId, tenantId), eq(runs.id, periods.runId)))
    .where(
      and(
        eq(periods.tenantId, tenantId),
        sql`${periods.reconciliationId} IN (SELECT each.value FROM json_each(${JSON.stringify(reconciliationIds)}) each)`,
        sql`${periods.number} = (SELECT max(p.number) FROM periods p
          WHERE p.tenant_id = ${tenantId} AND p.reconciliation_id = ${periods.reconciliationId})`,
      ),
    )

export type NewestPeriodRow = Awaited<ReturnType<typeof newestPeriods>>[number]
