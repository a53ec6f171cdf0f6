import { canonicalize } from '@tallystick/engine'
import { and, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { View } from '../../schema/result.ts'
import { datasetChunks, resultChunks, runs } from '../../schema/tables.ts'
import type { Database } from './database.ts'
import type { Attempt } from './run-transitions.ts'

/** The SQL that reads stored chunks, for the readers that `chunks.ts` names only: every other module asks those. */

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

/** Where a chunk of a result is, and how many lines it holds. */
export interface ChunkPlace {
  readonly view: string
  readonly seq: number
  readonly count: number
  /** Bytes of its lines, where an object holds them. */
  readonly objectLength: number | null
}

/** Lines of one view: all of them, or those of `level` (a confidence or a break's reason), of `rule`, or of both. */
export interface ResultFilter {
  readonly view: View
  readonly level?: string | undefined
  readonly rule?: string | undefined
}

interface HitQuery extends Attempt {
  readonly filter: ResultFilter
  readonly fromSeq: number
  /** How many lines that pass the filter are wanted, counted from the beginning of chunk `fromSeq`. */
  readonly hitCount: number
  /** Chunks with such lines to read, at most. */
  readonly chunkCountMax: number
}

/** Statements that read the chunks of a result, for the caller to await or to put into a batch. */
export const resultChunkStatements = (db: Database) => ({
  /** Where the chunks of an attempt are and how many lines each holds, without their texts. */
  places: (tenantId: string, attempt: Attempt) =>
    db
      .select({
        view: resultChunks.view,
        seq: resultChunks.seq,
        count: resultChunks.count,
        objectLength: resultChunks.objectLength,
      })
      .from(resultChunks)
      .where(and(...ofAttempt(tenantId, attempt)))
      .orderBy(asc(resultChunks.view), asc(resultChunks.seq)),

  /** The chunk at a place: at most one row. */
  at: (tenantId: string, { view, seq, ...attempt }: Attempt & Pick<ChunkPlace, 'view' | 'seq'>) =>
    db
      .select()
      .from(resultChunks)
      .where(and(...ofAttempt(tenantId, attempt), eq(resultChunks.view, view), eq(resultChunks.seq, seq))),

  /**
   * The chunks that hold the next `hitCount` lines of a filter, in order. One more chunk, without its text, follows
   * when there are more such lines. Chunks without any are passed over by their counts.
   */
  withHits: (tenantId: string, query: HitQuery) => {
    const counted = hitsBefore(db, tenantId, query)
    return db
      .select({
        seq: counted.seq,
        isShown: sql<number>`${counted.before} < ${query.hitCount}`,
        text: sql<string>`CASE WHEN ${counted.before} < ${query.hitCount} THEN ${counted.text} ELSE '' END`,
        object: sql<string | null>`CASE WHEN ${counted.before} < ${query.hitCount} THEN ${counted.object} END`,
        objectOffset: counted.objectOffset,
        objectLength: counted.objectLength,
      })
      .from(counted)
      .where(lte(counted.before, query.hitCount))
      .orderBy(asc(counted.seq))
  },
})

const ofAttempt = (tenantId: string, { runId, attempt }: Attempt): SQL[] => [
  eq(resultChunks.tenantId, tenantId),
  eq(resultChunks.runId, runId),
  eq(resultChunks.attempt, attempt),
]

const placeColumns = {
  object: resultChunks.object,
  objectOffset: resultChunks.objectOffset,
  objectLength: resultChunks.objectLength,
}

/** Chunks with hits, each with the number of hits in the chunks before it. */
function hitsBefore(db: Database, tenantId: string, query: HitQuery) {
  const hits = hitsOf(query.filter)
  const chunks = db
    .select({ seq: resultChunks.seq, text: resultChunks.text, ...placeColumns, hits: hits.as('hits') })
    .from(resultChunks)
    .where(
      and(
        ...ofAttempt(tenantId, query),
        eq(resultChunks.view, query.filter.view),
        gte(resultChunks.seq, query.fromSeq),
        gt(hits, 0),
      ),
    )
    .orderBy(asc(resultChunks.seq))
    .limit(query.chunkCountMax + 1)
    .as('chunks')
  const before = sql<number>`SUM(${chunks.hits}) OVER (ORDER BY ${chunks.seq}) - ${chunks.hits}`
  return db
    .select({
      seq: chunks.seq,
      text: chunks.text,
      object: chunks.object,
      objectOffset: chunks.objectOffset,
      objectLength: chunks.objectLength,
      before: before.as('before'),
    })
    .from(chunks)
    .as('counted')
}

/** How many lines of a chunk pass a filter, from the chunk's counts: see `countKey` of the engine for their keys. */
function hitsOf({ level, rule }: ResultFilter): SQL<number> {
  if (level === undefined && rule === undefined) return sql<number>`${resultChunks.count}`
  const conditions = [
    level === undefined ? undefined : sql`substr(each.key, 1, instr(each.key, '|') - 1) = ${level}`,
    rule === undefined ? undefined : sql`substr(each.key, instr(each.key, '|') + 1) = ${rule}`,
  ]
  // Counts that are no JSON would fail the query. Then every line may pass, as without a filter.
  return sql<number>`CASE WHEN json_valid(${resultChunks.counts}) THEN (SELECT coalesce(SUM(each.value), 0) FROM json_each(${resultChunks.counts}) each WHERE ${and(...conditions)}) ELSE ${resultChunks.count} END`
}
