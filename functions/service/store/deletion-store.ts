import type { DeletedKind } from '@tallystick/engine/log'
import { datasetChunks, datasets, idempotencyKeys, policyParts, resultChunks, runs } from '@tallystick/schema/tables'
import { and, count, eq, inArray, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { folderStore } from './line-folders.ts'
import { segmentStore } from './segment-store.ts'

export interface Deletable {
  readonly what: DeletedKind
  readonly id: string
}

interface RemovalExtent {
  /** The number that `countChunks` gave. */
  readonly chunkCount: number
  /** Milliseconds since the epoch. A policy that a newer run was made under is not removed with the run. */
  readonly policyBefore: number
}

/** Chunks that one statement removes. */
const chunkCountAtOnce = 100

/** Statements that delete a run or a dataset, for the batch that stores the deletion in the log. */
export const deletionStore = (db: Database) => ({
  unfinishedWith: (tenantId: string, datasetId: string, limit: number) =>
    db
      .select({ id: runs.id })
      .from(runs)
      .where(
        and(
          eq(runs.tenantId, tenantId),
          inArray(runs.status, ['queued', 'running']),
          or(isPinned(runs.source, datasetId), isPinned(runs.target, datasetId)),
        ),
      )
      .limit(limit),

  countChunks: (tenantId: string, { what, id }: Deletable) => {
    const { table, isOwn } = chunksOf(tenantId, { what, id })
    return db.select({ count: count() }).from(table).where(isOwn)
  },

  /**
   * Removes a run or dataset with its lines and the stored answers that show it. `removeFolders` removes the objects of
   * its lines. The claims on idempotency keys stay, so that a retry creates nothing. Repeatable.
   */
  remove: (tenantId: string, { what, id }: Deletable, { chunkCount, policyBefore }: RemovalExtent) => {
    const { table, isOwn } = chunksOf(tenantId, { what, id })
    const some = sql`rowid IN (SELECT rowid FROM ${table} WHERE ${isOwn} LIMIT ${chunkCountAtOnce})`
    const chunks = Array.from({ length: Math.ceil(chunkCount / chunkCountAtOnce) }, () =>
      db.delete(table).where(and(isOwn, some)),
    )
    const answers = db
      .update(idempotencyKeys)
      .set({ status: null, body: null })
      .where(and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.resource, id)))
    const objects = folderStore(db).removeKept(tenantId, id)
    if (what === 'dataset')
      return [
        ...chunks,
        objects,
        answers,
        segmentStore(db).remove(tenantId, id),
        db.delete(datasets).where(and(eq(datasets.tenantId, tenantId), eq(datasets.id, id))),
      ]
    return [
      ...chunks,
      objects,
      answers,
      removePolicy(db, tenantId, { runId: id, policyBefore }),
      db.delete(runs).where(and(eq(runs.tenantId, tenantId), eq(runs.id, id))),
    ]
  },
})

/** A run whose JSON is corrupt counts as pinned to no dataset. */
const isPinned = (side: typeof runs.source | typeof runs.target, datasetId: string): SQL =>
  sql`CASE WHEN json_valid(${side}) THEN json_extract(${side}, '$.datasetId') = ${datasetId} END`

function chunksOf(tenantId: string, { what, id }: Deletable) {
  return what === 'dataset'
    ? {
        table: datasetChunks,
        isOwn: and(eq(datasetChunks.tenantId, tenantId), eq(datasetChunks.datasetId, id)) ?? sql`false`,
      }
    : {
        table: resultChunks,
        isOwn: and(eq(resultChunks.tenantId, tenantId), eq(resultChunks.runId, id)) ?? sql`false`,
      }
}

/**
 * Removes the policy of a run, unless another run or a reconciliation has it or it was used since `policyBefore`. Goes before the deletion
 * of the run's row.
 */
const removePolicy = (
  db: Database,
  tenantId: string,
  { runId, policyBefore }: { readonly runId: string; readonly policyBefore: number },
) =>
  db.delete(policyParts).where(
    and(
      eq(policyParts.tenantId, tenantId),
      sql`${policyParts.policyHash} = (SELECT own.policy_hash FROM runs own WHERE own.tenant_id = ${tenantId} AND own.id = ${runId})`,
      lt(policyParts.createdAt, policyBefore),
      notExists(
        db
          .select({ one: sql`1` })
          .from(runs)
          .where(
            and(
              eq(runs.tenantId, tenantId),
              sql`${runs.policyHash} = ${policyParts.policyHash}`,
              sql`${runs.policyParts} > 0`,
              sql`${runs.id} <> ${runId}`,
            ),
          ),
      ),
      sql`NOT EXISTS (SELECT 1 FROM reconciliation_policies q
        WHERE q.tenant_id = ${tenantId} AND q.policy_hash = ${policyParts.policyHash} AND q.policy_parts > 0)`,
    ),
  )
