import type { LogState, SealedReceipt } from '@tallystick/engine'
import { eq, sql } from 'drizzle-orm'
import { receipts, tenantLogs } from '../../schema/tables.ts'
import type { Database } from './database.ts'
import { type Attempt, isRunning } from './run-transitions.ts'

export type LogRow = typeof tenantLogs.$inferSelect

/** Statements on a tenant's log, and those that add its receipts, for the caller to await or to put into a batch. */
export const logStore = (db: Database) => ({
  /** The head of the log: one row, made with the tenant. */
  find: (tenantId: string) => db.select().from(tenantLogs).where(eq(tenantLogs.tenantId, tenantId)),

  /**
   * Moves the head of the log on to `next`. Goes first in the batch that seals a run: it fails, and the batch with it,
   * unless the log still has the size before `next` and the run is running under this attempt. Otherwise the size would
   * become NULL, which the table forbids.
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

/** Whether a seal's batch failed because another seal moved the log on, or because another executor has the run. */
export function isSealConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/constraint failed: (tenant_logs|receipts)\./i.test(cause.message)) return true
  return false
}

/** The state of a log from which the engine appends the next receipt. */
export const logStateOf = (row: LogRow): LogState => ({
  size: row.size,
  frontier: JSON.parse(row.frontier),
  root: row.root,
  previous: row.previous,
})
