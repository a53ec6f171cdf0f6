import { runs } from '@tallystick/schema/tables'
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { unsealedColumns } from './run-store.ts'
import { type Attempt, isRunning, mayRun, unended } from './run-transitions.ts'

export interface RunProgress {
  readonly phase: string
  readonly rule: string | null
  /** The place of the phase, or of its rule, in the run: grows. */
  readonly order: number
  readonly instance: string
  /** Records of the stage that the instance has done. */
  readonly recordsDone: number
}

/** Statements for runs that a Workflow executes in pieces. A statement that changed nothing returns no row. */
export const largeRunStore = (db: Database) => ({
  ...queueStatements(db),
  ...executionStatements(db),
  ...sweepStatements(db),
})

const executionStatements = (db: Database) => ({
  /**
   * queued → running, or running → running when a step is repeated. Changes nothing for a suspended tenant or a
   * diverged log.
   */
  begin: (tenantId: string, { runId, attempt }: Attempt, { now, lookAt }: { now: number; lookAt: number }) =>
    db
      .update(runs)
      .set({ status: 'running', leaseUntil: lookAt, startedAt: sql`coalesce(${runs.startedAt}, ${now})` })
      .where(mayBegin(tenantId, { runId, attempt }))
      .returning({ id: runs.id }),

  running: (tenantId: string, attempt: Attempt) =>
    db.select({ id: runs.id }).from(runs).where(isRunning(tenantId, attempt)),

  /** Stores the progress of a run that is running under the attempt. Stages and counts never go back. */
  progress: (tenantId: string, attempt: Attempt, progress: RunProgress) =>
    db
      .update(runs)
      .set({ progress: laterProgress(progress) })
      .where(isRunning(tenantId, attempt))
      .returning({ id: runs.id }),

  /** Marks the run as being sealed: a receipt may be signed from now on, so that the run cannot be cancelled. */
  beginSeal: (tenantId: string, attempt: Attempt) =>
    db
      .update(runs)
      .set({ isSealing: true, reservedBytes: 0 })
      .where(isRunning(tenantId, attempt))
      .returning({ id: runs.id }),

  /** Unfinished → cancelled, unless the run is being sealed. */
  cancel: (tenantId: string, id: string, now: number) =>
    db
      .update(runs)
      .set({ status: 'cancelled', completedAt: now, reservedBytes: 0 })
      .where(and(isOf(tenantId, id), inArray(runs.status, unended), isInPieces, eq(runs.isSealing, false)))
      .returning(unsealedColumns),
})

const queueStatements = (db: Database) => ({
  /** Hands a run that takes too many steps for a request to a Workflow, under a new attempt, which it returns. */
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
  /** Unfinished runs in pieces whose instances have to be checked and may run, the longest waiting first. */
  due: (now: number, limit: number) =>
    db
      .select(unsealedColumns)
      .from(runs)
      .where(and(inArray(runs.status, unended), lte(runs.leaseUntil, now), isInPieces, mayRun(sql`${runs.tenantId}`)))
      .orderBy(runs.leaseUntil)
      .limit(limit),

  /** Sets when to check the run again, unless another attempt has it. */
  postpone: (tenantId: string, { runId, attempt }: Attempt, lookAt: number) =>
    db
      .update(runs)
      .set({ leaseUntil: lookAt })
      .where(and(isOf(tenantId, runId), eq(runs.attempt, attempt), inArray(runs.status, unended))),

  /** Queues the run anew under the next attempt, which it returns. It can be cancelled again unless it was sealed. */
  retry: (
    tenantId: string,
    { runId, attempt }: Attempt,
    { lookAt, isSealing }: { lookAt: number; isSealing: boolean },
  ) =>
    db
      .update(runs)
      .set({
        status: 'queued',
        attempt: attempt + 1,
        leaseUntil: lookAt,
        progress: null,
        isSealing,
        reservedBytes: runs.byteCount,
      })
      .where(mayBegin(tenantId, { runId, attempt }))
      .returning({ attempt: runs.attempt }),
})

/** The stored progress with the count of one instance; that of a later stage stays as it is. */
function laterProgress({ phase, rule, order, instance, recordsDone }: RunProgress): SQL {
  const [known, place] = [sql`json_extract(${runs.progress}, '$.order')`, `$.done."${instance}"`]
  const begun = JSON.stringify({ phase, rule, order, done: { [instance]: recordsDone } })
  const most = sql`max(coalesce(json_extract(${runs.progress}, ${place}), 0), ${recordsDone})`
  return sql`CASE WHEN ${known} > ${order} THEN ${runs.progress}
    WHEN ${known} = ${order} THEN json_set(${runs.progress}, ${place}, ${most}) ELSE ${begun} END`
}

const isInPieces = eq(runs.inPieces, true)

const mayBegin = (tenantId: string, { runId, attempt }: Attempt): SQL | undefined =>
  and(
    isOf(tenantId, runId),
    eq(runs.attempt, attempt),
    inArray(runs.status, unended),
    isInPieces,
    mayRun(sql`${tenantId}`),
  )

/** The first attempt of a new hundred, so that its starts count from one: see `startsOf`. */
const firstOfNextRound = sql`(${runs.attempt} / 100 + 1) * 100 + 1`

const isOf = (tenantId: string, id: string): SQL | undefined => and(eq(runs.tenantId, tenantId), eq(runs.id, id))
