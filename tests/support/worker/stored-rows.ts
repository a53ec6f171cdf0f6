import { env } from 'cloudflare:workers'
import { at, compareUtf8, utf8 } from '@tallystick/engine/base'
import { hashOfBytes } from '../../../functions/service/platform/hash-of-bytes.ts'
import { textOf } from './runs.ts'

/** Stored rows as they are, for tests that change them behind the service's back. */

type Value = string | number | null
export type Row = Record<string, Value>

/** The tables that a run's evidence stands on. */
export const evidenceTables = [
  'datasets',
  'dataset_chunks',
  'runs',
  'result_chunks',
  'receipts',
  'tenant_logs',
] as const
export type EvidenceTable = (typeof evidenceTables)[number]

/** Every row that a tenant's evidence stands on. */
export type Snapshot = Readonly<Record<EvidenceTable, readonly Row[]>>

/** Reads all of a tenant's rows. */
export async function takeSnapshot(tenantId: string): Promise<Snapshot> {
  const answers = await env.DB.batch<Row>(
    evidenceTables.map((table) => env.DB.prepare(`SELECT * FROM ${table} WHERE tenant_id = ?`).bind(tenantId)),
  )
  const entries = evidenceTables.map((table, index) => [table, at(answers, index).results])
  return Object.fromEntries(entries)
}

/** Stores the rows of `snapshot` in place of all that the tenant has. */
export async function restore(tenantId: string, snapshot: Snapshot): Promise<void> {
  await env.DB.batch(
    evidenceTables.flatMap((table) => [
      env.DB.prepare(`DELETE FROM ${table} WHERE tenant_id = ?`).bind(tenantId),
      ...snapshot[table].map((row) => insertion(table, row)),
    ]),
  )
}

function insertion(table: EvidenceTable, row: Row): D1PreparedStatement {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  return env.DB.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).bind(...Object.values(row))
}

/** Stores a dataset again in chunks of `linesOfChunk` lines, as a much larger one would have it. */
export async function rechunkDataset(datasetId: string, linesOfChunk: number): Promise<void> {
  const { results } = await env.DB.prepare('SELECT * FROM dataset_chunks WHERE dataset_id = ? ORDER BY seq')
    .bind(datasetId)
    .all<Row>()
  const lines = results.flatMap(({ text }) => String(text).trimEnd().split('\n'))
  const parts = Array.from({ length: Math.ceil(lines.length / linesOfChunk) }, (_, seq) =>
    lines.slice(seq * linesOfChunk, (seq + 1) * linesOfChunk),
  )
  await env.DB.batch([
    env.DB.prepare('DELETE FROM dataset_chunks WHERE dataset_id = ?').bind(datasetId),
    ...parts.map((part, seq) => {
      const ids = part.map((line) => String(JSON.parse(line).id)).sort(compareUtf8)
      return insertion('dataset_chunks', {
        tenant_id: results[0]?.['tenant_id'] ?? null,
        dataset_id: datasetId,
        seq,
        first_line: seq * linesOfChunk,
        count: part.length,
        sha256: hashOfBytes(utf8(textOf(part))),
        text: textOf(part),
        id_min: at(ids, 0),
        id_max: at(ids, ids.length - 1),
      })
    }),
  ])
}

/** Gives every chunk of a tenant the hash of its text, as whoever changes lines and knows of the hashes would. */
export async function rehashChunks(tenantId: string): Promise<void> {
  for (const table of ['dataset_chunks', 'result_chunks']) {
    const { results } = await env.DB.prepare(`SELECT rowid AS id, text FROM ${table} WHERE tenant_id = ?`)
      .bind(tenantId)
      .all<{ id: number; text: string }>()
    await env.DB.batch(
      results.map(({ id, text }) =>
        env.DB.prepare(`UPDATE ${table} SET sha256 = ? WHERE rowid = ?`).bind(hashOfBytes(utf8(text)), id),
      ),
    )
  }
}
