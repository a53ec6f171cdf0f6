import { periodFiles, periodRuns } from '@tallystick/schema/close-tables'
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

export type PeriodRunRow = typeof periodRuns.$inferSelect

type RunPlace = Pick<PeriodRunRow, 'tenantId' | 'periodId' | 'number'>

export interface FilePart {
  readonly seq: number
  readonly name: string
  readonly text: string
}

/** Statements about the runs of periods, and the files of the newest run of each. */
export const periodRunStore = (db: Database) => ({
  /** At most one row. */
  newest: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(periodRuns)
      .where(and(eq(periodRuns.tenantId, tenantId), eq(periodRuns.periodId, periodId)))
      .orderBy(desc(periodRuns.number))
      .limit(1),

  /** Parts of files from `from` on. */
  files: (
    { tenantId, periodId, number }: RunPlace,
    { from, limit }: { readonly from: number; readonly limit: number },
  ) =>
    db
      .select({ seq: periodFiles.seq, name: periodFiles.name, text: periodFiles.text })
      .from(periodFiles)
      .where(
        and(
          eq(periodFiles.tenantId, tenantId),
          eq(periodFiles.periodId, periodId),
          eq(periodFiles.run, number),
          gte(periodFiles.seq, from),
        ),
      )
      .orderBy(asc(periodFiles.seq))
      .limit(limit),

  /**
   * Fails, and its batch with it, unless the period is open and at the revision before that of the run: see
   * `isPeriodRunConflict`. Goes before `revise` in the same batch.
   */
  insert: (row: PeriodRunRow) =>
    db.insert(periodRuns).select(sql`
      SELECT ${row.tenantId}, ${row.periodId}, ${row.number},
        CASE WHEN EXISTS (SELECT 1 FROM periods p WHERE p.tenant_id = ${row.tenantId} AND p.id = ${row.periodId}
          AND p.revision = ${row.revision - 1} AND p.state = 'open') THEN ${row.revision} END,
        ${row.record}, ${row.resultRoot}, ${row.createdAt}, ${row.createdBy}`),

  insertFile: ({ tenantId, periodId, number }: RunPlace, part: FilePart) =>
    db.insert(periodFiles).values({ tenantId, periodId, run: number, ...part }),

  /** Removes the files of the runs before. */
  removeOld: ({ tenantId, periodId, number }: RunPlace) =>
    db
      .delete(periodFiles)
      .where(and(eq(periodFiles.tenantId, tenantId), eq(periodFiles.periodId, periodId), lt(periodFiles.run, number))),
})

/** Whether a batch failed because the period has changed meanwhile. */
export const isPeriodRunConflict = (error: unknown): boolean =>
  failsWith(error, /NOT NULL constraint failed: period_runs\.revision|UNIQUE constraint failed: period_runs\./)
