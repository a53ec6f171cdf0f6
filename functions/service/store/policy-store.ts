import { policyParts } from '@tallystick/schema/tables'
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

interface PolicyPlace {
  readonly policyHash: string
  readonly partCount: number
}

/** Policies that bring tables, rates or calendars. A tenant's runs share a text, stored under its hash. */
export const policyStore = (db: Database) => ({
  /** Renews the time of a part that is stored already, so that the sweep spares it. */
  put: (tenantId: string, part: Omit<typeof policyParts.$inferInsert, 'tenantId'>) =>
    db
      .insert(policyParts)
      .values({ tenantId, ...part })
      .onConflictDoUpdate({
        target: [policyParts.tenantId, policyParts.policyHash, policyParts.seq],
        set: { text: part.text, createdAt: part.createdAt },
      }),

  range: (tenantId: string, { policyHash, partCount, fromSeq, limit }: PolicyPlace & PartRange) =>
    db
      .select({ seq: policyParts.seq, text: policyParts.text })
      .from(policyParts)
      .where(and(...ofPolicy(tenantId, policyHash), gte(policyParts.seq, fromSeq), lt(policyParts.seq, partCount)))
      .orderBy(asc(policyParts.seq))
      .limit(limit),

  /** Removes parts of any tenant that were stored in the period and that no run and no reconciliation uses. */
  sweep: (period: { readonly from: number; readonly to: number }, partCountMax: number) =>
    db.delete(policyParts).where(
      sql`rowid IN (
        SELECT p.rowid FROM policy_parts p
        WHERE p.created_at >= ${period.from} AND p.created_at < ${period.to} AND NOT EXISTS (
          SELECT 1 FROM runs r
          WHERE r.tenant_id = p.tenant_id AND r.policy_hash = p.policy_hash AND r.policy_parts > 0
        ) AND NOT EXISTS (
          SELECT 1 FROM reconciliation_policies q
          WHERE q.tenant_id = p.tenant_id AND q.policy_hash = p.policy_hash AND q.policy_parts > 0
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
