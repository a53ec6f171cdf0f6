import { runs } from '@tallystick/schema/tables'
import { and, eq, inArray, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { givenBackInRow, startsInRow } from './run-attempts.ts'
import { type RunRow, unsealedColumns } from './run-store.ts'
import { type Places, written } from './written.ts'

/** One execution of a run. Only the newest attempt may write. */
export interface Attempt {
  readonly runId: string
  readonly attempt: number
}

export interface Completion extends Attempt {
  readonly summary: string
  /** All warnings of the run, including those of its creation. */
  readonly warnings: RunRow['warnings']
  readonly resultRoot: string
  readonly sequence: number
  readonly completedAt: number
}

/**
 * Each transition is one guarded update, so that only one of two executors succeeds. `large-run-store.ts` has others.
 */
export const runTransitions = (db: Database) => ({
  ...startStatements(db),
  ...leaseStatements(db),
  ...endStatements(db),
})

/** The doublings of the lease for the fifth start, which is the last one of a run that nobody has signed. */
const leaseDoublingsMax = 3

/** How often a run was started and interrupted. Of many interruptions the run itself may be the cause. */
const startsOfTurn = {
  never: sql`${startsInRow} = 0`,
  once: sql`${startsInRow} = 1`,
  often: sql`${startsInRow} > 1`,
} as const

export type InterruptedRuns = keyof typeof startsOfTurn

const startStatements = (db: Database) => ({
  /**
   * queued → running, or running past its lease → running, under the next attempt. Not for a tenant that is suspended
   * or whose log has diverged. Returns the run if this statement started it. From the third on, the lease doubles with each
   * start that counts, so that a run that kills its executors is retried ever more rarely; three times, since a signed run
   * is started until it ends.
   */
  start: (tenantId: string, { id, now, leaseUntil }: { id: string; now: number; leaseUntil: number }) =>
    start(db, { tenantId, id, now, leaseMilliseconds: leaseUntil - now }),
})

const leaseStatements = (db: Database) => ({
  /** Prolongs the lease of a run that is running under the attempt. Never shortens it. */
  renew: (tenantId: string, attempt: Attempt, leaseUntil: number) =>
    db
      .update(runs)
      .set({ leaseUntil: sql`max(${runs.leaseUntil}, ${leaseUntil})` })
      .where(isRunning(tenantId, attempt)),

  /** Takes back the count of the newest start and what its lease is longer, unless the run has ended or was started again. */
  giveBack: (tenantId: string, attempt: Attempt, leaseUntil: number) =>
    db
      .update(runs)
      .set({ attempt: givenBackInRow, leaseUntil: sql`min(${runs.leaseUntil}, ${leaseUntil})` })
      .where(isRunning(tenantId, attempt)),

  /** Unfinished runs past their lease that were interrupted so often, the earliest first. */
  abandoned: (now: number, { interrupted, limit }: { readonly interrupted: InterruptedRuns; readonly limit: number }) =>
    db
      .select({
        ...{ tenantId: runs.tenantId, id: runs.id, attempt: runs.attempt },
        recordCount: sql<number>`json_extract(${runs.source}, '$.recordCount') + json_extract(${runs.target}, '$.recordCount')`,
      })
      .from(runs)
      .where(
        and(
          inArray(runs.status, unended),
          lte(runs.leaseUntil, now),
          eq(runs.inPieces, false),
          startsOfTurn[interrupted],
          mayRun(sql`${runs.tenantId}`),
        ),
      )
      .orderBy(runs.leaseUntil)
      .limit(limit),
})

interface Start {
  readonly tenantId: string
  readonly id: string
  readonly now: number
  readonly leaseMilliseconds: number
}

const start = written((db, at: Places<Start>) =>
  db
    .update(runs)
    .set({
      status: 'running',
      attempt: sql`${runs.attempt} + 1`,
      leaseUntil: sql`${at.now} + ${at.leaseMilliseconds} * (1 << min(max(${startsInRow} - 1, 0), ${leaseDoublingsMax}))`,
      startedAt: sql`coalesce(${runs.startedAt}, ${at.now})`,
    })
    .where(
      and(
        eq(runs.tenantId, at.tenantId),
        eq(runs.id, at.id),
        eq(runs.inPieces, false),
        or(eq(runs.status, 'queued'), and(eq(runs.status, 'running'), lte(runs.leaseUntil, at.now))),
        mayRun(sql`${at.tenantId}`),
      ),
    )
    .returning(unsealedColumns),
)

const endStatements = (db: Database) => ({
  /** running → completed. Fails, and its batch with it, unless the run is running under the attempt: see `fail`. */
  complete: (tenantId: string, completion: Completion) => complete(db, { tenantId, ...completion }),

  /**
   * running → failed; in pieces also queued → failed. Fails, and its batch with it, unless the run is in such a state
   * under the attempt: an update that merely matched no row would let the other statements of the batch pass.
   */
  fail: (tenantId: string, end: Attempt & { failure: string; completedAt: number }) =>
    db
      .update(runs)
      .set({
        status: endOf(end.attempt, 'failed'),
        reservedBytes: 0,
        failure: end.failure,
        completedAt: end.completedAt,
      })
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, end.runId))),
})

const complete = written((db, at: Places<Completion & { readonly tenantId: string }>) =>
  db
    .update(runs)
    .set({
      status: endOf(at.attempt, 'completed'),
      reservedBytes: 0,
      summary: sql`${at.summary}`,
      warnings: sql`${sql.param(at.warnings, runs.warnings)}`,
      resultRoot: sql`${at.resultRoot}`,
      sequence: sql`${at.sequence}`,
      completedAt: sql`${at.completedAt}`,
    })
    .where(and(eq(runs.tenantId, at.tenantId), eq(runs.id, at.runId))),
)

export const unended = ['queued', 'running']

/** The condition that a tenant is not suspended and its log has not diverged. */
export const mayRun = (tenantId: SQL): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM tenant_logs l WHERE l.tenant_id = ${tenantId} AND l.diverged IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM tenants t WHERE t.id = ${tenantId} AND t.suspended_at IS NOT NULL)`

/** NULL, which the table forbids, unless the attempt may end with `state`. */
const endOf = (attempt: number | Placeholder, state: 'completed' | 'failed'): SQL =>
  sql`CASE WHEN (${runs.status} = 'running' OR (${runs.status} = 'queued' AND ${runs.inPieces} AND ${state} = 'failed'))
    AND ${runs.attempt} = ${attempt} THEN ${state} END`

/** The condition that the row of `runs` in the surrounding statement is this run, running under this attempt. */
export const isRunning = (tenantId: string, { runId, attempt }: Attempt): SQL =>
  sql`runs.tenant_id = ${tenantId} AND runs.id = ${runId} AND runs.status = 'running' AND runs.attempt = ${attempt}`
