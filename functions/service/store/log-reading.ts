import { receipts } from '@tallystick/schema/log-tables'
import { runs } from '@tallystick/schema/tables'
import { and, asc, eq, getTableColumns, gte, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { deletionPrefix, type ReceiptRow } from './receipt-store.ts'

/** Receipts `[from, before)`, at most `limit` of them. */
export interface ReceiptRange {
  readonly from: number
  readonly before: number
  readonly limit: number
}

/** What the row of a run says that its receipt binds. */
export type AuditedRun = Pick<typeof runs.$inferSelect, keyof typeof auditedRun>

/** A receipt with the run that it names, or a deletion with what it names. */
export interface ReceiptWithRun {
  readonly receipt: ReceiptRow
  /** Null where the tenant has no such run. */
  readonly run: AuditedRun | null
  /** 1 where a row says that the run was deleted; else 0. */
  readonly hasDeletion: number
  /** 1 where the tenant has the dataset whose deletion this is; else 0. */
  readonly hasDataset: number
}

/** Statements that read a tenant's log from its beginning, page by page, to publish and to audit it. Only `lines` may go into a batch. */
export const logReading = (db: Database) => ({
  /** The lines of receipts, in order. */
  lines: (tenantId: string, range: ReceiptRange) =>
    db
      .select({ sequence: receipts.sequence, line: receipts.line })
      .from(receipts)
      .where(inRange(tenantId, range))
      .orderBy(asc(receipts.sequence))
      .limit(range.limit),

  /** The first receipt from a sequence on that has a signed checkpoint: at most one row. */
  signedFrom: (tenantId: string, sequence: number) =>
    db
      .select({ sequence: receipts.sequence, checkpoint: receipts.checkpoint })
      .from(receipts)
      .where(and(eq(receipts.tenantId, tenantId), gte(receipts.sequence, sequence), isNotNull(receipts.checkpoint)))
      .orderBy(asc(receipts.sequence))
      .limit(1),

  /** Receipts with their runs, and deletions with what they name, in order. */
  withRuns: (tenantId: string, range: ReceiptRange) =>
    db
      .select({
        receipt: getTableColumns(receipts),
        run: auditedRun,
        hasDeletion: sql<number>`EXISTS (SELECT 1 FROM receipts d WHERE d.tenant_id = ${tenantId} AND d.run_id = ${deletionPrefix} || ${receipts.runId})`,
        hasDataset: sql<number>`EXISTS (SELECT 1 FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.id = ${deletedId})`,
      })
      .from(receipts)
      .leftJoin(runs, and(eq(runs.tenantId, tenantId), sql`${runs.id} = coalesce(${deletedId}, ${receipts.runId})`))
      .where(inRange(tenantId, range))
      .orderBy(asc(receipts.sequence))
      .limit(range.limit),

  /** Ids of completed runs that no receipt names. Walks the tenant's completed runs. */
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

/** The id in the name of a deletion; NULL in that of a receipt. */
const deletedId = sql`CASE WHEN substr(${receipts.runId}, 1, ${deletionPrefix.length}) = ${deletionPrefix} THEN substr(${receipts.runId}, ${deletionPrefix.length + 1}) END`

const auditedRun = {
  status: runs.status,
  // The receipt has a column of this name, too.
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
