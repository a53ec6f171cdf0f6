import {
  agedItems,
  agedLooks,
  closeLines,
  decisions,
  openings,
  periodDatasets,
  periods,
  reconciliationPolicies,
  reconciliationSettings,
  reconciliations,
  signoffs,
  stagedActs,
} from '@tallystick/schema/close-tables'
import { idSegments } from '@tallystick/schema/folder-tables'
import { inboxFiles, inboxLinks } from '@tallystick/schema/inbox-tables'
import { receipts, tenantLogs } from '@tallystick/schema/log-tables'
import { auditEvents, invitations, members, sessions } from '@tallystick/schema/people-tables'
import { schedules } from '@tallystick/schema/schedule-tables'
import {
  apiKeys,
  datasetChunks,
  datasets,
  idempotencyKeys,
  policyParts,
  resultChunks,
  runs,
  tenantStorage,
  tenants,
} from '@tallystick/schema/tables'
import { deliveries, webhooks } from '@tallystick/schema/webhook-tables'
import { and, asc, eq, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { usageStore } from './usage-store.ts'

/** The tables that a deletion empties, with the most rows that one batch removes. */
const tablesOfLines = [
  [datasetChunks, 100],
  [resultChunks, 100],
  [idSegments, 100],
  [policyParts, 50],
  [datasets, 500],
  [runs, 500],
  [idempotencyKeys, 500],
  [apiKeys, 500],
  [sessions, 500],
  [invitations, 500],
  [members, 500],
  [auditEvents, 500],
  [closeLines, 50],
  [openings, 500],
  [reconciliationPolicies, 100],
  [reconciliationSettings, 100],
  [reconciliations, 500],
  [schedules, 500],
  [agedLooks, 500],
  [agedItems, 1_000],
  [decisions, 500],
  [signoffs, 100],
  [stagedActs, 50],
  [periodDatasets, 500],
  [periods, 500],
  [deliveries, 100],
  [webhooks, 100],
  [inboxFiles, 100],
  [inboxLinks, 500],
] as const

const receiptCountMax = 1_000

/** Statements by which the scheduled handler removes the data of a tenant that is due. Each call is bounded. */
export const tenantSweeps = (db: Database) => ({
  ...dueTenants(db),
  ...removals(db),
  ...oldOnes(db),
})

const dueTenants = (db: Database) => ({
  /** Tenants that are due by `now`, the longest waiting first. */
  due: (now: number, limit: number) =>
    db
      .select({ id: tenants.id, settings: tenants.settings, deletedAt: tenants.deletedAt, sweepAt: tenants.sweepAt })
      .from(tenants)
      .where(lte(tenants.sweepAt, now))
      .orderBy(asc(tenants.sweepAt))
      .limit(limit),

  /**
   * `next` is null for never. Changes nothing, and returns no row, when a request has changed `sweepAt` since it was
   * `before`.
   */
  schedule: (tenantId: string, { before, next }: { readonly before: number | null; readonly next: number | null }) =>
    db
      .update(tenants)
      .set({ sweepAt: next })
      .where(and(eq(tenants.id, tenantId), sql`${tenants.sweepAt} IS ${before}`))
      .returning({ id: tenants.id }),
})

const removals = (db: Database) => ({
  /** Removes one batch of a tenant's keys and lines. False when none were left. */
  async removeLines(tenantId: string): Promise<boolean> {
    const [first, ...others] = tablesOfLines.map(([table, limit]) => removal(db, tenantId, { table, limit }))
    const removed = first === undefined ? [] : await db.batch([first, ...others])
    return removed.some(({ meta }) => meta.changes > 0)
  },

  /** Removes one batch of a tenant's receipts. False when none were left. */
  async removeReceipts(tenantId: string): Promise<boolean> {
    const { meta } = await removal(db, tenantId, { table: receipts, limit: receiptCountMax })
    return meta.changes > 0
  },

  /** Goes after all lines and receipts are removed. */
  async removeTenant(tenantId: string): Promise<void> {
    await db.batch([
      db.delete(tenantLogs).where(eq(tenantLogs.tenantId, tenantId)),
      db.delete(tenantStorage).where(eq(tenantStorage.tenantId, tenantId)),
      usageStore(db).remove(tenantId),
      db.delete(tenants).where(eq(tenants.id, tenantId)),
    ])
  },
})

const oldOnes = (db: Database) => ({
  /** The oldest ended runs of a tenant with ids between `after` and `before` that are not of a period. */
  oldRuns: (tenantId: string, { after, before, limit }: OldOnes) =>
    db
      .select({ id: runs.id })
      .from(runs)
      .where(
        and(
          eq(runs.tenantId, tenantId),
          gt(runs.id, after),
          lt(runs.id, before),
          inArray(sql`+${runs.status}`, ended),
          sql`(${runs.period} IS NULL OR ${runs.replayOf} IS NOT NULL)`,
        ),
      )
      .orderBy(asc(runs.id))
      .limit(limit),

  /**
   * The oldest sealed datasets of a tenant with ids between `after` and `before` to which no unfinished run is pinned and
   * that no period reads.
   */
  oldDatasets: (tenantId: string, { after, before, limit }: OldOnes) =>
    db
      .select({ id: datasets.id })
      .from(datasets)
      .where(
        and(
          eq(datasets.tenantId, tenantId),
          gt(datasets.id, after),
          lt(datasets.id, before),
          sql`+${datasets.state} = 'sealed'`,
          sql`NOT EXISTS (
            SELECT 1 FROM runs r WHERE r.tenant_id = ${tenantId} AND r.status IN ('queued', 'running')
            AND (${pinnedId('source')} = ${datasets.id} OR ${pinnedId('target')} = ${datasets.id}))`,
          sql`NOT EXISTS (
            SELECT 1 FROM period_datasets p WHERE p.tenant_id = ${tenantId} AND p.dataset_id = ${datasets.id})`,
        ),
      )
      .orderBy(asc(datasets.id))
      .limit(limit),
})

interface OldOnes {
  readonly after: string
  readonly before: string
  readonly limit: number
}

/** A run whose JSON is corrupt counts as pinned to no dataset. */
const pinnedId = (side: 'source' | 'target'): SQL =>
  sql.raw(`CASE WHEN json_valid(r.${side}) THEN r.${side} ->> '$.datasetId' END`)

const ended = ['completed', 'failed', 'cancelled']

interface Removal {
  readonly table: SQLiteTable
  readonly limit: number
}

const removal = (db: Database, tenantId: string, { table, limit }: Removal) =>
  db.delete(table).where(ofTenant(tenantId, { table, limit }))

const ofTenant = (tenantId: string, { table, limit }: Removal): SQL =>
  sql`tenant_id = ${tenantId} AND rowid IN (SELECT rowid FROM ${table} WHERE tenant_id = ${tenantId} LIMIT ${limit})`
