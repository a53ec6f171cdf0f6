import { decisions } from '@tallystick/schema/close-tables'
import { and, asc, desc, eq, lt } from 'drizzle-orm'
import type { Database } from './database.ts'

export type DecisionRow = typeof decisions.$inferSelect

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
})

export type NewDecision = Pick<DecisionRow, 'number' | 'id' | 'line' | 'note'>
