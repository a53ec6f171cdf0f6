import { decisions } from '@tallystick/schema/close-tables'
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

export type DecisionRow = typeof decisions.$inferSelect

interface PeriodAt {
  readonly tenantId: string
  readonly periodId: string
  readonly revision: number
}

/** Statements about decisions, which never change. */
export const decisionStore = (db: Database) => ({
  /** In their order. */
  all: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(decisions)
      .where(and(eq(decisions.tenantId, tenantId), eq(decisions.periodId, periodId)))
      .orderBy(asc(decisions.number)),

  /** The last one first, with numbers below `before`. */
  page: (tenantId: string, periodId: string, { before, limit }: { readonly before: number; readonly limit: number }) =>
    db
      .select()
      .from(decisions)
      .where(and(eq(decisions.tenantId, tenantId), eq(decisions.periodId, periodId), lt(decisions.number, before)))
      .orderBy(desc(decisions.number))
      .limit(limit),

  /**
   * Inserts decisions. Fails, and its batch with it, unless the period is open and at that revision: see
   * `isDecisionConflict`. Goes before `revise` in the same batch.
   */
  insertAll: ({ tenantId, periodId, revision }: PeriodAt, rows: readonly NewDecision[]) =>
    db.insert(decisions).select(sql`
      SELECT ${tenantId}, ${periodId}, each.value ->> 'number',
        CASE WHEN EXISTS (SELECT 1 FROM periods p WHERE p.tenant_id = ${tenantId} AND p.id = ${periodId}
          AND p.revision = ${revision} AND p.state = 'open') THEN each.value ->> 'id' END,
        ${revision + 1}, each.value ->> 'line', each.value ->> 'note'
      FROM json_each(${JSON.stringify(rows)}) each`),
})

export type NewDecision = Pick<DecisionRow, 'number' | 'id' | 'line' | 'note'>

/** Whether a batch failed because the period has changed meanwhile. */
export const isDecisionConflict = (error: unknown): boolean =>
  failsWith(error, /NOT NULL constraint failed: decisions\.id|UNIQUE constraint failed: decisions\./)
