import { env } from 'cloudflare:workers'

/** What a tenant keeps: as it is counted, and summed from the tables. */

export interface Counts {
  readonly bytes: number
  readonly datasets: number
  readonly runs: number
  readonly failed: number
}

/** The row that the triggers keep. */
export async function countedOf(tenantId: string): Promise<Counts> {
  const row = await env.DB.prepare(
    'SELECT stored_bytes AS bytes, dataset_count AS datasets, run_count AS runs, failed_run_count AS failed FROM tenant_storage WHERE tenant_id = ?',
  )
    .bind(tenantId)
    .first<Counts>()
  return row ?? { bytes: 0, datasets: 0, runs: 0, failed: 0 }
}

/** The same, from every row that the tenant has. */
export async function summedOf(tenantId: string): Promise<Counts> {
  const bytesIn = (table: string, column: string) =>
    `(SELECT coalesce(sum(length(CAST(${column} AS BLOB))), 0) FROM ${table} WHERE tenant_id = ?1)`
  const sumOf = (table: string, column: string) =>
    `(SELECT coalesce(sum(${column}), 0) FROM ${table} WHERE tenant_id = ?1)`
  const row = await env.DB.prepare(
    `SELECT ${bytesIn('dataset_chunks', 'text')} + ${bytesIn('result_chunks', 'text')}
        + ${sumOf('dataset_chunks', 'object_length')} + ${sumOf('result_chunks', 'object_length')}
        + ${bytesIn('policy_parts', 'text')} + ${bytesIn('runs', 'rules')} + ${sumOf('runs', 'reserved_bytes')}
        + ${bytesIn('datasets', "CASE state WHEN 'sealed' THEN statements END")} + ${sumOf('uploads', 'reserved_bytes')} AS bytes,
      (SELECT count(*) FROM datasets WHERE tenant_id = ?1 AND state = 'sealed') AS datasets,
      (SELECT count(*) FROM runs WHERE tenant_id = ?1) AS runs,
      (SELECT count(*) FROM runs WHERE tenant_id = ?1 AND status = 'failed') AS failed`,
  )
    .bind(tenantId)
    .first<Counts>()
  if (row === null) throw new Error('No sums')
  return row
}
