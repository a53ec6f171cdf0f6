import type { DatasetChunk } from '@tallystick/engine/intake'
import { datasetChunks, datasets } from '@tallystick/schema/tables'
import { and, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { ObjectPlace } from './line-access.ts'
import { type Operand, type Places, written } from './written.ts'

export type DatasetRow = typeof datasets.$inferSelect

/** Lists leave out the statements: they may be longer than the whole page. */
export type ListedDataset = Omit<DatasetRow, 'statements'>

type StoredDatasetChunk = Omit<DatasetChunk, 'bytes' | 'idHashes' | 'idEntries' | 'leafHashes'> & {
  readonly sha256: string
} & Partial<ObjectPlace>

/** How a request names a dataset: by its id, by an adapter, or by a kind with one instance. */
export type DatasetChoice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'adapter'; readonly adapter: string }
  | { readonly by: 'kind'; readonly kind: string }

export const instanceCountMax = 20

/** Only the statements of an upload see a dataset before it is sealed. `chunks.ts` reads chunks. */
export const datasetStore = (db: Database) => ({
  ...datasetStatements(db),
  ...writeStatements(db),
})

const datasetStatements = (db: Database) => ({
  find: (tenantId: string, id: string) => find(db, { tenantId, id }),

  /** Newest first, with ids before `before`. */
  list: (tenantId: string, query: { adapter: string | undefined; before: string | undefined; limit: number }) =>
    db
      .select(listedColumns)
      .from(datasets)
      .where(
        and(
          eq(datasets.tenantId, tenantId),
          sealed,
          query.adapter === undefined ? undefined : eq(datasets.adapter, query.adapter),
          query.before === undefined ? undefined : lt(datasets.id, query.before),
        ),
      )
      .orderBy(desc(datasets.id))
      .limit(query.limit),

  /** The datasets that a request may mean: the newest of each instance when chosen by kind, else at most one. */
  candidates: (tenantId: string, choice: DatasetChoice) => {
    if (choice.by === 'id') return withId(db, { tenantId, id: choice.id })
    if (choice.by === 'adapter') return withAdapter(db, { tenantId, adapter: choice.adapter })
    return ofKind(db, { tenantId, kind: choice.kind })
  },

  /** The adapters that have a dataset, in order of their names. */
  adapters: (tenantId: string, limit: number) =>
    db.all<{ adapter: string }>(sql`WITH RECURSIVE names(adapter) AS (
      SELECT ''
      UNION ALL
      SELECT (
        SELECT d.adapter FROM datasets d
        WHERE d.tenant_id = ${tenantId} AND d.adapter > names.adapter AND +d.state = 'sealed'
        ORDER BY d.adapter LIMIT 1
      ) FROM names WHERE names.adapter IS NOT NULL
      LIMIT ${limit + 1}
    )
    SELECT adapter FROM names WHERE adapter <> ''`),
})

const writeStatements = (db: Database) => ({
  /**
   * Datasets of any tenant that were created before `createdBefore`, never sealed, and have no live writer at `now`.
   */
  abandoned: ({ createdBefore, now }: { createdBefore: number; now: number }, limit: number) =>
    db
      .select({ tenantId: datasets.tenantId, id: datasets.id })
      .from(datasets)
      .where(
        and(
          eq(datasets.state, 'receiving'),
          lt(datasets.createdAt, createdBefore),
          sql`NOT EXISTS (
            SELECT 1 FROM line_folders f WHERE f.tenant_id = ${datasets.tenantId} AND f.owner = ${datasets.id}
            AND f.state = 'writing' AND f.expires_at >= ${now})`,
        ),
      )
      .limit(limit),

  insert: (row: DatasetRow) => db.insert(datasets).values(row),

  insertChunk: (tenantId: string, datasetId: string, chunk: StoredDatasetChunk) =>
    db.insert(datasetChunks).values({ tenantId, datasetId, ...chunk }),

  /** Removes the receiving row. Goes before `insertSealed` in the same batch. */
  endReceiving: (tenantId: string, id: string) => db.delete(datasets).where(isReceiving(tenantId, id)),

  /**
   * Stores the sealed row. Fails, and its batch with it, unless all records are stored, and every object is in `folder`
   * and `folder` is kept.
   */
  insertSealed: (row: DatasetRow, folder: string) =>
    db.insert(datasets).values({
      ...row,
      recordCount: sql`CASE WHEN (
        SELECT coalesce(sum(c.count), 0) FROM dataset_chunks c WHERE c.tenant_id = ${row.tenantId} AND c.dataset_id = ${row.id}
        AND (c.object IS NULL OR substr(c.object, 1, ${folder.length}) = ${folder} AND EXISTS (
          SELECT 1 FROM line_folders f WHERE f.tenant_id = ${row.tenantId} AND f.folder = ${folder} AND f.state = 'kept'
        ))) = ${row.recordCount} THEN ${row.recordCount} END`,
    }),

  /** Removes the row and the chunks of a dataset unless it is sealed. `removeFolders` removes its objects. */
  discard: (tenantId: string, id: string) =>
    [
      db
        .delete(datasetChunks)
        .where(
          and(
            ...ofDataset(tenantId, id),
            sql`NOT EXISTS (SELECT 1 FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.id = ${id} AND d.state = 'sealed')`,
          ),
        ),
      db.delete(datasets).where(isReceiving(tenantId, id)),
    ] as const,
})

const candidateColumns = {
  id: datasets.id,
  adapter: datasets.adapter,
  root: datasets.root,
  recordCount: datasets.recordCount,
  byteCount: datasets.byteCount,
  totals: datasets.totals,
  periodFrom: datasets.periodFrom,
  periodTo: datasets.periodTo,
  warnings: datasets.warnings,
}

const { statements: _, ...listedColumns } = getTableColumns(datasets)

/** The plus keeps SQLite from using the index of states, which has the datasets of every tenant. */
const sealed = sql`+${datasets.state} = 'sealed'`

const ofDataset = (tenantId: string, datasetId: string): SQL[] => [
  eq(datasetChunks.tenantId, tenantId),
  eq(datasetChunks.datasetId, datasetId),
]

const isReceiving = (tenantId: string, id: string) =>
  and(eq(datasets.tenantId, tenantId), eq(datasets.id, id), eq(datasets.state, 'receiving'))

const find = written((db, at: Places<Pick<DatasetRow, 'tenantId' | 'id'>>) =>
  db
    .select()
    .from(datasets)
    .where(and(eq(datasets.tenantId, at.tenantId), eq(datasets.id, at.id), sealed)),
)

const candidatesThat = (db: Database, tenantId: Operand, condition: SQL) =>
  db
    .select(candidateColumns)
    .from(datasets)
    .where(and(eq(datasets.tenantId, tenantId), sealed, condition))

const withId = written((db, at: Places<Pick<DatasetRow, 'tenantId' | 'id'>>) =>
  candidatesThat(db, at.tenantId, eq(datasets.id, at.id)),
)

const withAdapter = written((db, at: Places<Pick<DatasetRow, 'tenantId' | 'adapter'>>) =>
  candidatesThat(db, at.tenantId, sql`${datasets.id} = ${newestOf(at.tenantId, sql`${at.adapter}`)}`),
)

const ofKind = written((db, at: Places<InstancesOfKind>) =>
  candidatesThat(db, at.tenantId, sql`${datasets.id} IN (${newestOfEachInstance(at)})`),
)

interface InstancesOfKind {
  readonly tenantId: string
  readonly kind: string
}

const newestOf = (tenantId: Operand, adapter: SQL): SQL =>
  sql`(SELECT d.id FROM datasets d WHERE d.tenant_id = ${tenantId} AND d.adapter = ${adapter} AND +d.state = 'sealed' ORDER BY d.id DESC LIMIT 1)`

/** Steps along the index from one instance of the kind to the next. `;` is the character after `:`. */
const newestOfEachInstance = ({ tenantId, kind }: Places<InstancesOfKind>): SQL =>
  sql`WITH RECURSIVE instances(adapter) AS (
    SELECT ${kind} || ':'
    UNION ALL
    SELECT (
      SELECT d.adapter FROM datasets d
      WHERE d.tenant_id = ${tenantId} AND d.adapter > instances.adapter AND d.adapter < ${kind} || ';' AND +d.state = 'sealed'
      ORDER BY d.adapter LIMIT 1
    ) FROM instances WHERE instances.adapter IS NOT NULL
    LIMIT ${instanceCountMax + 2}
  )
  SELECT ${newestOf(tenantId, sql`instances.adapter`)} FROM instances
  UNION ALL SELECT ${newestOf(tenantId, sql`${kind}`)}`
