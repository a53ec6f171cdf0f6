import { and, eq, getTableColumns, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { runs } from '../../schema/tables.ts'
import type { Database } from './database.ts'

/** One execution of a run. Only the newest attempt of a run may write. */
export interface Attempt {
  readonly runId: string
  readonly attempt: number
}

export interface Completion extends Attempt {
  readonly summary: string
  /** JSON: all warnings of the run, those that it was made with included. */
  readonly warnings: string
  readonly resultRoot: string
  readonly sequence: number
  readonly completedAt: number
}

/**
 * The transitions of a run between its states, for the caller to await or to put into a batch: queued → running →
 * completed or failed. Each is one guarded update, so that of two executors only one succeeds.
 */
export const runTransitions = (db: Database) => ({
  /**
   * queued → running, or running past its lease → running under the next attempt. Gives the run when this statement
   * changed it, and no row otherwise.
   */
  start: (tenantId: string, move: { id: string; now: number; leaseUntil: number }) =>
    db
      .update(runs)
      .set({
        status: 'running',
        attempt: sql`${runs.attempt} + 1`,
        leaseUntil: move.leaseUntil,
        startedAt: sql`coalesce(${runs.startedAt}, ${move.now})`,
      })
      .where(
        and(
          eq(runs.tenantId, tenantId),
          eq(runs.id, move.id),
          or(eq(runs.status, 'queued'), and(eq(runs.status, 'running'), lte(runs.leaseUntil, move.now))),
        ),
      )
      .returning({ ...getTableColumns(runs), checkpoint: sql<null>`NULL` }),

  /** running → completed. Goes behind `logStore.advance` in its batch, which fails for any other attempt. */
  complete: (tenantId: string, done: Completion) =>
    db
      .update(runs)
      .set({
        status: 'completed',
        summary: done.summary,
        warnings: done.warnings,
        resultRoot: done.resultRoot,
        sequence: done.sequence,
        completedAt: done.completedAt,
      })
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, done.runId), eq(runs.attempt, done.attempt))),

  /**
   * running → failed. The statement fails, and its batch with it, unless the run is running under `attempt`. A guard
   * that only matched no row would let the other statements of the batch pass.
   */
  fail: (tenantId: string, end: Attempt & { failure: string; completedAt: number }) =>
    db
      .update(runs)
      .set({
        status: sql`CASE WHEN ${runs.status} = 'running' AND ${runs.attempt} = ${end.attempt} THEN 'failed' END`,
        failure: end.failure,
        completedAt: end.completedAt,
      })
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, end.runId))),

  /** Unfinished runs of any tenant whose lease has expired, the earliest lease first. */
  abandoned: (now: number, limit: number) =>
    db
      .select({ tenantId: runs.tenantId, id: runs.id })
      .from(runs)
      .where(and(inArray(runs.status, ['queued', 'running']), lte(runs.leaseUntil, now)))
      .orderBy(runs.leaseUntil)
      .limit(limit),
})

/** The condition on `runs` that a run is running under an attempt. */
export const isRunning = (tenantId: string, { runId, attempt }: Attempt): SQL =>
  sql`runs.tenant_id = ${tenantId} AND runs.id = ${runId} AND runs.status = 'running' AND runs.attempt = ${attempt}`
