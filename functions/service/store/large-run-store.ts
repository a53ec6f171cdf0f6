import { runs } from '@tallystick/schema/tables'
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { unsealedColumns } from './run-store.ts'
import { type Attempt, isRunning, mayRun, unended } from './run-transitions.ts'

/** How far a run in pieces is. */
export interface RunProgress {
  readonly recordsRead: number
  readonly rule: string | null
  /** When somebody looks whether the run's instance lives, in milliseconds since the epoch. */
  readonly lookAt: number
}

/** Statements on runs that a Workflow executes in pieces, for the caller to await or to put into a batch. */
export const largeRunStore = (db: Database) => ({
  ...queueStatements(db),
  ...executionStatements(db),
  ...sweepStatements(db),
})

const executionStatements = (db: Database) => ({
  /**
   * queued → running under the attempt; a run that is running under it already is begun once more. Not in a tenant whose
   * log has diverged, or that is suspended. Gives the id when the run is running, and no row otherwise.
   */
  begin: (tenantId: string, { runId, attempt }: Attempt, { now, lookAt }: { now: number; lookAt: number }) =>
    db
      .update(runs)
      .set({ status: 'running', leaseUntil: lookAt, startedAt: sql`coalesce(${runs.startedAt}, ${now})` })
      .where(mayBegin(tenantId, { runId, attempt }))
      .returning({ id: runs.id }),

  /** The id of a run that is running under the attempt, and no row when it is not any more. */
  running: (tenantId: string, attempt: Attempt) =>
    db.select({ id: runs.id }).from(runs).where(isRunning(tenantId, attempt)),

  /**
   * Notes how far a run is, unless that is known to be further. Gives its id, and no row when it is not running under the
   * attempt any more.
   */
  progress: (tenantId: string, attempt: Attempt, { recordsRead, rule, lookAt }: RunProgress) =>
    db
      .update(runs)
      .set({ recordsRead: sql`max(${runs.recordsRead}, ${recordsRead})`, currentRule: rule, leaseUntil: lookAt })
      .where(isRunning(tenantId, attempt))
      .returning({ id: runs.id }),

  /** From now on a receipt of the run may be signed, so that the run is not cancelled any more; its result counts as stored by itself. */
  beginSeal: (tenantId: string, attempt: Attempt) =>
    db
      .update(runs)
      .set({ isSealing: true, reservedBytes: 0 })
      .where(isRunning(tenantId, attempt))
      .returning({ id: runs.id }),

  /** Unfinished → cancelled, unless the run is being sealed. Gives the attempt of a run that was cancelled by this. */
  cancel: (tenantId: string, id: string, now: number) =>
    db
      .update(runs)
      .set({ status: 'cancelled', completedAt: now, reservedBytes: 0, currentRule: null })
      .where(and(isOf(tenantId, id), inArray(runs.status, unended), isInPieces, eq(runs.isSealing, false)))
      .returning(unsealedColumns),
})

const queueStatements = (db: Database) => ({
  /** A request gives a run up that takes too many steps: a Workflow executes it under the next attempt. Gives that attempt. */
  toPieces: (
    tenantId: string,
    attempt: Attempt,
    { lookAt, reservedBytes }: { lookAt: number; reservedBytes: number },
  ) =>
    db
      .update(runs)
      .set({ status: 'queued', inPieces: true, attempt: firstOfNextRound, leaseUntil: lookAt, reservedBytes })
      .where(isRunning(tenantId, attempt))
      .returning({ attempt: runs.attempt }),
})

const sweepStatements = (db: Database) => ({
  /** Unfinished runs whose instances are to be looked at, but those that would not be begun; the longest waiting first. */
  due: (now: number, limit: number) =>
    db
      .select(unsealedColumns)
      .from(runs)
      .where(and(inArray(runs.status, unended), lte(runs.leaseUntil, now), isInPieces, mayRun(sql`${runs.tenantId}`)))
      .orderBy(runs.leaseUntil)
      .limit(limit),

  /** Sets when a run is looked at again, unless another attempt has it. */
  postpone: (tenantId: string, { runId, attempt }: Attempt, lookAt: number) =>
    db
      .update(runs)
      .set({ leaseUntil: lookAt })
      .where(and(isOf(tenantId, runId), eq(runs.attempt, attempt), inArray(runs.status, unended))),

  /**
   * The run is executed anew under the next attempt, and may be cancelled until that seals it. Gives that attempt, and no row
   * when another has done so.
   */
  retry: (tenantId: string, { runId, attempt }: Attempt, lookAt: number) =>
    db
      .update(runs)
      .set({
        status: 'queued',
        attempt: attempt + 1,
        leaseUntil: lookAt,
        recordsRead: 0,
        currentRule: null,
        isSealing: false,
        reservedBytes: runs.byteCount,
      })
      .where(mayBegin(tenantId, { runId, attempt }))
      .returning({ attempt: runs.attempt }),
})

const isInPieces = eq(runs.inPieces, true)

/** Whether a run in pieces has not ended under the attempt, in a tenant whose runs are executed. */
const mayBegin = (tenantId: string, { runId, attempt }: Attempt): SQL | undefined =>
  and(
    isOf(tenantId, runId),
    eq(runs.attempt, attempt),
    inArray(runs.status, unended),
    isInPieces,
    mayRun(sql`${tenantId}`),
  )

/** The first attempt of a round in which none counts, see `startsOf`. */
const firstOfNextRound = sql`(${runs.attempt} / 100 + 1) * 100 + 1`

const isOf = (tenantId: string, id: string): SQL | undefined => and(eq(runs.tenantId, tenantId), eq(runs.id, id))
