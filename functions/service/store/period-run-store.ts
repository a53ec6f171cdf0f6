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
export const periodRunStore = (db: Database) => ({ ...reads(db), ...fileReads(db), ...writes(db) })

const reads = (db: Database) => ({
  /** At most one row. */
  newest: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(periodRuns)
      .where(and(eq(periodRuns.tenantId, tenantId), eq(periodRuns.periodId, periodId)))
      .orderBy(desc(periodRuns.number))
      .limit(1),

  /** The runs whose files are kept, the newest first: that one, and those that somebody signed. */
  kept: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(periodRuns)
      .where(
        and(
          eq(periodRuns.tenantId, tenantId),
          eq(periodRuns.periodId, periodId),
          sql`(${periodRuns.number} = (SELECT max(r.number) FROM period_runs r
              WHERE r.tenant_id = ${tenantId} AND r.period_id = ${periodId})
            OR ${periodRuns.number} IN (SELECT s.run FROM signoffs s
              WHERE s.tenant_id = ${tenantId} AND s.period_id = ${periodId}))`,
        ),
      )
      .orderBy(desc(periodRuns.number)),
})

const fileReads = (db: Database) => ({
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

  /** The first parts of the files of the newest run. */
  newestFiles: (tenantId: string, periodId: string, limit: number) =>
    db
      .select({ seq: periodFiles.seq, name: periodFiles.name, text: periodFiles.text })
      .from(periodFiles)
      .where(
        and(
          eq(periodFiles.tenantId, tenantId),
          eq(periodFiles.periodId, periodId),
          eq(
            periodFiles.run,
            sql`(SELECT max(r.number) FROM period_runs r WHERE r.tenant_id = ${tenantId} AND r.period_id = ${periodId})`,
          ),
        ),
      )
      .orderBy(asc(periodFiles.seq))
      .limit(limit),
})

const writes = (db: Database) => ({
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

  /** Removes the files of the runs before, but of those that somebody signed. */
  removeOld: ({ tenantId, periodId, number }: RunPlace) =>
    db.delete(periodFiles).where(
      and(
        eq(periodFiles.tenantId, tenantId),
        eq(periodFiles.periodId, periodId),
        lt(periodFiles.run, number),
        sql`${periodFiles.run} NOT IN (SELECT s.run FROM signoffs s
            WHERE s.tenant_id = ${tenantId} AND s.period_id = ${periodId})`,
      ),
    ),
})

/** Whether a batch failed because the period has changed meanwhile. */
export const isPeriodRunConflict = (error: unknown): boolean =>
  failsWith(error, /NOT NULL constraint failed: period_runs\.revision|UNIQUE constraint failed: period_runs\./)
