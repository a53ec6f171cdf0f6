import { tenantLogs } from '@tallystick/schema/log-tables'
import { asc, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A log that has grown since its head went into the index: its row, and the note that was signed for its newest receipt. */
export type GrownLog = Awaited<ReturnType<ReturnType<typeof grownLogStore>['unindexed']>>[number]

/**
 * Why the head of a log is set aside: nothing that we signed says what its row says; the index has a head that it does not
 * continue; or what the proof of that is made of cannot be read.
 */
export const setAsideReasons = ['unsigned', 'forked', 'unreadable'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

/**
 * Statements on the logs that have grown since their heads went into the index log, of all tenants: for the scheduled
 * handler alone.
 */
export const grownLogStore = (db: Database) => ({
  /**
   * At most `limit` tenants whose log has grown since its head went into the index, and which are due by `now`, the longest
   * waiting first, each with the note that was signed for its newest receipt; none of a log that diverged. The partial
   * index has a row for each log that has grown alone.
   */
  unindexed: (now: number, limit: number) =>
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
        sql`${tenantLogs.size} > ${tenantLogs.indexedSize} AND ${tenantLogs.indexDueAt} <= ${now} AND ${tenantLogs.diverged} IS NULL`,
      )
      .orderBy(asc(tenantLogs.indexDueAt))
      .limit(limit),

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

  /** Stores why the heads of logs cannot be put into the index, as JSON, and when they are tried again. */
  setAside: (found: readonly { readonly tenantId: string; readonly text: string; readonly dueAt: number }[]) => {
    const ofRow = (member: 'text' | 'dueAt') =>
      sql`(SELECT each.value ->> ${sql.raw(`'${member}'`)} FROM json_each(${JSON.stringify(found)}) each WHERE each.value ->> 'tenantId' = ${tenantLogs.tenantId})`
    return db
      .update(tenantLogs)
      .set({ setAside: ofRow('text'), indexDueAt: ofRow('dueAt') })
      .where(inIds(found.map(({ tenantId }) => tenantId)))
  },
})

const inIds = (tenantIds: readonly string[]) =>
  sql`${tenantLogs.tenantId} IN (SELECT each.value FROM json_each(${JSON.stringify(tenantIds)}) each)`
