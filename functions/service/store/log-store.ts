import { emptyLog, type LogState, type SealedReceipt } from '@tallystick/engine/log'
import { receipts, tenantLogs } from '@tallystick/schema/log-tables'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { sha256 } from '../platform/hasher.ts'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

export type LogRow = typeof tenantLogs.$inferSelect

/** Statements on a tenant's log, and those that add its receipts, for the caller to await or to put into a batch. */
export const logStore = (db: Database) => ({
  ...sealStatements(db),
  ...divergenceStatements(db),
  ...publicationStatements(db),
})

const sealStatements = (db: Database) => ({
  /** The head of the log: one row, made with the tenant. */
  find: (tenantId: string) => db.select().from(tenantLogs).where(eq(tenantLogs.tenantId, tenantId)),

  /**
   * Moves the head of the log on from `state` to `next`. Goes first in its batch: it fails, and the batch with it, unless
   * the log is still as it was read. Otherwise the size would become NULL, which the table forbids.
   */
  advance: (tenantId: string, state: LogState, next: LogState) =>
    db
      .update(tenantLogs)
      .set({
        size: sql`CASE WHEN ${tenantLogs.size} = ${state.size} AND ${tenantLogs.root} = ${state.root} AND ${tenantLogs.diverged} IS NULL THEN ${next.size} END`,
        frontier: JSON.stringify(next.frontier),
        root: next.root,
        previous: next.previous,
      })
      .where(eq(tenantLogs.tenantId, tenantId)),

  /**
   * Stores the last receipt of the log `receipt.log`, with the signed checkpoint of that log. Fails when the run or the
   * sequence has a receipt already.
   */
  append: (tenantId: string, runId: string, receipt: SealedReceipt & { readonly checkpoint: string }) =>
    db.insert(receipts).values({
      tenantId,
      sequence: receipt.log.size - 1,
      runId,
      leafHash: receipt.leafHash,
      line: receipt.line,
      checkpoint: receipt.checkpoint,
      inclusion: JSON.stringify(receipt.inclusion),
      consistency: JSON.stringify(receipt.consistency),
    }),
})

const divergenceStatements = (db: Database) => ({
  /**
   * Sets the head of a log to `state`, as it was recovered, which head the index has, and whether it still is diverged.
   * Fails, and its batch with it, unless the log is still as it was read: see `advance`.
   */
  recover: (
    tenantId: string,
    read: LogRow,
    to: Pick<LogRow, 'diverged' | 'indexedSize'> & { readonly state: LogState },
  ) =>
    db
      .update(tenantLogs)
      .set({
        size: sql`CASE WHEN ${tenantLogs.size} = ${read.size} AND ${tenantLogs.root} = ${read.root} THEN ${to.state.size} END`,
        frontier: JSON.stringify(to.state.frontier),
        root: to.state.root,
        previous: to.state.previous,
        diverged: to.diverged,
        indexedSize: to.indexedSize,
        indexDueAt: 0,
        setAside: null,
      })
      .where(eq(tenantLogs.tenantId, tenantId)),

  /**
   * Stores why nothing is signed any more, unless something is stored already. A log whose row is gone gets the row of an
   * empty log, so that the fault can be seen.
   */
  markDiverged: (tenantId: string, diverged: string) => {
    const { size, frontier, root, previous } = emptyLog(sha256)
    return db
      .insert(tenantLogs)
      .values({ tenantId, size, frontier: JSON.stringify(frontier), root, previous, diverged })
      .onConflictDoUpdate({ target: tenantLogs.tenantId, set: { diverged }, setWhere: isNull(tenantLogs.diverged) })
  },
})

const publicationStatements = (db: Database) => ({
  /** Stores why the public files of a log could not be put, as JSON. */
  markUnpublished: (tenantId: string, unpublished: string) =>
    db.update(tenantLogs).set({ unpublished }).where(eq(tenantLogs.tenantId, tenantId)),

  markPublished: (tenantId: string) =>
    db
      .update(tenantLogs)
      .set({ unpublished: null })
      .where(and(eq(tenantLogs.tenantId, tenantId), isNotNull(tenantLogs.unpublished))),

  /** At most `limit` tenants whose log could not be published, in no order: none of them is always behind the others. */
  unpublished: (limit: number) =>
    db
      .select({ tenantId: tenantLogs.tenantId })
      .from(tenantLogs)
      .where(and(gte(tenantLogs.tenantId, ''), isNotNull(tenantLogs.unpublished)))
      .orderBy(sql`random()`)
      .limit(limit),
})

/** Whether a seal's batch failed because another seal moved the log on, or because another executor has the run. */
export const isSealConflict = (error: unknown): boolean =>
  failsWith(error, /constraint failed: (tenant_logs|receipts|runs)\./i)
