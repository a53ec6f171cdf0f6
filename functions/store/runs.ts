import { and, desc, eq, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import type { RunState } from '../../schema/run.ts'
import { runs } from '../../schema/tables.ts'
import type { Database } from './database.ts'

export type RunRow = typeof runs.$inferSelect

export interface RunListQuery {
  readonly status?: RunState | undefined
  /** The adapter of either side. */
  readonly adapter?: string | undefined
  /** Only runs older than this id. */
  readonly before?: string | undefined
  readonly limit: number
}

/** One execution of a run: only the newest attempt may write. */
export interface Attempt {
  readonly runId: string
  readonly attempt: number
}

/** Statements on runs, for the caller to await or to put into a batch. Every move of a state is guarded. */
export const runStore = (db: Database) => ({
  find: (tenantId: string, id: string) =>
    db
      .select()
      .from(runs)
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id))),

  insert: (row: RunRow) => db.insert(runs).values(row),

  /** Newest first. Walks an index of the filter, never the table. */
  list: (tenantId: string, query: RunListQuery) =>
    db
      .select()
      .from(runs)
      .where(
        query.adapter === undefined
          ? and(...listed(tenantId, query))
          : and(eq(runs.tenantId, tenantId), inArray(runs.id, idsOfEitherSide(db, tenantId, query))),
      )
      .orderBy(desc(runs.id))
      .limit(query.limit),

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
      .returning(),

  /** running → completed. Belongs behind the guard of the tenant's log, which fails for any other attempt. */
  complete: (tenantId: string, done: Completion) =>
    db
      .update(runs)
      .set({
        status: 'completed',
        summary: done.summary,
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

export interface Completion extends Attempt {
  readonly summary: string
  readonly resultRoot: string
  readonly sequence: number
  readonly completedAt: number
}

/** The newest ids of the source's index and of the target's, at most `limit` of each, each once. */
function idsOfEitherSide(db: Database, tenantId: string, query: RunListQuery) {
  const newest = (side: SQL) => {
    const page = db
      .select({ id: runs.id })
      .from(runs)
      .where(and(side, ...listed(tenantId, query)))
      .orderBy(desc(runs.id))
      .limit(query.limit)
      .as('page')
    return db.select({ id: page.id }).from(page)
  }
  const { adapter = '' } = query
  return union(newest(eq(runs.sourceAdapter, adapter)), newest(eq(runs.targetAdapter, adapter)))
}

const listed = (tenantId: string, query: RunListQuery): (SQL | undefined)[] => [
  eq(runs.tenantId, tenantId),
  query.status === undefined ? undefined : eq(runs.status, query.status),
  query.before === undefined ? undefined : lt(runs.id, query.before),
]
