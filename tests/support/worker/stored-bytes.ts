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
  const row = await env.DB.prepare(`SELECT ${sumsOf('?1')}`)
    .bind(tenantId)
    .first<Counts>()
  if (row === null) throw new Error('No sums')
  return row
}

/** Tenants whose counts are not the sums of their rows. */
export async function misfits(): Promise<readonly (Counts & { readonly tenant: string })[]> {
  const { results } = await env.DB.prepare(
    `SELECT * FROM (SELECT tenant_id AS tenant, stored_bytes, dataset_count, run_count, failed_run_count, ${sumsOf('s.tenant_id')} FROM tenant_storage s)
    WHERE (stored_bytes, dataset_count, run_count, failed_run_count) <> (bytes, datasets, runs, failed)`,
  ).all<Counts & { readonly tenant: string }>()
  return results
}

const sumsOf = (tenantId: string): string => {
  const sumOf = (table: string, term: string) =>
    `(SELECT coalesce(sum(${term}), 0) FROM ${table} c WHERE c.tenant_id = ${tenantId})`
  const bytesIn = (table: string, column: string) => sumOf(table, `length(CAST(${column} AS BLOB))`)
  return `${bytesIn('dataset_chunks', 'text')} + ${bytesIn('result_chunks', 'text')}
      + ${sumOf('dataset_chunks', 'object_length')} + ${sumOf('result_chunks', 'object_length')}
      + ${bytesIn('close_lines', 'text')} + ${bytesIn('policy_parts', 'text')} + ${bytesIn('runs', 'rules')} + ${sumOf('runs', 'reserved_bytes')}
      + ${bytesIn('decisions', 'line')} + ${bytesIn('decisions', 'note')} + ${bytesIn('staged_acts', 'payload')}
      + ${bytesIn('deliveries', 'payload')} + ${bytesIn('deliveries', 'answer')}
      + ${bytesIn('signoffs', 'line')} + ${bytesIn('signoffs', 'balances')} + ${bytesIn('signoffs', 'reason')}
      + ${bytesIn('datasets', "CASE state WHEN 'sealed' THEN statements END")} + ${sumOf('uploads', 'reserved_bytes')} AS bytes,
    ${sumOf('datasets', "state = 'sealed'")} AS datasets, ${sumOf('runs', '1')} AS runs, ${sumOf('runs', "status = 'failed'")} AS failed`
}
