import { periods } from '@tallystick/schema/close-tables'
import type { RunPeriod } from '@tallystick/schema/json-columns'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isPeriod } from './period-store.ts'

/** Statements about the run that the items of a period come from. */
export const periodRunStore = (db: Database) => ({
  /** Makes the run that of its period, unless one that read a later revision is, or the period is not open. */
  take: (tenantId: string, { runId, period }: { readonly runId: string; readonly period: RunPeriod }) =>
    db
      .update(periods)
      .set({ runId, revision: sql`${periods.revision} + 1` })
      .where(
        and(
          isPeriod(tenantId, period.id),
          eq(periods.state, 'open'),
          sql`NOT EXISTS (SELECT 1 FROM runs r WHERE r.tenant_id = ${tenantId} AND r.id = ${periods.runId}
            AND r.period ->> '$.revision' > ${period.revision})`,
        ),
      ),
})
