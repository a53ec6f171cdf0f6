import { tenantLogs } from '@tallystick/schema/log-tables'
import { asc, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A log whose head may have to go into the index, with the signed checkpoint of its newest receipt. */
export type GrownLog = Awaited<ReturnType<ReturnType<typeof grownLogStore>['unindexed']>>[number]

/**
 * Why the index does not take the head of a log: `unsigned`, no signed checkpoint confirms the row of the log;
 * `forked`, the index has a head that the log does not continue; `unreadable`, the receipts that would prove its
 * continuation cannot be read; `overstated`, the row claims that the index has more of the log than it has.
 */
export const setAsideReasons = ['unsigned', 'forked', 'unreadable', 'overstated'] as const
export type SetAsideReason = (typeof setAsideReasons)[number]

/** Statements on logs of all tenants whose heads may have to go into the index, for the scheduled handler only. */
export const grownLogStore = (db: Database) => ({
  /** Logs that the index lacks or set aside, and that are due, the longest waiting first. Uses a partial index. */
  unindexed: (now: number, limit: number) =>
    db
      .select(columns)
      .from(tenantLogs)
      .where(
        sql`(${tenantLogs.size} <> ${tenantLogs.indexedSize} OR ${tenantLogs.setAside} IS NOT NULL) AND ${tenantLogs.indexDueAt} <= ${now} AND ${tenantLogs.diverged} IS NULL`,
      )
      .orderBy(asc(tenantLogs.indexDueAt))
      .limit(limit),

  /** Logs of any state, ordered by the random ends of their tenants' ids, from the end of `from` on. */
  byChance: (from: string, limit: number) =>
    db.select(columns).from(tenantLogs).where(sql`${chance} >= substr(${from}, 15)`).orderBy(chance).limit(limit),

  /** Stores which size of each log is in the index. From now on these logs wait behind the others. */
  markIndexed: (heads: readonly { readonly tenantId: string; readonly size: number }[], now: number) =>
    db
      .update(tenantLogs)
      .set({
        indexedSize: sql`(SELECT max(each.value ->> 'size', ${tenantLogs.indexedSize}) FROM json_each(${JSON.stringify(heads)}) each WHERE each.value ->> 'tenantId' = ${tenantLogs.tenantId})`,
        indexDueAt: now,
        setAside: null,
      })
      .where(inIds(heads.map(({ tenantId }) => tenantId))),

  /** Stores why heads cannot go into the index (as JSON), when to try them again, and which size the index has. */
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
  // Full table names: a bare `tenant_id` would mean the receipt's own.
  checkpoint: sql<
    string | null
  >`(SELECT r.checkpoint FROM receipts r WHERE r.tenant_id = tenant_logs.tenant_id AND r.sequence = tenant_logs.size - 1)`,
}

const chance = sql`substr(${tenantLogs.tenantId}, 15)`

const inIds = (tenantIds: readonly string[]) =>
  sql`${tenantLogs.tenantId} IN (SELECT each.value FROM json_each(${JSON.stringify(tenantIds)}) each)`
