import { resultChunks } from '@tallystick/schema/tables'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { ObjectPlace } from './line-access.ts'
import { type Attempt, isRunning } from './run-transitions.ts'
import { type Places, written } from './written.ts'

export interface ResultChunkRow {
  readonly view: string
  readonly seq: number
  readonly firstLeaf: number
  readonly count: number
  /** The hash of the lines, in lower-case hex. */
  readonly sha256: string
  readonly text: string
  /** JSON: the number of lines by `<confidence or reason>|<rule id>`. */
  readonly counts: string
  /** See `voucherOfCounts`. */
  readonly voucher: string
  readonly createdAt: number
  /** Where the lines are when `text` is empty. */
  readonly place?: ObjectPlace | undefined
}

/** Statements that write and remove result chunks. `chunks.ts` reads chunks. */
export const resultStore = (db: Database) => ({
  /**
   * Stores chunks if the run is running under this attempt, so that an executor without its lease stores nothing.
   * Existing chunks stay.
   */
  insertAll: (tenantId: string, { runId, attempt }: Attempt, chunks: readonly ResultChunkRow[]) =>
    db
      .insert(resultChunks)
      .select(sql`
        SELECT ${tenantId}, ${runId}, ${attempt}, each.value ->> 'view', each.value ->> 'seq', each.value ->> 'firstLeaf',
          each.value ->> 'count', each.value ->> 'sha256', each.value ->> 'counts', each.value ->> 'voucher',
          ${textOfKey(chunks)}, each.value ->> 'createdAt',
          each.value ->> '$.place.object', each.value ->> '$.place.objectOffset', each.value ->> '$.place.objectLength'
        FROM json_each(${JSON.stringify(chunks.map(({ text: _, ...chunk }) => chunk))}) each
        WHERE EXISTS (SELECT 1 FROM runs WHERE ${isRunning(tenantId, { runId, attempt })})`)
      .onConflictDoNothing(),

  /** Removes the chunks of other attempts. */
  discardOthers: (tenantId: string, { runId, attempt }: Attempt) => discardOthers(db, { tenantId, runId, attempt }),

  discard: (tenantId: string, runId: string) => db.delete(resultChunks).where(and(...ofRun(tenantId, runId))),

  /** Removes chunks of any tenant that belong to no run's current attempt, or to a failed or cancelled run. */
  sweep: (period: { from: number; to: number }, chunkCountMax: number) =>
    db.delete(resultChunks).where(
      sql`rowid IN (
        SELECT c.rowid FROM result_chunks c
        WHERE c.created_at >= ${period.from} AND c.created_at < ${period.to} AND NOT EXISTS (
          SELECT 1 FROM runs r
          WHERE r.tenant_id = c.tenant_id AND r.id = c.run_id AND r.attempt = c.attempt AND r.status NOT IN ('failed', 'cancelled')
        )
        LIMIT ${chunkCountMax})`,
    ),
})

const discardOthers = written((db, at: Places<Attempt & { readonly tenantId: string }>) =>
  db
    .delete(resultChunks)
    .where(
      and(
        eq(resultChunks.tenantId, at.tenantId),
        eq(resultChunks.runId, at.runId),
        ne(resultChunks.attempt, at.attempt),
      ),
    ),
)

/**
 * The text of the chunk that `json_each` is at. Each text is bound by itself: as part of the JSON it would be escaped twice
 * and parsed once for each column. The few chunks with lines in rows stay far below the 100 parameters of a statement.
 */
function textOfKey(chunks: readonly ResultChunkRow[]): SQL {
  const texts = chunks.flatMap(({ text }, index) =>
    text === '' ? [] : [sql`WHEN ${sql.raw(String(index))} THEN ${text}`],
  )
  return texts.length === 0 ? sql`''` : sql`CASE each.key ${sql.join(texts, sql` `)} ELSE '' END`
}

const ofRun = (tenantId: string, runId: string): SQL[] => [
  eq(resultChunks.tenantId, tenantId),
  eq(resultChunks.runId, runId),
]
