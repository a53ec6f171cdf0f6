import type { CauseKind } from '@tallystick/engine/result'
import type { View } from '@tallystick/schema/result'
import { resultChunks } from '@tallystick/schema/tables'
import { and, asc, eq, gt, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { Attempt } from './run-transitions.ts'

/** SQL that reads the stored chunks of results. */

/** The row of a chunk without its text. */
export type ChunkPlace = Omit<typeof resultChunks.$inferSelect, 'tenantId' | 'runId' | 'attempt' | 'text' | 'createdAt'>

/**
 * All lines of a view, or those of `level` (a confidence or a break's reason), of `rule`, of `cause`, or of all that are
 * given. Chunks are not counted by cause: their lines are read.
 */
export interface ResultFilter {
  readonly view: View
  readonly level?: string | undefined
  readonly rule?: string | undefined
  readonly cause?: CauseKind | undefined
}

interface HitQuery extends ViewRange {
  /** How many lines that pass the filter are wanted, from the beginning of chunk `fromSeq`. */
  readonly hitCount: number
  readonly chunkCountMax: number
}

interface ViewRange extends Attempt {
  readonly filter: ResultFilter
  readonly fromSeq: number
}

/** `hits` is how many lines pass a filter but for its cause, by the chunk's counts. */
export type CountedPlace = ChunkPlace & { readonly hits: number }

export const resultChunkStatements = (db: Database) => ({
  places: (tenantId: string, attempt: Attempt) =>
    db
      .select(rowColumns)
      .from(resultChunks)
      .where(and(...ofAttempt(tenantId, attempt)))
      .orderBy(asc(resultChunks.view), asc(resultChunks.seq)),

  /** The first chunks of a result, with their texts. */
  countedPlaces: (tenantId: string, { limit, ...range }: ViewRange & { readonly limit: number }) =>
    db
      .select({ ...rowColumns, hits: hitsOf(range.filter).as('hits') })
      .from(resultChunks)
      .where(and(...inRange(tenantId, range)))
      .orderBy(asc(resultChunks.seq))
      .limit(limit),

  ...countStatements(db),
  ...pageStatements(db),

  at: (tenantId: string, { view, seq, ...attempt }: Attempt & Pick<ChunkPlace, 'view' | 'seq'>) =>
    db
      .select()
      .from(resultChunks)
      .where(and(...ofAttempt(tenantId, attempt), eq(resultChunks.view, view), eq(resultChunks.seq, seq))),
})

const pageStatements = (db: Database) => ({
  /** The chunks without lines of the filter that lie before the last chunk that `withHits` may give. */
  passedOver: (tenantId: string, query: HitQuery) => {
    const hits = hitsOf(query.filter)
    const beyond = db
      .select({ seq: resultChunks.seq })
      .from(resultChunks)
      .where(and(...inRange(tenantId, query), gt(hits, 0)))
      .orderBy(asc(resultChunks.seq))
      .limit(1)
      .offset(query.chunkCountMax)
    return db
      .select({ ...rowColumns, hits: hits.as('hits') })
      .from(resultChunks)
      .where(and(...inRange(tenantId, query), lte(hits, 0), sql`${resultChunks.seq} < coalesce((${beyond}), 9e15)`))
      .orderBy(asc(resultChunks.seq))
  },

  /**
   * The chunks with the next `hitCount` lines, in order. If there are more, one more chunk follows without its text.
   */
  withHits: (tenantId: string, query: HitQuery) => {
    const counted = hitsBefore(db, tenantId, query)
    return db
      .select({
        view: counted.view,
        seq: counted.seq,
        sha256: counted.sha256,
        hits: counted.hits,
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

const countStatements = (db: Database) => ({
  hitCount: (tenantId: string, range: ViewRange) =>
    db
      .select({ count: sql<number>`coalesce(SUM(${hitsOf(range.filter)}), 0)` })
      .from(resultChunks)
      .where(and(...inRange(tenantId, range))),

  views: (tenantId: string, attempt: Attempt) =>
    db
      .select({
        view: resultChunks.view,
        lineCount: sql<number>`sum(${resultChunks.count})`,
        chunkCount: sql<number>`count(*)`,
        lastSeq: sql<number | null>`max(${resultChunks.seq})`,
      })
      .from(resultChunks)
      .where(and(...ofAttempt(tenantId, attempt)))
      .groupBy(resultChunks.view),
})

const ofAttempt = (tenantId: string, { runId, attempt }: Attempt): SQL[] => [
  eq(resultChunks.tenantId, tenantId),
  eq(resultChunks.runId, runId),
  eq(resultChunks.attempt, attempt),
]

const inRange = (tenantId: string, { filter, fromSeq, ...attempt }: ViewRange): SQL[] => [
  ...ofAttempt(tenantId, attempt),
  eq(resultChunks.view, filter.view),
  gte(resultChunks.seq, fromSeq),
]

const placeColumns = {
  object: resultChunks.object,
  objectOffset: resultChunks.objectOffset,
  objectLength: resultChunks.objectLength,
}

const rowColumns = {
  view: resultChunks.view,
  seq: resultChunks.seq,
  firstLeaf: resultChunks.firstLeaf,
  count: resultChunks.count,
  sha256: resultChunks.sha256,
  counts: resultChunks.counts,
  voucher: resultChunks.voucher,
  ...placeColumns,
}

/** The chunks with hits, each with the number of hits in earlier chunks as `before`. */
function hitsBefore(db: Database, tenantId: string, query: HitQuery) {
  const hits = hitsOf(query.filter)
  const chunks = db
    .select({ ...rowColumns, text: resultChunks.text, hits: hits.as('hits') })
    .from(resultChunks)
    .where(and(...inRange(tenantId, query), gt(hits, 0)))
    .orderBy(asc(resultChunks.seq))
    .limit(query.chunkCountMax + 1)
    .as('chunks')
  const before = sql<number>`SUM(${chunks.hits}) OVER (ORDER BY ${chunks.seq}) - ${chunks.hits}`
  return db
    .select({
      view: chunks.view,
      seq: chunks.seq,
      sha256: chunks.sha256,
      hits: chunks.hits,
      text: chunks.text,
      object: chunks.object,
      objectOffset: chunks.objectOffset,
      objectLength: chunks.objectLength,
      before: before.as('before'),
    })
    .from(chunks)
    .as('counted')
}

/** How many lines of a chunk pass a filter but for its cause, from the counts, whose keys `countKey` of the engine defines. */
function hitsOf({ level, rule }: ResultFilter): SQL<number> {
  if (level === undefined && rule === undefined) return sql<number>`${resultChunks.count}`
  const conditions = [
    level === undefined ? undefined : sql`substr(each.key, 1, instr(each.key, '|') - 1) = ${level}`,
    rule === undefined ? undefined : sql`substr(each.key, instr(each.key, '|') + 1) = ${rule}`,
  ]
  // Corrupt JSON would fail the query. Then every line of the chunk counts as passing, as without a filter.
  return sql<number>`CASE WHEN json_valid(${resultChunks.counts}) THEN (SELECT coalesce(SUM(each.value), 0) FROM json_each(${resultChunks.counts}) each WHERE ${and(...conditions)}) ELSE ${resultChunks.count} END`
}
