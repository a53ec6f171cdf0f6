import type { RunState } from '@tallystick/schema/run'
import { runs } from '@tallystick/schema/tables'
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { type Operand, type Places, written } from './written.ts'

/** A run with the signed checkpoint of its receipt, which is null while the run has no receipt. */
export type RunRow = typeof runs.$inferSelect & { readonly checkpoint: string | null }

/** A run in a list: without its rules, which may be long. */
export type ListedRunRow = Omit<RunRow, 'rules'>

export interface RunListQuery {
  readonly status?: RunState | undefined
  readonly adapter?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

export const runStore = (db: Database) => ({
  find: (tenantId: string, id: string) => find(db, { tenantId, id }),

  /** The run that the items of a period come from: at most one row. */
  ofPeriod: (tenantId: string, periodId: string) =>
    db
      .select(columnsOf(tenantId))
      .from(runs)
      .where(
        and(
          eq(runs.tenantId, tenantId),
          sql`${runs.id} = (SELECT p.run_id FROM periods p WHERE p.tenant_id = ${tenantId} AND p.id = ${periodId})`,
        ),
      ),

  /** Stores a queued run if the guard holds; else the statement fails, and its batch with it: see `isRunConflict`. */
  insert: (row: typeof runs.$inferSelect, { datasetIds, openPeriodId, unfinishedCountMax }: RunGuard) =>
    insert(db, { ...row, datasetIds: JSON.stringify(datasetIds), openPeriodId, unfinishedCountMax }),

  /** Oldest first, after the id `after`. */
  page: (tenantId: string, { after, limit }: { readonly after: string; readonly limit: number }) =>
    db
      .select(columnsOf(tenantId))
      .from(runs)
      .where(and(eq(runs.tenantId, tenantId), gt(runs.id, after)))
      .orderBy(asc(runs.id))
      .limit(limit),

  /** Newest first. Walks an index that fits the filter, never the table. */
  list: (tenantId: string, query: RunListQuery) =>
    db
      .select(listedColumnsOf(tenantId))
      .from(runs)
      .where(
        query.adapter === undefined
          ? and(...conditionsOf(tenantId, query))
          : and(
              eq(runs.tenantId, tenantId),
              inArray(runs.id, idsOfEitherSide(db, tenantId, { ...query, adapter: query.adapter })),
            ),
      )
      .orderBy(desc(runs.id))
      .limit(query.limit),
})

/** The checkpoint is a subselect: in a batch, drizzle mixes up joined columns of equal names. */
const columnsOf = (tenantId: Operand) => ({
  ...getTableColumns(runs),
  checkpoint: sql<string | null>`(
    SELECT receipts.checkpoint FROM receipts WHERE receipts.tenant_id = ${tenantId} AND receipts.run_id = runs.id
  )`.as('checkpoint'),
})

const find = written((db, at: Places<Pick<RunRow, 'tenantId' | 'id'>>) =>
  db
    .select(columnsOf(at.tenantId))
    .from(runs)
    .where(and(eq(runs.tenantId, at.tenantId), eq(runs.id, at.id))),
)

/** The columns of a run without a receipt, for a statement that cannot look for one. */
export const unsealedColumns = { ...getTableColumns(runs), checkpoint: sql<null>`NULL` }

const listedColumnsOf = (tenantId: string) => {
  const { rules: _, ...columns } = columnsOf(tenantId)
  return columns
}

/** The newest ids of runs with the adapter as source or target, at most `limit` for each side. */
function idsOfEitherSide(db: Database, tenantId: string, query: RunListQuery & { readonly adapter: string }) {
  const newest = (side: SQL) => {
    const page = db
      .select({ id: runs.id })
      .from(runs)
      .where(and(side, ...conditionsOf(tenantId, query)))
      .orderBy(desc(runs.id))
      .limit(query.limit)
      .as('page')
    return db.select({ id: page.id }).from(page)
  }
  return union(newest(eq(runs.sourceAdapter, query.adapter)), newest(eq(runs.targetAdapter, query.adapter)))
}

const conditionsOf = (tenantId: string, query: RunListQuery): (SQL | undefined)[] => [
  eq(runs.tenantId, tenantId),
  query.status === undefined ? undefined : eq(runs.status, query.status),
  query.before === undefined ? undefined : lt(runs.id, query.before),
]

interface RunGuard {
  readonly datasetIds: readonly string[]
  /** The period of the run, which has to be open; null for none. */
  readonly openPeriodId: string | null
  /** For a run in pieces, how many unfinished runs the tenant may have, including this one; null for no limit. */
  readonly unfinishedCountMax: number | null
}

/** A list in one parameter: a period may read more datasets than a statement takes parameters. */
type GuardedRow = typeof runs.$inferSelect & Omit<RunGuard, 'datasetIds'> & { readonly datasetIds: string }

const insert = written((db, at: Places<GuardedRow>) => db.insert(runs).values({ ...at, status: queuedIf(at) }))

/** `queued` if the guard holds, else NULL, which the table forbids. */
const queuedIf = ({ tenantId, datasetIds, openPeriodId, unfinishedCountMax }: Places<GuardedRow>): SQL =>
  sql`CASE WHEN NOT EXISTS (SELECT 1 FROM json_each(${datasetIds}) e WHERE NOT EXISTS (
      SELECT 1 FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.id = e.value AND d.state = 'sealed'))
    AND (${openPeriodId} IS NULL OR EXISTS (
      SELECT 1 FROM periods p WHERE p.tenant_id = ${tenantId} AND p.id = ${openPeriodId} AND p.state = 'open'))
    AND (${unfinishedCountMax} IS NULL OR (
      SELECT count(*) FROM runs r WHERE r.tenant_id = ${tenantId} AND r.status IN ('queued', 'running') AND r.in_pieces = 1
    ) < ${unfinishedCountMax}) THEN 'queued' END`

/** Whether a batch failed because the guard of a run did not hold. */
export const isRunConflict = (error: unknown): boolean => failsWith(error, /NOT NULL constraint failed: runs\.status/i)
