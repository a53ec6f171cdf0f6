import { env } from 'cloudflare:workers'
import type { RunRecord } from '../../../schema/run.ts'
import { type Client, createTestApp, type TestAppOptions } from './client.ts'
import { makeRun } from './runs.ts'
import { jsonUpload, uploadJson } from './uploads.ts'

/** Tenants with something to delete. */

export const ledgerUpload = {
  name: 'Ledger',
  adapter: 'ledger:main',
  records: [
    { id: 't1', amount: '100', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' },
    { id: 't2', amount: '21', currency: 'EUR', date: '2026-03-02' },
  ],
}

/** A tenant with two datasets and a run over them. */
export async function deletable(options: TestAppOptions = {}) {
  const app = createTestApp(options)
  const tenant = await app.newTenant()
  const { source, target, run } = await makeDeletable(tenant.client)
  return { app, ...tenant, source, target, run }
}

/** Two datasets and a run over them. */
export async function makeDeletable(client: Client) {
  const source = await uploadJson(client, jsonUpload)
  const target = await uploadJson(client, ledgerUpload)
  const run = await makeRun(client, { sourceAdapter: `dataset:${source.id}`, targetAdapter: `dataset:${target.id}` })
  return { source, target, run }
}

/** Every path that shows something of a run, and whether it needs the records that the run read. */
export const pathsOf = ({ links }: RunRecord): readonly (readonly [path: string, needsRecords: boolean])[] => [
  [links.self, false],
  [links.policy, false],
  [links.results ?? '', false],
  [`${links.results}?include=records`, true],
  [links.evidence ?? '', false],
  [`${links.evidence}?format=zip`, true],
  [`${links.evidence}?leaf=1`, true],
  [`${links.self}/trust-explorer/verifyProofChain`, false],
  [`${links.self}/trust-explorer/getExecutionGraph`, true],
  [`${links.self}/trust-explorer/findPolicyImpact`, true],
  [`${links.self}/trust-explorer/traceArtifactLineage?artifact=result`, true],
]

/** The lines of the tenant's log as the database has them, parsed. */
export async function logOf(tenantId: string): Promise<readonly Record<string, unknown>[]> {
  const { results } = await env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<{ line: string }>()
  return results.map(({ line }) => JSON.parse(line))
}

/** How many rows of a table are of a run or dataset. */
export async function countOf(table: 'runs' | 'datasets' | 'result_chunks' | 'dataset_chunks', id: string) {
  const column = { runs: 'id', datasets: 'id', result_chunks: 'run_id', dataset_chunks: 'dataset_id' }[table]
  const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`)
    .bind(id)
    .first<{ count: number }>()
  return row?.count
}
