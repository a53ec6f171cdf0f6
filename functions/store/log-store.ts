import type { LogState, SealedReceipt } from '@tallystick/engine'
import { eq, sql } from 'drizzle-orm'
import { receipts, tenantLogs } from '../../schema/tables.ts'
import type { Database } from './database.ts'
import { type Attempt, isRunning } from './run-transitions.ts'

export type LogRow = typeof tenantLogs.$inferSelect

/** Statements on a tenant's log of receipts, for the caller to await or to put into a batch. */
export const logStore = (db: Database) => ({
  /** The log's row, made with the tenant. */
  find: (tenantId: string) => db.select().from(tenantLogs).where(eq(tenantLogs.tenantId, tenantId)),

  /**
   * Moves the log on to `next`. Goes first in the batch that seals a run: it fails, and the batch with it, unless the
   * log still has the size before and the run is running under this attempt (the size would become NULL).
   */
  advance: (tenantId: string, { runId, attempt }: Attempt, next: LogState) =>
    db
      .update(tenantLogs)
      .set({
        size: sql`CASE WHEN ${tenantLogs.size} = ${next.size - 1} AND EXISTS (SELECT 1 FROM runs WHERE ${isRunning(tenantId, { runId, attempt })}) THEN ${next.size} END`,
        frontier: JSON.stringify(next.frontier),
        root: next.root,
        previous: next.previous,
      })
      .where(eq(tenantLogs.tenantId, tenantId)),

  /**
   * Stores the receipt that closes the tree of `receipt.log`, with the signed checkpoint of that tree. Fails when the
   * run or the sequence has one already.
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

/** Whether a batch failed because another seal moved the log on, or another executor has the run. */
export function isSealConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/constraint failed: (tenant_logs|receipts)\./i.test(cause.message)) return true
  return false
}

/** The log as the engine goes on from it. */
export const logStateOf = (row: LogRow): LogState => ({
  size: row.size,
  frontier: JSON.parse(row.frontier),
  root: row.root,
  previous: row.previous,
})
