import { canonicalize } from '@tallystick/engine/base'
import { datasetChunks, runs } from '@tallystick/schema/tables'
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** The SQL that reads stored chunks of datasets, for the readers that `chunks.ts` names only: every other module asks those. */

interface ChunkRange {
  readonly datasetId: string
  readonly fromSeq: number
  /** Chunks at most. */
  readonly limit: number
  /** With ids, only the chunks whose ranges of ids cover one of them. */
  readonly ids?: readonly string[] | undefined
}

/** A row of a chunk of a dataset. */
export type DatasetChunkRow = typeof datasetChunks.$inferSelect

/** Statements that read the chunks of a dataset, for the caller to await or to put into a batch. */
export const datasetChunkStatements = (db: Database) => ({
  /** Chunks in order from `fromSeq`, at most `limit`. */
  range: (tenantId: string, range: ChunkRange) =>
    db
      .select()
      .from(datasetChunks)
      .where(and(...ofDataset(tenantId, range)))
      .orderBy(asc(datasetChunks.seq))
      .limit(range.limit),

  /** How many lines and bytes the chunks from `fromSeq` hold, in order, at most `limit` of them, without their lines. */
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

  /** What the chunks of a dataset come to by their rows: one row. Reads no text. */
  account: (tenantId: string, datasetId: string) =>
    db
      .select({
        lineCount: sql<number>`coalesce(sum(${datasetChunks.count}), 0)`,
        chunkCount: sql<number>`count(*)`,
        lastSeq: sql<number | null>`max(${datasetChunks.seq})`,
      })
      .from(datasetChunks)
      .where(and(eq(datasetChunks.tenantId, tenantId), eq(datasetChunks.datasetId, datasetId))),

  /** The first chunks, at most `limit`, of the dataset that a run is pinned to on a side. None without a dataset. */
  firstOfRun: (tenantId: string, { runId, side, limit }: SideOfRun) => {
    const datasetId = sql`(
      SELECT json_extract(${runs[side]}, '$.datasetId') FROM ${runs} WHERE ${runs.tenantId} = ${tenantId} AND ${runs.id} = ${runId}
    )`
    return db
      .select()
      .from(datasetChunks)
      .where(and(eq(datasetChunks.tenantId, tenantId), eq(datasetChunks.datasetId, datasetId)))
      .orderBy(asc(datasetChunks.seq))
      .limit(limit)
  },
})

interface SideOfRun {
  readonly runId: string
  readonly side: 'source' | 'target'
  readonly limit: number
}

const ofDataset = (tenantId: string, { datasetId, fromSeq, ids }: ChunkRange): (SQL | undefined)[] => [
  eq(datasetChunks.tenantId, tenantId),
  eq(datasetChunks.datasetId, datasetId),
  gte(datasetChunks.seq, fromSeq),
  ids && mayHold(ids, { tenantId, datasetId }),
]

/**
 * The condition that a chunk may hold one of the records. Of a large dataset it is the last chunk alone, whose row says
 * that there is an index by ids, and how many records there are. The text of a chunk is searched for one id alone: for a
 * hundred the search would take longer than reading the chunk.
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
