import { and, asc, desc, eq, gt, gte, lt, ne, sql } from 'drizzle-orm'
import { indexCheckpoints, indexHeads, indexLogs, indexWitnesses } from '../../schema/index-tables.ts'
import { tenantLogs } from '../../schema/log-tables.ts'
import type { Database } from './database.ts'

export type IndexLogRow = typeof indexLogs.$inferSelect
export type IndexHeadRow = typeof indexHeads.$inferSelect
export type IndexCheckpointRow = typeof indexCheckpoints.$inferSelect
export type CheckpointState = 'signed' | 'anchored' | 'complete'

/** The one row of `index_logs`. */
const id = 1

/** Statements on the index log, which belongs to no tenant, for the caller to await or to put into a batch. */
export const indexStore = (db: Database) => ({
  /** The log: one row, or none before the first head. */
  find: () => db.select().from(indexLogs).where(eq(indexLogs.id, id)),

  /** Makes the row of an empty log, unless there is one. */
  create: (root: string) => db.insert(indexLogs).values({ id, size: 0, frontier: '[]', root }).onConflictDoNothing(),

  /**
   * Moves the log on from size `from`. Goes first in the batch that appends: it fails, and the batch with it, unless the
   * log still has that size. Otherwise the size would become NULL, which the table forbids.
   */
  advance: (from: number, next: Omit<IndexLogRow, 'id'>) =>
    db
      .update(indexLogs)
      .set({ ...next, size: sql`CASE WHEN ${indexLogs.size} = ${from} THEN ${next.size} END` })
      .where(eq(indexLogs.id, id)),
})

/**
 * Statements on the heads of the index log. Those that read or change rows of all tenants are for the scheduled handler
 * alone.
 */
export const indexHeadStore = (db: Database) => ({
  /**
   * At most `limit` tenants whose log has grown since its head went into the index, each with the note that was signed
   * for its newest receipt; none of a log that diverged. The partial index has a row for each of these tenants alone.
   */
  unindexed: (limit: number) =>
    db
      .select({
        tenantId: tenantLogs.tenantId,
        size: tenantLogs.size,
        root: tenantLogs.root,
        // The names are in full: `tenant_id` alone would be the receipt's own.
        checkpoint: sql<
          string | null
        >`(SELECT r.checkpoint FROM receipts r WHERE r.tenant_id = tenant_logs.tenant_id AND r.sequence = tenant_logs.size - 1)`,
      })
      .from(tenantLogs)
      .where(
        sql`${tenantLogs.size} > ${tenantLogs.indexedSize} AND ${tenantLogs.tenantId} > '' AND ${tenantLogs.diverged} IS NULL`,
      )
      .limit(limit),

  /** Appends heads. Fails where one is there already. */
  append: (heads: readonly IndexHeadRow[]) =>
    db
      .insert(indexHeads)
      .select(
        sql`SELECT each.value ->> 'tenantId', each.value ->> 'size', each.value ->> 'position', each.value ->> 'line' FROM json_each(${JSON.stringify(heads)}) each`,
      ),

  /** Stores which size of each tenant's log is in the index. */
  markIndexed: (heads: readonly IndexHeadRow[]) =>
    db
      .update(tenantLogs)
      .set({
        indexedSize: sql`(SELECT max(each.value ->> 'size', ${tenantLogs.indexedSize}) FROM json_each(${JSON.stringify(heads)}) each WHERE each.value ->> 'tenantId' = ${tenantLogs.tenantId})`,
      })
      .where(
        sql`${tenantLogs.tenantId} IN (SELECT each.value ->> 'tenantId' FROM json_each(${JSON.stringify(heads)}) each)`,
      ),

  /** At most `limit` lines from a position on, in order. */
  lines: ({ from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number }) =>
    db
      .select({ position: indexHeads.position, line: indexHeads.line })
      .from(indexHeads)
      .where(and(gte(indexHeads.position, from), lt(indexHeads.position, to)))
      .orderBy(asc(indexHeads.position))
      .limit(limit),

  /** The first head of a tenant's log that has the receipt of this run. */
  headOfRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(indexHeads)
      .where(and(eq(indexHeads.tenantId, tenantId), gt(indexHeads.size, sequenceOf(tenantId, runId))))
      .orderBy(asc(indexHeads.size))
      .limit(1),
})

/** Statements on the signed checkpoints of the index log. */
export const indexCheckpointStore = (db: Database) => ({
  insert: (row: IndexCheckpointRow) => db.insert(indexCheckpoints).values(row),

  newest: () =>
    db
      .select()
      .from(indexCheckpoints)
      .where(gt(indexCheckpoints.size, 0))
      .orderBy(desc(indexCheckpoints.size))
      .limit(1),

  /** The first checkpoint of at least `size` heads. */
  from: (size: number) =>
    db
      .select()
      .from(indexCheckpoints)
      .where(gte(indexCheckpoints.size, size))
      .orderBy(asc(indexCheckpoints.size))
      .limit(1),

  /** The first checkpoint with the first head of this run that something configured has confirmed. */
  anchoredOfRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(indexCheckpoints)
      .where(and(gt(indexCheckpoints.size, positionOf(tenantId, runId)), ne(indexCheckpoints.state, sql`'signed'`)))
      .orderBy(asc(indexCheckpoints.size))
      .limit(1),

  /** The same of those that everything configured has confirmed. */
  completeOfRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(indexCheckpoints)
      .where(and(gt(indexCheckpoints.size, positionOf(tenantId, runId)), eq(indexCheckpoints.state, sql`'complete'`)))
      .orderBy(asc(indexCheckpoints.size))
      .limit(1),

  /** Stores what confirms a checkpoint, unless another call has done so since `before` was read. */
  confirm: (before: IndexCheckpointRow, next: Pick<IndexCheckpointRow, 'note' | 'timeStamp' | 'state'>) =>
    db
      .update(indexCheckpoints)
      .set(next)
      .where(and(eq(indexCheckpoints.size, before.size), eq(indexCheckpoints.note, before.note))),
})

/** Statements on what each witness has cosigned. */
export const indexWitnessStore = (db: Database) => ({
  /** What the witness of this vkey has cosigned last: a row, or none. */
  find: (vkey: string) => db.select().from(indexWitnesses).where(eq(indexWitnesses.vkey, vkey)),

  save: (vkey: string, size: number) =>
    db.insert(indexWitnesses).values({ vkey, size }).onConflictDoUpdate({ target: indexWitnesses.vkey, set: { size } }),
})

const sequenceOf = (tenantId: string, runId: string) =>
  sql`(SELECT sequence FROM receipts WHERE tenant_id = ${tenantId} AND run_id = ${runId})`

/** The place of the first head that has the receipt of a run. */
const positionOf = (tenantId: string, runId: string) =>
  sql`(SELECT position FROM index_heads WHERE tenant_id = ${tenantId} AND size > ${sequenceOf(tenantId, runId)} ORDER BY size LIMIT 1)`
