import { periods } from '@tallystick/schema/close-tables'
import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { datasetsOfPeriods } from './period-datasets.ts'
import { failsWith } from './storage-fault.ts'
import { takesChanges } from './takes-changes.ts'

export type PeriodRow = typeof periods.$inferSelect

/** A change of a period, of the revision that its maker has seen. */
interface Revision {
  readonly id: string
  readonly revision: number
}

/** Statements about periods and what they read. Times are milliseconds since the epoch. */
export const periodStore = (db: Database) => ({
  find: (tenantId: string, id: string) => db.select().from(periods).where(isPeriod(tenantId, id)),

  /** The last one first, with numbers below `before`. */
  page: (
    tenantId: string,
    reconciliationId: string,
    { before, limit }: { readonly before: number; readonly limit: number },
  ) =>
    db
      .select()
      .from(periods)
      .where(
        and(eq(periods.tenantId, tenantId), eq(periods.reconciliationId, reconciliationId), lt(periods.number, before)),
      )
      .orderBy(desc(periods.number))
      .limit(limit),

  /** Of all reconciliations, in order of their ids. */
  all: (tenantId: string, { after, limit }: { readonly after: string; readonly limit: number }) =>
    db
      .select()
      .from(periods)
      .where(and(eq(periods.tenantId, tenantId), gt(periods.id, after)))
      .orderBy(asc(periods.id))
      .limit(limit),

  /** Fails, and its batch with it, where another period took its number or name: see `isPeriodConflict`. */
  insert: (row: PeriodRow) => db.insert(periods).values(row),

  ...byState(db),
  ...changes(db),
  ...datasetsOfPeriods(db),
})

const byState = (db: Database) => ({
  /** Periods that are not closed, in order of their ids. */
  notClosed: (tenantId: string, { from, limit }: { readonly from: string; readonly limit: number }) =>
    db
      .select({ id: periods.id })
      .from(periods)
      .where(and(eq(periods.tenantId, tenantId), gte(periods.id, from), sql`+${periods.state} <> 'closed'`))
      .orderBy(asc(periods.id))
      .limit(limit),

  /** The first period, if it takes another opening no more. */
  submittedFirst: (tenantId: string, reconciliationId: string) =>
    db
      .select({ id: periods.id, state: periods.state })
      .from(periods)
      .where(
        and(
          eq(periods.tenantId, tenantId),
          eq(periods.reconciliationId, reconciliationId),
          eq(periods.number, 1),
          sql`${periods.state} <> 'open'`,
        ),
      ),

  /** A closed period after this one: at most one row. */
  closedAfter: ({ tenantId, reconciliationId, number }: PeriodRow) =>
    db
      .select({ name: periods.name })
      .from(periods)
      .where(
        and(
          eq(periods.tenantId, tenantId),
          eq(periods.reconciliationId, reconciliationId),
          gt(periods.number, number),
          eq(periods.state, 'closed'),
        ),
      )
      .limit(1),
})

const changes = (db: Database) => ({
  /** Changes nothing, and returns no row, unless the period is open and at that revision. */
  revise: (tenantId: string, { id, revision, now }: Revision & { readonly now: number }) =>
    db
      .update(periods)
      .set({ revision: revision + 1 })
      .where(and(isPeriod(tenantId, id), eq(periods.revision, revision), takesChanges(tenantId, now)))
      .returning({ id: periods.id }),

  /** Sets what was typed. Changes nothing, and returns no row, unless the period is open and at that revision. */
  setBalances: (
    tenantId: string,
    { id, revision, balances, now }: Revision & { readonly balances: string; readonly now: number },
  ) =>
    db
      .update(periods)
      .set({ balances, revision: revision + 1 })
      .where(and(isPeriod(tenantId, id), eq(periods.revision, revision), takesChanges(tenantId, now)))
      .returning({ id: periods.id }),
})

/** For statements of other tables: whether the period has these balances at that revision. */
export const hasBalances = (
  tenantId: string,
  { id, revision, balances }: Revision & { readonly balances: string },
): SQL =>
  sql`EXISTS (SELECT 1 FROM periods p WHERE p.tenant_id = ${tenantId} AND p.id = ${id}
    AND p.revision = ${revision} AND p.balances = ${balances})`

export const isPeriod = (tenantId: string, id: string): SQL | undefined =>
  and(eq(periods.tenantId, tenantId), eq(periods.id, id))

/** Whether a batch failed because another period took the number or name. */
export const isPeriodConflict = (error: unknown): boolean => failsWith(error, /UNIQUE constraint failed: periods\./)
