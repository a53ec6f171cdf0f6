import { and, eq, getTableColumns, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { runs } from '../../schema/tables.ts'
import type { Database } from './database.ts'

/** One execution of a run: only the newest attempt may write. */
export interface Attempt {
  readonly runId: string
  readonly attempt: number
}

export interface Completion extends Attempt {
  readonly summary: string
  /** All of the run's, those that it was made with included. */
  readonly warnings: string
  readonly resultRoot: string
  readonly sequence: number
  readonly completedAt: number
}

/**
 * The moves of a run from state to state, for the caller to await or to put into a batch: queued → running →
 * completed or failed. Each is one guarded update, so that of two executors only one makes it.
 */
export const runTransitions = (db: Database) => ({
  /**
   * queued → running, and running past its lease → running under the next attempt. The run comes back if this
   * statement moved it, nothing otherwise.
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

  /** running → completed. Belongs behind the guard of the tenant's log, which fails for any other attempt. */
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
   * running → failed. Fails itself, and its batch with it, unless the run is running under `attempt`: a guarded
   * update that hits no row would let the statements beside it pass.
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

  /** Runs of any tenant that no one executes any more, the longest waiting first. */
  abandoned: (now: number, limit: number) =>
    db
      .select({ tenantId: runs.tenantId, id: runs.id })
      .from(runs)
      .where(and(inArray(runs.status, ['queued', 'running']), lte(runs.leaseUntil, now)))
      .orderBy(runs.leaseUntil)
      .limit(limit),
})

/** The condition on `runs` that an attempt is the one that executes the run. */
export const isRunning = (tenantId: string, { runId, attempt }: Attempt): SQL =>
  sql`runs.tenant_id = ${tenantId} AND runs.id = ${runId} AND runs.status = 'running' AND runs.attempt = ${attempt}`
