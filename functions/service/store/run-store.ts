import type { RunState } from '@tallystick/schema/run'
import { runs } from '@tallystick/schema/tables'
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

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
  find: (tenantId: string, id: string) => selectRun(db, { tenantId, id }),

  /** As `find`, outside of a batch, by a statement that is written once for each database. */
  findAlone: (tenantId: string, id: string) => statementOf(db).all({ tenantId, id }),

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

  /** The status may be an expression that guards the insertion. */
  insert: (row: Omit<typeof runs.$inferInsert, 'status'> & { readonly status: string | SQL }) =>
    db.insert(runs).values(row),

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

const selectRun = (db: Database, { tenantId, id }: Readonly<Record<'tenantId' | 'id', string | Placeholder>>) =>
  db
    .select(columnsOf(tenantId))
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)))

/** Writing the statement with all its columns is an eighth of an isolate's work for a run that is read. */
function statementOf(db: Database) {
  const known = statements.get(db)
  if (known !== undefined) return known
  const made = prepareRun(db)
  statements.set(db, made)
  return made
}

const prepareRun = (db: Database) =>
  selectRun(db, { tenantId: sql.placeholder('tenantId'), id: sql.placeholder('id') }).prepare()

const statements = new WeakMap<Database, ReturnType<typeof prepareRun>>()

/** The checkpoint is a subselect: in a batch, drizzle mixes up joined columns of equal names. */
const columnsOf = (tenantId: string | Placeholder) => ({
  ...getTableColumns(runs),
  checkpoint: sql<string | null>`(
    SELECT receipts.checkpoint FROM receipts WHERE receipts.tenant_id = ${tenantId} AND receipts.run_id = runs.id
  )`.as('checkpoint'),
})

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
  readonly tenantId: string
  readonly datasetIds: readonly string[]
  /** Of a run of a period, which has to be open. */
  readonly periodId: string | undefined
  /** For a run in pieces: how many unfinished runs the tenant may have, including this one. */
  readonly unfinishedCountMax: number | undefined
}

/** `queued` if the guard holds, else NULL, which the table forbids. See `isRunConflict`. */
export function queuedIf({ tenantId, datasetIds, periodId, unfinishedCountMax }: RunGuard): SQL {
  // A list in one parameter: a period may read more datasets than a statement takes parameters.
  const sealed = sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(datasetIds)}) e WHERE NOT EXISTS (
    SELECT 1 FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.id = e.value AND d.state = 'sealed'))`
  const few =
    unfinishedCountMax === undefined
      ? []
      : [
          sql`(SELECT count(*) FROM runs r WHERE r.tenant_id = ${tenantId} AND r.status IN ('queued', 'running') AND r.in_pieces = 1) < ${unfinishedCountMax}`,
        ]
  const open =
    periodId === undefined
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM periods p WHERE p.tenant_id = ${tenantId} AND p.id = ${periodId} AND p.state = 'open')`,
        ]
  return sql`CASE WHEN ${and(sealed, ...open, ...few)} THEN 'queued' END`
}

/** Whether a batch failed because the guard of a run did not hold. */
export const isRunConflict = (error: unknown): boolean => failsWith(error, /NOT NULL constraint failed: runs\.status/i)
