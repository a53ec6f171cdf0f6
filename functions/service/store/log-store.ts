import { emptyLog, type LogState, type SealedReceipt } from '@tallystick/engine/log'
import { receipts, tenantLogs } from '@tallystick/schema/log-tables'
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { sha256 } from '../platform/hasher.ts'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { type Places, written } from './written.ts'

export type LogRow = typeof tenantLogs.$inferSelect

export const logStore = (db: Database) => ({
  ...sealStatements(db),
  ...divergenceStatements(db),
  ...publicationStatements(db),
})

const sealStatements = (db: Database) => ({
  /** One row, which exists since the tenant was created. */
  find: (tenantId: string) => find(db, { tenantId }),

  /**
   * Moves the log's head. Must be the first statement of its batch, which fails (by a NULL size) if the log has changed
   * since `state` was read.
   */
  advance: (tenantId: string, { size, root }: LogState, next: LogState) =>
    advance(db, {
      ...{ tenantId, size, root, nextSize: next.size, nextRoot: next.root },
      ...{ frontier: JSON.stringify(next.frontier), previous: next.previous },
    }),

  /** Stores `receipt` as the last of the log. Fails when the run or the sequence already has a receipt. */
  append: (tenantId: string, runId: string, receipt: SealedReceipt & { readonly checkpoint: string }) =>
    append(db, {
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

const find = written((db, at: Places<Pick<LogRow, 'tenantId'>>) =>
  db.select().from(tenantLogs).where(eq(tenantLogs.tenantId, at.tenantId)),
)

interface Advance extends Pick<LogRow, 'tenantId' | 'size' | 'root' | 'frontier' | 'previous'> {
  readonly nextSize: number
  readonly nextRoot: string
}

const advance = written((db, at: Places<Advance>) =>
  db
    .update(tenantLogs)
    .set({
      size: sql`CASE WHEN ${tenantLogs.size} = ${at.size} AND ${tenantLogs.root} = ${at.root} AND ${tenantLogs.diverged} IS NULL THEN ${at.nextSize} END`,
      frontier: sql`${at.frontier}`,
      root: sql`${at.nextRoot}`,
      previous: sql`${at.previous}`,
    })
    .where(eq(tenantLogs.tenantId, at.tenantId)),
)

const append = written((db, at: Places<typeof receipts.$inferSelect>) => db.insert(receipts).values(at))

const divergenceStatements = (db: Database) => ({
  /** Sets the head of a recovered log. Fails, and its batch with it, if the log has changed since `read`. */
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
   * Marks a log as diverged; an earlier reason stays. A log whose row is gone gets the row of an empty log, so that the
   * fault shows.
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
  /** `unpublished` is the reason, as JSON. */
  markUnpublished: (tenantId: string, unpublished: string) =>
    db.update(tenantLogs).set({ unpublished }).where(eq(tenantLogs.tenantId, tenantId)),

  markPublished: (tenantId: string) =>
    db
      .update(tenantLogs)
      .set({ unpublished: null })
      .where(and(eq(tenantLogs.tenantId, tenantId), isNotNull(tenantLogs.unpublished))),

  /** Tenants whose log could not be published, in random order, so that none is always last. */
  unpublished: (limit: number) =>
    db
      .select({ tenantId: tenantLogs.tenantId })
      .from(tenantLogs)
      .where(and(gte(tenantLogs.tenantId, ''), isNotNull(tenantLogs.unpublished)))
      .orderBy(sql`random()`)
      .limit(limit),
})

/** Whether the batch of a seal failed because another seal moved the log on, or another executor has the run. */
export const isSealConflict = (error: unknown): boolean =>
  failsWith(error, /constraint failed: (tenant_logs|receipts|runs)\./i)
