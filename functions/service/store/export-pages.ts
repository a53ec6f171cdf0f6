import { datasets, runs } from '@tallystick/schema/tables'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { HashedChunk } from './line-texts.ts'

/** Where a chunk of a dataset or a result is, and its length. `id` is the dataset's or the run's. */
export interface ExportedChunk {
  readonly id: string
  readonly attempt: number
  readonly view: string
  readonly seq: number
  readonly first: number
  readonly count: number
  readonly bytes: number
}

const textColumns = sql.raw(
  'c.seq AS seq, c.sha256 AS sha256, c.text AS text, c.object AS object, c.object_offset AS objectOffset, c.object_length AS objectLength',
)

interface ExportPage {
  readonly after: string
  readonly limit: number
}

/**
 * Statements that read all data of a tenant, page by page in the order of ids. `datasetChunks` and `resultChunks` give
 * the places of chunks, `datasetTexts` and `resultTexts` their texts, or where their texts are, in the order of
 * `places`.
 */
export const exportPages = (db: Database) => ({
  datasets: (tenantId: string, { after, limit }: ExportPage) =>
    db
      .select()
      .from(datasets)
      .where(and(eq(datasets.tenantId, tenantId), gt(datasets.id, after), sql`+${datasets.state} = 'sealed'`))
      .orderBy(asc(datasets.id))
      .limit(limit),

  /** `lineCount` is as the receipt states it. */
  completedRuns: (tenantId: string, { after, limit }: ExportPage) =>
    db
      .select({ id: runs.id, attempt: runs.attempt, lineCount: leavesOf(tenantId).as('leaves') })
      .from(runs)
      .where(and(eq(runs.tenantId, tenantId), eq(runs.status, 'completed'), gt(runs.id, after)))
      .orderBy(asc(runs.id))
      .limit(limit),

  datasetChunks: (tenantId: string, ids: readonly string[]) =>
    db.all<ExportedChunk>(sql`
      SELECT c.dataset_id AS id, 0 AS attempt, '' AS view, c.seq AS seq, c.first_line AS first, c.count AS count, octet_length(c.text) + coalesce(c.object_length, 0) AS bytes
      FROM json_each(${JSON.stringify(ids)}) each CROSS JOIN dataset_chunks c
      WHERE c.tenant_id = ${tenantId} AND c.dataset_id = each.value ORDER BY each.key, c.seq`),

  resultChunks: (tenantId: string, attempts: readonly (readonly [string, number])[]) =>
    db.all<ExportedChunk>(sql`
      SELECT c.run_id AS id, c.attempt AS attempt, c.view AS view, c.seq AS seq, c.first_leaf AS first, c.count AS count, octet_length(c.text) + coalesce(c.object_length, 0) AS bytes
      FROM json_each(${JSON.stringify(attempts)}) each CROSS JOIN result_chunks c
      WHERE c.tenant_id = ${tenantId} AND c.run_id = each.value ->> 0 AND c.attempt = each.value ->> 1
      ORDER BY each.key, c.first_leaf`),

  datasetTexts: (tenantId: string, places: readonly ExportedChunk[]) =>
    db.all<HashedChunk>(sql`
      SELECT c.dataset_id AS datasetId, ${textColumns} FROM json_each(${JSON.stringify(places)}) each CROSS JOIN dataset_chunks c
      WHERE c.tenant_id = ${tenantId} AND c.dataset_id = each.value ->> 'id' AND c.seq = each.value ->> 'seq'
      ORDER BY each.key`),

  resultTexts: (tenantId: string, places: readonly ExportedChunk[]) =>
    db.all<HashedChunk>(sql`
      SELECT c.view AS view, ${textColumns} FROM json_each(${JSON.stringify(places)}) each CROSS JOIN result_chunks c
      WHERE c.tenant_id = ${tenantId} AND c.run_id = each.value ->> 'id' AND c.attempt = each.value ->> 'attempt'
        AND c.view = each.value ->> 'view' AND c.seq = each.value ->> 'seq'
      ORDER BY each.key`),

  policies: (tenantId: string, { after, limit }: ExportPage) =>
    db.all<{ readonly id: string; readonly partCount: number }>(sql`
      SELECT policy_hash AS id, count(*) AS partCount FROM policy_parts
      WHERE tenant_id = ${tenantId} AND policy_hash > ${after} GROUP BY policy_hash ORDER BY policy_hash LIMIT ${limit}`),
})

/** How many lines the result of a run has by its receipt; null where the receipt cannot be read. */
const leavesOf = (tenantId: string) =>
  sql<
    number | null
  >`(SELECT CASE WHEN json_valid(e.line) THEN e.line ->> '$.leaves' END FROM receipts e WHERE e.tenant_id = ${tenantId} AND e.run_id = ${runs.id})`
