import { and, asc, eq, gt, gte, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { View } from '../../schema/result.ts'
import { resultChunks } from '../../schema/tables.ts'
import type { Database } from './database.ts'
import type { Attempt } from './run-moves.ts'

/** A stored part of a result: consecutive lines of one view. */
export interface ResultChunkRow {
  readonly view: string
  readonly seq: number
  readonly firstLeaf: number
  readonly count: number
  readonly text: string
  /** JSON: lines by `<confidence or reason>|<rule id>`. */
  readonly counts: string
  readonly createdAt: number
}

/** Lines of one view, those of `level` (a confidence or a break's reason) and `rule` only, when given. */
export interface ResultFilter {
  readonly view: View
  readonly level?: string | undefined
  readonly rule?: string | undefined
}

export interface ChunkQuery extends Attempt {
  readonly filter: ResultFilter
  readonly fromSeq: number
  /** How many hits are wanted, counted from the beginning of chunk `fromSeq`. */
  readonly hitCount: number
  /** Chunks with hits to look at, at most. */
  readonly chunkCountMax: number
}

/** Statements on result chunks, for the caller to await or to put into a batch. */
export const resultStore = (db: Database) => ({
  ...readStatements(db),
  ...writeStatements(db),
})

const readStatements = (db: Database) => ({
  /**
   * The chunks that hold the next `hitCount` lines of a filter, in order, and one more without its text when there
   * are more hits after them. Chunks without a hit are passed over by their counts.
   */
  chunks: (tenantId: string, query: ChunkQuery) => {
    const counted = hitsBefore(db, tenantId, query)
    return db
      .select({
        seq: counted.seq,
        text: sql<string | null>`CASE WHEN ${counted.before} < ${query.hitCount} THEN ${counted.text} END`,
      })
      .from(counted)
      .where(lte(counted.before, query.hitCount))
      .orderBy(asc(counted.seq))
  },

  /** Where the chunks of an attempt are and how many lines each holds, without their texts. */
  places: (tenantId: string, { runId, attempt }: Attempt) =>
    db
      .select({ view: resultChunks.view, seq: resultChunks.seq, count: resultChunks.count })
      .from(resultChunks)
      .where(and(...ofRun(tenantId, runId), eq(resultChunks.attempt, attempt)))
      .orderBy(asc(resultChunks.view), asc(resultChunks.seq)),

  /** The chunk at a place, with all that is stored of it: at most one row. */
  at: (tenantId: string, { runId, attempt, view, seq }: Attempt & { readonly view: string; readonly seq: number }) =>
    db
      .select()
      .from(resultChunks)
      .where(
        and(
          ...ofRun(tenantId, runId),
          eq(resultChunks.attempt, attempt),
          eq(resultChunks.view, view),
          eq(resultChunks.seq, seq),
        ),
      ),
})

const writeStatements = (db: Database) => ({
  /** Stores a chunk, but only while the run is running under this attempt: who lost the lease leaves nothing behind. */
  insert: (tenantId: string, { runId, attempt }: Attempt, chunk: ResultChunkRow) =>
    db.insert(resultChunks).select(sql`
      SELECT ${tenantId}, ${runId}, ${attempt}, ${chunk.view}, ${chunk.seq}, ${chunk.firstLeaf}, ${chunk.count},
        ${chunk.text}, ${chunk.counts}, ${chunk.createdAt}
      WHERE EXISTS (SELECT 1 FROM runs WHERE ${isRunning(tenantId, { runId, attempt })})`),

  /** Removes the chunks of every other attempt of a run: what executors that did not finish it have left. */
  discardOthers: (tenantId: string, { runId, attempt }: Attempt) =>
    db.delete(resultChunks).where(and(...ofRun(tenantId, runId), ne(resultChunks.attempt, attempt))),

  /** Removes the chunks of every attempt of a run. */
  discard: (tenantId: string, runId: string) => db.delete(resultChunks).where(and(...ofRun(tenantId, runId))),

  /**
   * Removes chunks of any tenant, made in the period, that no run points to: those of an attempt that neither is the
   * run's newest nor sealed it. At most `chunkCountMax` of them.
   */
  sweep: (period: { from: number; to: number }, chunkCountMax: number) =>
    db.delete(resultChunks).where(
      sql`rowid IN (
        SELECT c.rowid FROM result_chunks c
        WHERE c.created_at >= ${period.from} AND c.created_at < ${period.to} AND NOT EXISTS (
          SELECT 1 FROM runs r
          WHERE r.tenant_id = c.tenant_id AND r.id = c.run_id AND r.attempt = c.attempt AND r.status <> 'failed'
        )
        LIMIT ${chunkCountMax})`,
    ),
})

/** The condition on `runs` that an attempt is the one that executes the run. */
export const isRunning = (tenantId: string, { runId, attempt }: Attempt): SQL =>
  sql`runs.tenant_id = ${tenantId} AND runs.id = ${runId} AND runs.status = 'running' AND runs.attempt = ${attempt}`

/** Chunks with hits, each with the number of hits in those before it. */
function hitsBefore(db: Database, tenantId: string, query: ChunkQuery) {
  const hits = hitsOf(query.filter)
  const chunks = db
    .select({ seq: resultChunks.seq, text: resultChunks.text, hits: hits.as('hits') })
    .from(resultChunks)
    .where(
      and(
        ...ofRun(tenantId, query.runId),
        eq(resultChunks.attempt, query.attempt),
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
    .select({ seq: chunks.seq, text: chunks.text, before: before.as('before') })
    .from(chunks)
    .as('counted')
}

/** Lines of a chunk that a filter takes, from the chunk's counts. */
function hitsOf({ level, rule }: ResultFilter): SQL<number> {
  if (level === undefined && rule === undefined) return sql<number>`${resultChunks.count}`
  const conditions = [
    level === undefined ? undefined : sql`substr(each.key, 1, instr(each.key, '|') - 1) = ${level}`,
    rule === undefined ? undefined : sql`substr(each.key, instr(each.key, '|') + 1) = ${rule}`,
  ]
  return sql<number>`(SELECT coalesce(SUM(each.value), 0) FROM json_each(${resultChunks.counts}) each WHERE ${and(...conditions)})`
}

const ofRun = (tenantId: string, runId: string): SQL[] => [
  eq(resultChunks.tenantId, tenantId),
  eq(resultChunks.runId, runId),
]
