import { policyParts } from '@tallystick/schema/tables'
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A policy in the store: its hash, and how many parts its text has. */
export interface PolicyPlace {
  readonly policyHash: string
  readonly partCount: number
}

/**
 * Statements on the texts of policies that bring tables, rates or calendars, for the caller to await or to put into a
 * batch. A text is stored under its hash once for all runs of the tenant.
 */
export const policyStore = (db: Database) => ({
  /** Stores a part; one that is there already is as new as the run that is made now, and is not swept. */
  put: (tenantId: string, part: Omit<typeof policyParts.$inferInsert, 'tenantId'>) =>
    db
      .insert(policyParts)
      .values({ tenantId, ...part })
      .onConflictDoUpdate({
        target: [policyParts.tenantId, policyParts.policyHash, policyParts.seq],
        set: { text: part.text, createdAt: part.createdAt },
      }),

  /** Parts in order from `fromSeq`, at most `limit`. */
  range: (tenantId: string, { policyHash, partCount, fromSeq, limit }: PolicyPlace & PartRange) =>
    db
      .select({ seq: policyParts.seq, text: policyParts.text })
      .from(policyParts)
      .where(and(...ofPolicy(tenantId, policyHash), gte(policyParts.seq, fromSeq), lt(policyParts.seq, partCount)))
      .orderBy(asc(policyParts.seq))
      .limit(limit),

  /** Removes parts of any tenant that were stored in the period and belong to no run, at most `partCountMax` of them. */
  sweep: (period: { readonly from: number; readonly to: number }, partCountMax: number) =>
    db.delete(policyParts).where(
      sql`rowid IN (
        SELECT p.rowid FROM policy_parts p
        WHERE p.created_at >= ${period.from} AND p.created_at < ${period.to} AND NOT EXISTS (
          SELECT 1 FROM runs r
          WHERE r.tenant_id = p.tenant_id AND r.policy_hash = p.policy_hash AND r.policy_parts > 0
        )
        LIMIT ${partCountMax})`,
    ),
})

interface PartRange {
  readonly fromSeq: number
  readonly limit: number
}

const ofPolicy = (tenantId: string, policyHash: string): SQL[] => [
  eq(policyParts.tenantId, tenantId),
  eq(policyParts.policyHash, policyHash),
]
