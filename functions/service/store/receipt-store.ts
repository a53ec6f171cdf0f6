import { isDeletion, isReceipt, type LogEntry } from '@tallystick/engine/log'
import { receipts, tenantLogs } from '@tallystick/schema/log-tables'
import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import { firstIdAfter } from '../platform/ids.ts'
import type { Database } from './database.ts'
import { type Places, written } from './written.ts'

export type ReceiptRow = typeof receipts.$inferSelect

/** The name of a log entry in its row, unique in a tenant's log: the run's id, `deleted/<id>` or `acts/<id>`. */
export function storedNameOf(entry: LogEntry): string {
  if (isDeletion(entry)) return deletionNameOf(entry.id)
  return isReceipt(entry) ? entry.run : `${actPrefix}${entry.id}`
}

/** Of the entries about periods beside receipts. */
export const actPrefix = 'acts/'

/** The first text behind all that begin with `actPrefix`. */
const afterActs = 'acts0'

export const deletionPrefix = 'deleted/'

const deletionNameOf = (id: string): string => `${deletionPrefix}${id}`

export const receiptStore = (db: Database) => ({
  ...singleStatements(db),
  ...deletionStatements(db),
  ...newestStatements(db),
  ...rangeStatements(db),
})

const singleStatements = (db: Database) => ({
  ofRun: (tenantId: string, runId: string) => ofRun(db, { tenantId, runId }),

  /** The receipt before that of a run: at most one row. */
  beforeRun: (tenantId: string, runId: string) =>
    db
      .select()
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, tenantId),
          eq(
            receipts.sequence,
            sql`(SELECT own.sequence - 1 FROM receipts own WHERE own.tenant_id = ${tenantId} AND own.run_id = ${runId})`,
          ),
        ),
      ),

  /**
   * The entries about a period, in order, but the receipts of its runs. Reads every entry about any period of the tenant
   * that is younger than this period.
   */
  ofPeriod: (tenantId: string, periodId: string) =>
    db
      .select()
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, tenantId),
          gte(receipts.runId, `${actPrefix}${firstIdAfter('act', periodId)}`),
          lt(receipts.runId, afterActs),
          sql`CASE WHEN json_valid(${receipts.line}) THEN ${receipts.line} ->> '$.period' END = ${periodId}`,
        ),
      )
      .orderBy(asc(receipts.sequence)),

  at: (tenantId: string, sequence: number) =>
    db
      .select()
      .from(receipts)
      .where(and(eq(receipts.tenantId, tenantId), eq(receipts.sequence, sequence))),
})

const ofRun = written((db, at: Places<Pick<ReceiptRow, 'tenantId' | 'runId'>>) =>
  db
    .select()
    .from(receipts)
    .where(and(eq(receipts.tenantId, at.tenantId), eq(receipts.runId, at.runId))),
)

const deletionStatements = (db: Database) => ({
  deletionOf: (tenantId: string, id: string) =>
    db
      .select()
      .from(receipts)
      .where(and(eq(receipts.tenantId, tenantId), eq(receipts.runId, deletionNameOf(id)))),

  deletionsOf: (tenantId: string, ids: readonly string[]) =>
    db
      .select()
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, tenantId),
          sql`${receipts.runId} IN (SELECT each.value FROM json_each(${JSON.stringify(ids.map(deletionNameOf))}) each)`,
        ),
      ),

  /** The deletions of a run and of its two datasets: at most three rows. */
  deletionsAround: (tenantId: string, runId: string) =>
    db
      .select()
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, tenantId),
          sql`${receipts.runId} IN (${deletionNameOf(runId)}, ${datasetOf(tenantId, runId, 'source')}, ${datasetOf(tenantId, runId, 'target')})`,
        ),
      ),
})

/** The stored name of the deletion of a run's dataset. Corrupt JSON names none. */
const datasetOf = (tenantId: string, runId: string, side: 'source' | 'target') => {
  const column = sql.raw(`r.${side}`)
  return sql`(SELECT ${deletionPrefix} || CASE WHEN json_valid(${column}) THEN json_extract(${column}, '$.datasetId') END FROM runs r WHERE r.tenant_id = ${tenantId} AND r.id = ${runId})`
}

const newestStatements = (db: Database) => ({
  /** The newest receipt by the size in the log's row, and any receipt beyond it: at most two rows. */
  newest: (tenantId: string) => newest(db, { tenantId }),

  /** The time of the latest entry of all logs, or null. The condition on the tenant makes SQLite search an index. */
  latestTime: () =>
    db
      .select({ time: sql<string | null>`max(json_extract(${receipts.line}, '$.completedAt'))` })
      .from(tenantLogs)
      .innerJoin(
        receipts,
        and(eq(receipts.tenantId, tenantLogs.tenantId), eq(receipts.sequence, sql`${tenantLogs.size} - 1`)),
      )
      .where(and(gte(tenantLogs.tenantId, ''), sql`json_valid(${receipts.line})`)),
})

const newest = written((db, at: Places<Pick<ReceiptRow, 'tenantId'>>) =>
  db
    .select()
    .from(receipts)
    .where(
      and(
        eq(receipts.tenantId, at.tenantId),
        gte(receipts.sequence, sql`(SELECT l.size - 1 FROM tenant_logs l WHERE l.tenant_id = ${at.tenantId})`),
      ),
    )
    .orderBy(asc(receipts.sequence))
    .limit(2),
)

const rangeStatements = (db: Database) => ({
  from: (tenantId: string, { sequence, limit }: { sequence: number; limit: number }) =>
    db
      .select()
      .from(receipts)
      .where(and(eq(receipts.tenantId, tenantId), gte(receipts.sequence, sequence)))
      .orderBy(asc(receipts.sequence))
      .limit(limit),

  /** Receipts below `before` whose runs are gone, deleted or not, newest first. Reads every receipt on its way. */
  lost: (tenantId: string, { before, limit }: { before: number; limit: number }) =>
    db
      .select({
        sequence: receipts.sequence,
        runId: receipts.runId,
        leafHash: receipts.leafHash,
        line: receipts.line,
      })
      .from(receipts)
      .where(
        and(
          eq(receipts.tenantId, tenantId),
          lt(receipts.sequence, before),
          sql`instr(${receipts.runId}, '/') = 0`,
          sql`NOT EXISTS (SELECT 1 FROM runs r WHERE r.tenant_id = ${tenantId} AND r.id = ${receipts.runId})`,
        ),
      )
      .orderBy(desc(receipts.sequence))
      .limit(limit),

  /** Removes receipts from `sequence` on. Only for receipts that differ from the signed ones. */
  removeFrom: (tenantId: string, sequence: number) =>
    db.delete(receipts).where(and(eq(receipts.tenantId, tenantId), gte(receipts.sequence, sequence))),

  /** The leaf hashes of receipts between two sequences, both exclusive. */
  hashesBetween: (tenantId: string, { after, before, limit }: { after: number; before: number; limit: number }) =>
    db
      .select({ sequence: receipts.sequence, leafHash: receipts.leafHash })
      .from(receipts)
      .where(and(eq(receipts.tenantId, tenantId), gt(receipts.sequence, after), lt(receipts.sequence, before)))
      .orderBy(asc(receipts.sequence))
      .limit(limit),
})
