import { canonicalize } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import { datasetChunks, runs } from '@tallystick/schema/tables'
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { type Places, written } from './written.ts'

/** SQL that reads the stored chunks of datasets. Only the readers that `chunks.ts` names use it. */

interface ChunkRange {
  readonly datasetId: string
  readonly fromSeq: number
  readonly limit: number
  /** Selects only chunks that may hold one of these records. */
  readonly ids?: readonly string[] | undefined
}

export type DatasetChunkRow = typeof datasetChunks.$inferSelect

/** `range` and `sizes` go through chunks in order from `fromSeq`; `sizes` and `account` read no text. */
export const datasetChunkStatements = (db: Database) => ({
  range: (tenantId: string, range: ChunkRange) =>
    db
      .select()
      .from(datasetChunks)
      .where(and(...ofDataset(tenantId, range)))
      .orderBy(asc(datasetChunks.seq))
      .limit(range.limit),

  /** The first chunks: `limit` with their lines in rows, or `placeLimit` with their lines in objects. */
  first: (tenantId: string, { datasetId, limit, placeLimit }: FirstChunks) => {
    const isInObject = sql`EXISTS (SELECT 1 FROM ${datasetChunks} f WHERE f.tenant_id = ${tenantId}
      AND f.dataset_id = ${datasetId} AND f.seq = 0 AND f.object IS NOT NULL)`
    return db
      .select()
      .from(datasetChunks)
      .where(
        and(...ofDataset(tenantId, { datasetId, fromSeq: 0 }), sql`(${datasetChunks.seq} < ${limit} OR ${isInObject})`),
      )
      .orderBy(asc(datasetChunks.seq))
      .limit(placeLimit)
  },

  sizes: (tenantId: string, range: ChunkRange) =>
    db
      .select({
        seq: datasetChunks.seq,
        firstLine: datasetChunks.firstLine,
        byteCount: sql<number>`coalesce(${datasetChunks.objectLength}, octet_length(${datasetChunks.text}))`,
      })
      .from(datasetChunks)
      .where(and(...ofDataset(tenantId, range)))
      .orderBy(asc(datasetChunks.seq))
      .limit(range.limit),

  account: (tenantId: string, datasetId: string) =>
    db
      .select({
        lineCount: sql<number>`coalesce(sum(${datasetChunks.count}), 0)`,
        chunkCount: sql<number>`count(*)`,
        lastSeq: sql<number | null>`max(${datasetChunks.seq})`,
      })
      .from(datasetChunks)
      .where(and(eq(datasetChunks.tenantId, tenantId), eq(datasetChunks.datasetId, datasetId))),

  /** The first chunks of the dataset on one side of a run; no rows when that side has no dataset. */
  firstOfRun: (tenantId: string, { side, ...place }: SideOfRun) => firstOfSide[side](db, { tenantId, ...place }),
})

interface FirstChunks extends Pick<ChunkRange, 'datasetId' | 'limit'> {
  readonly placeLimit: number
}

interface PlaceInRun {
  readonly runId: string
  readonly limit: number
}

interface SideOfRun extends PlaceInRun {
  readonly side: Side
}

const firstOf = (side: Side) =>
  written((db, at: Places<PlaceInRun & { readonly tenantId: string }>) => {
    const datasetId = sql`(
      SELECT json_extract(${runs[side]}, '$.datasetId') FROM ${runs} WHERE ${runs.tenantId} = ${at.tenantId} AND ${runs.id} = ${at.runId}
    )`
    return db
      .select()
      .from(datasetChunks)
      .where(and(eq(datasetChunks.tenantId, at.tenantId), eq(datasetChunks.datasetId, datasetId)))
      .orderBy(asc(datasetChunks.seq))
      .limit(at.limit)
  })

const firstOfSide = { source: firstOf('source'), target: firstOf('target') }

const ofDataset = (tenantId: string, { datasetId, fromSeq, ids }: Omit<ChunkRange, 'limit'>): (SQL | undefined)[] => [
  eq(datasetChunks.tenantId, tenantId),
  eq(datasetChunks.datasetId, datasetId),
  gte(datasetChunks.seq, fromSeq),
  ids && mayHold(ids, { tenantId, datasetId }),
]

/**
 * The condition that a chunk may hold one of the records. Of a large dataset only the last chunk is read, whose row
 * shows the number of records and that there is an index by ids. The text of a small chunk is searched only for a
 * single id: for a hundred ids, the search would take longer than reading the chunk.
 */
function mayHold(ids: readonly string[], { tenantId, datasetId }: { tenantId: string; datasetId: string }): SQL {
  const isLast = sql`${datasetChunks.seq} = (
    SELECT max(l.seq) FROM dataset_chunks l WHERE l.tenant_id = ${tenantId} AND l.dataset_id = ${datasetId})`
  const isSmall = mayHoldText(ids)
  return sql`CASE WHEN ${datasetChunks.object} IS NULL THEN ${isSmall} ELSE ${isLast} END`
}

function mayHoldText(ids: readonly string[]): SQL {
  const inRange = sql`EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(ids)}) i WHERE i.value BETWEEN ${datasetChunks.idMin} AND ${datasetChunks.idMax}
  )`
  const [only, ...others] = ids
  if (only === undefined || others.length > 0) return inRange
  return sql`${inRange} AND instr(${datasetChunks.text}, ${`"id":${canonicalize(only)}`}) > 0`
}
