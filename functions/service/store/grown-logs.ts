import { tenantLogs } from '@tallystick/schema/log-tables'
import { asc, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A log whose head may belong into the index: its row, and the note that was signed for its newest receipt. */
export type GrownLog = Awaited<ReturnType<ReturnType<typeof grownLogStore>['unindexed']>>[number]

/**
 * Why the head of a log is set aside: nothing that we signed says what its row says; the index has a head that it does not
 * continue; what the proof of that is made of cannot be read; or its row said that the index has more of it than it has.
 */
export const setAsideReasons = ['unsigned', 'forked', 'unreadable', 'overstated'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

/**
 * Statements on the logs whose heads may belong into the index log, of all tenants: for the scheduled handler alone.
 */
export const grownLogStore = (db: Database) => ({
  /**
   * At most `limit` logs whose row says that the index does not have exactly them, or that were set aside, and which are
   * due by `now`, the longest waiting first; none that diverged. The partial index has the rows of these logs alone.
   */
  unindexed: (now: number, limit: number) =>
    db
      .select(columns)
      .from(tenantLogs)
      .where(
        sql`(${tenantLogs.size} <> ${tenantLogs.indexedSize} OR ${tenantLogs.setAside} IS NOT NULL) AND ${tenantLogs.indexDueAt} <= ${now} AND ${tenantLogs.diverged} IS NULL`,
      )
      .orderBy(asc(tenantLogs.indexDueAt))
      .limit(limit),

  /**
   * At most `limit` logs, whatever their rows say, in the order of the random ends of their tenants' ids, from that of the
   * id `from` on.
   */
  byChance: (from: string, limit: number) =>
    db.select(columns).from(tenantLogs).where(sql`${chance} >= substr(${from}, 15)`).orderBy(chance).limit(limit),

  /** Stores which size of each tenant's log is in the index: from then on these logs wait behind the others. */
  markIndexed: (heads: readonly { readonly tenantId: string; readonly size: number }[], now: number) =>
    db
      .update(tenantLogs)
      .set({
        indexedSize: sql`(SELECT max(each.value ->> 'size', ${tenantLogs.indexedSize}) FROM json_each(${JSON.stringify(heads)}) each WHERE each.value ->> 'tenantId' = ${tenantLogs.tenantId})`,
        indexDueAt: now,
        setAside: null,
      })
      .where(inIds(heads.map(({ tenantId }) => tenantId))),

  /** Stores why the heads of logs cannot be put into the index, as JSON, when they are tried again, and how far it has them. */
  setAside: (found: readonly SetAside[]) => {
    const ofRow = (member: Exclude<keyof SetAside, 'tenantId'>) =>
      sql`(SELECT each.value ->> ${sql.raw(`'${member}'`)} FROM json_each(${JSON.stringify(found)}) each WHERE each.value ->> 'tenantId' = ${tenantLogs.tenantId})`
    return db
      .update(tenantLogs)
      .set({ setAside: ofRow('text'), indexDueAt: ofRow('dueAt'), indexedSize: ofRow('indexedSize') })
      .where(inIds(found.map(({ tenantId }) => tenantId)))
  },
})

interface SetAside {
  readonly tenantId: string
  readonly text: string
  readonly dueAt: number
  readonly indexedSize: number
}

const columns = {
  tenantId: tenantLogs.tenantId,
  size: tenantLogs.size,
  root: tenantLogs.root,
  indexedSize: tenantLogs.indexedSize,
  indexDueAt: tenantLogs.indexDueAt,
  diverged: tenantLogs.diverged,
  // The names are in full: `tenant_id` alone would be the receipt's own.
  checkpoint: sql<
    string | null
  >`(SELECT r.checkpoint FROM receipts r WHERE r.tenant_id = tenant_logs.tenant_id AND r.sequence = tenant_logs.size - 1)`,
}

const chance = sql`substr(${tenantLogs.tenantId}, 15)`

const inIds = (tenantIds: readonly string[]) =>
  sql`${tenantLogs.tenantId} IN (SELECT each.value FROM json_each(${JSON.stringify(tenantIds)}) each)`
