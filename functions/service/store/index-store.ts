import { indexCheckpoints, indexHeads, indexWitnesses } from '@tallystick/schema/index-tables'
import { and, asc, desc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type IndexHeadRow = typeof indexHeads.$inferSelect
export type IndexCheckpointRow = typeof indexCheckpoints.$inferSelect
export type CheckpointState = 'signed' | 'anchored' | 'complete'

/** The heads in the index log, which belongs to no tenant. */
export const indexHeadStore = (db: Database) => ({
  /** Stores the heads from `position` on, in place of all rows at or after it and of rows of the same heads. */
  putFrom: (position: number, heads: readonly IndexHeadRow[]) => {
    const rows = sql`json_each(${JSON.stringify(heads)}) each`
    return [
      db.delete(indexHeads).where(gte(indexHeads.position, position)),
      db
        .delete(indexHeads)
        .where(
          sql`(${indexHeads.tenantId}, ${indexHeads.size}) IN (SELECT each.value ->> 'tenantId', each.value ->> 'size' FROM ${rows})`,
        ),
      db
        .insert(indexHeads)
        .select(
          sql`SELECT each.value ->> 'tenantId', each.value ->> 'size', each.value ->> 'position', each.value ->> 'line' FROM ${rows}`,
        ),
    ] as const
  },

  lines: ({ from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number }) =>
    db
      .select({ position: indexHeads.position, line: indexHeads.line })
      .from(indexHeads)
      .where(and(gte(indexHeads.position, from), lt(indexHeads.position, to)))
      .orderBy(asc(indexHeads.position))
      .limit(limit),

  /** The heads of a tenant's log at positions up to `position`, newest first. */
  before: (tenantId: string, { position, limit }: { readonly position: number; readonly limit: number }) =>
    db
      .select({ position: indexHeads.position, line: indexHeads.line })
      .from(indexHeads)
      .where(and(eq(indexHeads.tenantId, tenantId), lte(indexHeads.position, position)))
      .orderBy(desc(indexHeads.size))
      .limit(limit),

  /** The first head that includes the receipt of this run. */
  headOfRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(indexHeads)
      .where(and(eq(indexHeads.tenantId, tenantId), gt(indexHeads.size, sequenceOf(tenantId, runId))))
      .orderBy(asc(indexHeads.size))
      .limit(1),
})

export const indexCheckpointStore = (db: Database) => ({
  put: (row: IndexCheckpointRow) =>
    db.insert(indexCheckpoints).values(row).onConflictDoUpdate({ target: indexCheckpoints.size, set: row }),

  /** Removes the checkpoints of more than `size` heads. */
  removeAbove: (size: number) => db.delete(indexCheckpoints).where(gt(indexCheckpoints.size, size)),

  newest: () =>
    db
      .select()
      .from(indexCheckpoints)
      .where(gt(indexCheckpoints.size, 0))
      .orderBy(desc(indexCheckpoints.size))
      .limit(1),

  /** The two newest checkpoints of at most `size` heads, the newest first. */
  upTo: (size: number) =>
    db
      .select()
      .from(indexCheckpoints)
      .where(lte(indexCheckpoints.size, size))
      .orderBy(desc(indexCheckpoints.size))
      .limit(2),

  /**
   * The first checkpoint that includes the run's first head and that at least one witness or time stamp has confirmed.
   */
  anchoredOfRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(indexCheckpoints)
      .where(and(gt(indexCheckpoints.size, positionOf(tenantId, runId)), ne(indexCheckpoints.state, sql`'signed'`)))
      .orderBy(asc(indexCheckpoints.size))
      .limit(1),

  /**
   * The first checkpoint that includes the run's first head and that every configured witness and time stamp has
   * confirmed.
   */
  completeOfRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(indexCheckpoints)
      .where(and(gt(indexCheckpoints.size, positionOf(tenantId, runId)), eq(indexCheckpoints.state, sql`'complete'`)))
      .orderBy(asc(indexCheckpoints.size))
      .limit(1),

  /** Stores confirmations, unless another call has stored some after `before` was read. */
  confirm: (before: IndexCheckpointRow, next: Pick<IndexCheckpointRow, 'note' | 'timeStamp' | 'state'>) =>
    db
      .update(indexCheckpoints)
      .set(next)
      .where(and(eq(indexCheckpoints.size, before.size), eq(indexCheckpoints.note, before.note))),
})

export const indexWitnessStore = (db: Database) => ({
  find: (vkey: string) => db.select().from(indexWitnesses).where(eq(indexWitnesses.vkey, vkey)),

  save: (vkey: string, size: number) =>
    db.insert(indexWitnesses).values({ vkey, size }).onConflictDoUpdate({ target: indexWitnesses.vkey, set: { size } }),
})

const sequenceOf = (tenantId: string, runId: string) =>
  sql`(SELECT sequence FROM receipts WHERE tenant_id = ${tenantId} AND run_id = ${runId})`

/** The position of the first head that includes the receipt of a run. */
const positionOf = (tenantId: string, runId: string) =>
  sql`(SELECT position FROM index_heads WHERE tenant_id = ${tenantId} AND size > ${sequenceOf(tenantId, runId)} ORDER BY size LIMIT 1)`
