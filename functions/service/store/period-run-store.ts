import { periods } from '@tallystick/schema/close-tables'
import type { RunPeriod } from '@tallystick/schema/json-columns'
import { and, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isPeriod } from './period-store.ts'
import { takesChanges } from './takes-changes.ts'

interface TakenRun {
  readonly runId: string
  readonly period: RunPeriod
  readonly now: number
}

/** Statements about the run that the items of a period come from. */
export const periodRunStore = (db: Database) => ({
  /**
   * Makes the run that of its period, unless one that read a later revision is, or the period takes no changes. A trigger
   * deletes what the run before has kept.
   */
  take: (tenantId: string, { runId, period, now }: TakenRun) =>
    db
      .update(periods)
      .set({ runId, revision: sql`${periods.revision} + 1` })
      .where(
        and(
          isPeriod(tenantId, period.id),
          takesChanges(tenantId, now),
          sql`NOT EXISTS (SELECT 1 FROM runs r WHERE r.tenant_id = ${tenantId} AND r.id = ${periods.runId}
            AND r.period ->> '$.revision' > ${period.revision})`,
        ),
      ),
})
