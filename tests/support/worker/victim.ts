import { env } from 'cloudflare:workers'
import { at } from '@tallystick/engine/base'
import { expect } from 'vitest'
import type { ChainCheckName } from '../../../engine/verify/verify-proof-chain.ts'
import type { Client } from './client.ts'
import { sealedRun } from './evidence.ts'
import { emptyRun, makeRun, rechunk } from './runs.ts'
import { type EvidenceTable, type Row, rechunkDataset, restore, type Snapshot, takeSnapshot } from './stored-rows.ts'

/** One stored value that the evidence proves, and the check that names a change of it. */
export interface Cell {
  readonly table: EvidenceTable
  readonly column: string
  readonly row: Row
  readonly value: string | number
  readonly broken: ChainCheckName
}

/** A sealed run in several chunks, and how to change its rows for as long as something is looked at. */
export async function createVictim() {
  const { client, tenantId, run, newTenant } = await sealedRun()
  const ids = { source: run.source.datasetId ?? '', target: run.target.datasetId ?? '', run: run.id }
  await rechunkDataset(ids.source, 2)
  await rechunkDataset(ids.target, 2)
  await rechunk(run.id, 1)
  const foreign = await checkpointOfTwo((await newTenant()).client)
  const snapshot = await takeSnapshot(tenantId)
  const runIds = snapshot.receipts.map(({ run_id }) => String(run_id))
  const [before, after] = [at(runIds, 0), at(runIds, 2)]
  const names = new Map(Object.entries({ ...ids, tenant: tenantId, before, after, foreign, zeros: '0'.repeat(64) }))
  /** What `look` sees while the statements hold. Fails the test when one of them changes nothing. */
  const whileChanged = async <Seen>(statements: readonly D1PreparedStatement[], look: () => Promise<Seen>) => {
    try {
      for (const { meta } of await env.DB.batch([...statements])) expect(meta.changes).toBeGreaterThan(0)
      return await look()
    } finally {
      await restore(tenantId, snapshot)
    }
  }
  return {
    client,
    tenantId,
    run,
    cells: cellsOf(snapshot, { ...ids, before, after }),
    /** While `sql` holds, in which `:source` and other names stand for ids. */
    whileAltered: <Seen>(sql: readonly string[], look: () => Promise<Seen>) =>
      whileChanged(
        sql.map((each) =>
          env.DB.prepare(
            each.replaceAll(/:([a-z]+)\b/g, (text, name) => (names.has(name) ? `'${names.get(name)}'` : text)),
          ),
        ),
        look,
      ),
    whileSet: <Seen>(cell: Cell, value: string | number, look: () => Promise<Seen>) =>
      whileChanged([settingOf(cell, value)], look),
  }
}

/** The checkpoint of a log of two receipts, as the victim's is. */
async function checkpointOfTwo(client: Client): Promise<string> {
  await makeRun(client, emptyRun)
  const { checkpoint } = await makeRun(client, emptyRun)
  return checkpoint ?? ''
}

function settingOf({ table, column, row }: Cell, value: string | number): D1PreparedStatement {
  const keys = keysOf[table]
  const where = keys.map((key) => `${key} = ?`).join(' AND ')
  return env.DB.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).bind(value, ...keys.map((key) => row[key]))
}

const keysOf: Readonly<Record<EvidenceTable, readonly string[]>> = {
  datasets: ['tenant_id', 'id'],
  dataset_chunks: ['tenant_id', 'dataset_id', 'seq'],
  runs: ['tenant_id', 'id'],
  result_chunks: ['tenant_id', 'run_id', 'view', 'seq'],
  receipts: ['tenant_id', 'run_id'],
  tenant_logs: ['tenant_id'],
}

interface Ids {
  readonly source: string
  readonly target: string
  readonly run: string
  readonly before: string
  readonly after: string
}

const logColumns = {
  size: 'logConsistency',
  frontier: 'logConsistency',
  root: 'logConsistency',
  previous: 'logConsistency',
} as const

/** Every value of the victim's rows that a check is to name. */
function cellsOf(snapshot: Snapshot, ids: Ids): readonly Cell[] {
  const cells = (table: EvidenceTable, row: Row, checks: Readonly<Record<string, ChainCheckName>>): Cell[] =>
    Object.entries(checks).flatMap(([column, broken]) => {
      const value = row[column]
      return value === undefined || value === null || value === '' ? [] : [{ table, column, row, value, broken }]
    })
  const checksOfReceipts = new Map(Object.entries(receiptChecks(ids)))
  const found = snapshot.datasets.flatMap((row) => cells('datasets', row, datasetChecks(sideCheck(ids, row['id']))))
  for (const row of snapshot.dataset_chunks)
    found.push(...cells('dataset_chunks', row, chunkChecks(sideCheck(ids, row['dataset_id']))))
  for (const row of snapshot.runs) if (row['id'] === ids.run) found.push(...cells('runs', row, runChecks))
  for (const row of snapshot.result_chunks)
    if (row['run_id'] === ids.run) found.push(...cells('result_chunks', row, resultChecks))
  for (const row of snapshot.receipts)
    found.push(...cells('receipts', row, checksOfReceipts.get(String(row['run_id'])) ?? {}))
  for (const row of snapshot.tenant_logs) found.push(...cells('tenant_logs', row, logColumns))
  return found
}

const sideCheck = ({ source }: Ids, datasetId: unknown) => (datasetId === source ? 'sourceRoot' : 'targetRoot')

const datasetChecks = (check: ChainCheckName) => ({
  root: check,
  record_count: check,
  byte_count: check,
  totals: check,
  period_from: check,
  period_to: check,
})

const chunkChecks = (check: ChainCheckName) => ({
  first_line: check,
  count: check,
  sha256: check,
  text: check,
  id_min: check,
  id_max: check,
})

const runChecks = {
  source: 'sourceRoot',
  target: 'targetRoot',
  rules: 'policyHash',
  policy_hash: 'policyHash',
  result_root: 'resultRoot',
  summary: 'completeness',
  engine_version: 'receiptHash',
  created_at: 'receiptHash',
  completed_at: 'receiptHash',
  sequence: 'receiptHash',
} as const

const resultChecks = {
  first_leaf: 'resultRoot',
  count: 'resultRoot',
  sha256: 'resultRoot',
  text: 'resultRoot',
  counts: 'resultRoot',
} as const

const receiptChecks = ({ run, before, after }: Ids) =>
  ({
    [before]: { line: 'previousReceipt', leaf_hash: 'previousReceipt', checkpoint: 'logConsistency' },
    [run]: {
      line: 'receiptHash',
      leaf_hash: 'receiptHash',
      inclusion: 'logInclusion',
      consistency: 'logConsistency',
      checkpoint: 'checkpointSignature',
    },
    [after]: { leaf_hash: 'logConsistency' },
  }) as const
