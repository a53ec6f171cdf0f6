import { env } from 'cloudflare:workers'
import { canonicalize, toHex, utf8 } from '@tallystick/engine/base'
import { createLineTree } from '@tallystick/engine/merkle'
import type { CanonicalRecord } from '@tallystick/engine/record'
import { hashOfBytes } from '../../../functions/service/platform/hash-of-bytes.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { createId } from '../../../functions/service/platform/ids.ts'
import { voucherOfCounts } from '../../../functions/service/store/count-vouchers.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { datasetStore } from '../../../functions/service/store/dataset-store.ts'
import type { RunRecord } from '../../../schema/run.ts'
import type { Client } from './client.ts'

/** Runs and the datasets they stand on, as tests make them. */

export const demoRun = { name: 'Demo', sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }

/** A run of two sides without a dataset, for tests that look at its receipt and its row: a third of the work of the demo run. */
export const emptyRun = { sourceAdapter: 'erp', targetAdapter: 'psp' }

/** Makes a run over the API and gives its record; fails the test on any answer but 201. */
export async function makeRun(client: Client, body: object = {}): Promise<RunRecord> {
  const response = await client.post('/api/v1/runs', { ...demoRun, ...body })
  if (response.status !== 201) throw new Error(`The run answered ${response.status}: ${await response.text()}`)
  return response.json()
}

export interface Seed {
  readonly adapter: string
  readonly records: readonly CanonicalRecord[]
  readonly recordsOfChunk?: number
}

/** Puts a sealed dataset straight into the tables and gives its id; totals are not looked at by runs. */
export async function seedDataset(tenantId: string, { adapter, records, recordsOfChunk = 500 }: Seed): Promise<string> {
  const store = datasetStore(queries(env.DB))
  const id = createId('dat', Date.now())
  const lines = records.map((record) => canonicalize({ ...record }))
  const tree = createLineTree(sha256)
  tree.addLines(utf8(lines.map((line) => `${line}\n`).join('')))
  const texts: string[] = []
  for (let start = 0; start < lines.length; start += recordsOfChunk)
    texts.push(
      lines
        .slice(start, start + recordsOfChunk)
        .map((line) => `${line}\n`)
        .join(''),
    )
  for (const [seq, text] of texts.entries())
    await store.insertChunk(tenantId, id, {
      seq,
      firstLine: seq * recordsOfChunk,
      count: text.split('\n').length - 1,
      sha256: hashOfBytes(utf8(text)),
      text,
      idMin: '',
      idMax: '\uffff',
    })
  const [root, byteCount] = [toHex(tree.root()), texts.join('').length]
  const file = { bytes: byteCount, encoding: null, format: 'json', intake: '1', mapping: null, sha256: root }
  await store.insert({
    tenantId,
    id,
    name: adapter,
    adapter,
    format: 'json',
    state: 'sealed',
    recordCount: lines.length,
    byteCount,
    root,
    totals: '{}',
    periodFrom: null,
    periodTo: null,
    warnings: '[]',
    createdAt: Date.now(),
    received: JSON.stringify(file),
    createdBy: null,
    statements: null,
  })
  return id
}

/** `count` records with an amount, a day and a reference of their own; `change` makes the other side of them. */
export const manyRecords = (
  count: number,
  change: (record: CanonicalRecord, index: number) => CanonicalRecord = (record) => record,
): readonly CanonicalRecord[] =>
  Array.from({ length: count }, (_, index) =>
    change(
      {
        id: `r${index + 1}`,
        amount: `${index + 1}.25`,
        currency: 'EUR',
        date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
        reference: `INV-${index + 1}`,
      },
      index,
    ),
  )

/** Stores the result of a run again in chunks of `linesOfChunk` lines, as a much larger run would have it. */
export async function rechunk(runId: string, linesOfChunk: number): Promise<void> {
  const stored = await env.DB.prepare('SELECT * FROM result_chunks WHERE run_id = ? ORDER BY first_leaf')
    .bind(runId)
    .all<{ tenant_id: string; attempt: number; view: string; first_leaf: number; text: string; created_at: number }>()
  await env.DB.prepare('DELETE FROM result_chunks WHERE run_id = ?').bind(runId).run()
  for (const chunk of stored.results) {
    const lines = chunk.text.trimEnd().split('\n')
    for (let start = 0; start < lines.length; start += linesOfChunk) {
      const part = lines.slice(start, start + linesOfChunk)
      const counted = {
        view: chunk.view,
        seq: start / linesOfChunk,
        count: part.length,
        sha256: hashOfBytes(utf8(textOf(part))),
        counts: JSON.stringify(countsOf(part)),
      }
      await env.DB.prepare(
        'INSERT INTO result_chunks (tenant_id, run_id, attempt, view, seq, first_leaf, count, sha256, text, counts, voucher, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      )
        .bind(
          chunk.tenant_id,
          runId,
          chunk.attempt,
          counted.view,
          counted.seq,
          chunk.first_leaf + start,
          counted.count,
          counted.sha256,
          textOf(part),
          counted.counts,
          voucherOfCounts(env, chunk.tenant_id, { ...counted, runId, attempt: chunk.attempt }),
          chunk.created_at,
        )
        .run()
    }
  }
}

/** Lines as a chunk has them. */
export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** The counts of a result chunk: lines by `<confidence or reason>|<rule id>`. */
export function countsOf(lines: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines) {
    const { kind, confidence, reason, rule, failed } = JSON.parse(line)
    if (kind === 'tallystick/result@1' || kind === 'totals') continue
    const key = `${confidence ?? reason ?? ''}|${rule ?? failed?.rule ?? ''}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
