import { receipts } from '@tallystick/schema/log-tables'
import { runs } from '@tallystick/schema/tables'
import { and, asc, eq, getTableColumns, gte, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { actPrefix, deletionPrefix, type ReceiptRow } from './receipt-store.ts'
import { type Places, written } from './written.ts'

interface ReceiptRange {
  readonly from: number
  readonly before: number
  readonly limit: number
}

/** The columns of a run that its receipt binds. */
export type AuditedRun = Pick<typeof runs.$inferSelect, keyof typeof auditedRun>

export interface ReceiptWithRun {
  readonly receipt: ReceiptRow
  readonly run: AuditedRun | null
  /** 1 where the log has a deletion of the run, else 0. */
  readonly hasDeletion: number
  /** For the deletion of a dataset: 1 where the dataset still exists, else 0. */
  readonly hasDataset: number
  /** For an entry about a period: how many decisions or sign-offs are stored of it. */
  readonly actCount: number
}

/**
 * Statements that read a log page by page from its beginning, to publish and to audit it. Only `lines` may go into a
 * batch.
 */
export const logReading = (db: Database) => ({
  lines: (tenantId: string, range: ReceiptRange) => lines(db, { tenantId, ...range }),

  /** The first receipt from `sequence` on that has a signed checkpoint: at most one row. */
  signedFrom: (tenantId: string, sequence: number) =>
    db
      .select({ sequence: receipts.sequence, checkpoint: receipts.checkpoint })
      .from(receipts)
      .where(and(eq(receipts.tenantId, tenantId), gte(receipts.sequence, sequence), isNotNull(receipts.checkpoint)))
      .orderBy(asc(receipts.sequence))
      .limit(1),

  withRuns: (tenantId: string, range: ReceiptRange) =>
    db
      .select({
        receipt: getTableColumns(receipts),
        run: auditedRun,
        hasDeletion: sql<number>`EXISTS (SELECT 1 FROM receipts d WHERE d.tenant_id = ${tenantId} AND d.run_id = ${deletionPrefix} || ${receipts.runId})`,
        hasDataset: sql<number>`EXISTS (SELECT 1 FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.id = ${deletedId})`,
        actCount: sql<number>`(SELECT count(*) FROM decisions d WHERE d.tenant_id = ${tenantId} AND d.batch = ${actId})
          + (SELECT count(*) FROM signoffs s WHERE s.tenant_id = ${tenantId} AND s.id = ${actId})`,
      })
      .from(receipts)
      .leftJoin(runs, and(eq(runs.tenantId, tenantId), sql`${runs.id} = coalesce(${deletedId}, ${receipts.runId})`))
      .where(inRange(tenantId, range))
      .orderBy(asc(receipts.sequence))
      .limit(range.limit),

  /** The ids of completed runs without a receipt. Walks all completed runs of the tenant. */
  withoutReceipt: (tenantId: string, limit: number) =>
    db
      .select({ id: runs.id })
      .from(runs)
      .where(
        and(
          eq(runs.tenantId, tenantId),
          eq(runs.status, 'completed'),
          notExists(
            db
              .select({ one: sql`1` })
              .from(receipts)
              .where(and(eq(receipts.tenantId, tenantId), eq(receipts.runId, runs.id))),
          ),
        ),
      )
      .orderBy(asc(runs.id))
      .limit(limit),
})

const lines = written((db, at: Places<ReceiptRange & { readonly tenantId: string }>) =>
  db
    .select({ sequence: receipts.sequence, line: receipts.line })
    .from(receipts)
    .where(and(eq(receipts.tenantId, at.tenantId), gte(receipts.sequence, at.from), lt(receipts.sequence, at.before)))
    .orderBy(asc(receipts.sequence))
    .limit(at.limit),
)

/** The deleted id in the stored name of a deletion; NULL for a receipt. */
const deletedId = sql`CASE WHEN substr(${receipts.runId}, 1, ${deletionPrefix.length}) = ${deletionPrefix} THEN substr(${receipts.runId}, ${deletionPrefix.length + 1}) END`

/** The id in the stored name of an entry about a period; NULL for others. */
const actId = sql`CASE WHEN substr(${receipts.runId}, 1, ${actPrefix.length}) = ${actPrefix} THEN substr(${receipts.runId}, ${actPrefix.length + 1}) END`

const auditedRun = {
  status: runs.status,
  // Renamed, because receipts have a column `sequence` too.
  sequence: sql<number | null>`${runs.sequence}`.as('run_sequence'),
  resultRoot: runs.resultRoot,
  policyHash: runs.policyHash,
  engineVersion: runs.engineVersion,
  replayOf: runs.replayOf,
  createdAt: runs.createdAt,
  completedAt: runs.completedAt,
  createdBy: runs.createdBy,
  source: runs.source,
  target: runs.target,
}

const inRange = (tenantId: string, { from, before }: ReceiptRange) =>
  and(eq(receipts.tenantId, tenantId), gte(receipts.sequence, from), lt(receipts.sequence, before))
