import { env } from 'cloudflare:workers'
import { fromBase64, fromUtf8, linesOf, utf8 } from '@tallystick/engine/base'
import type { ResultChunk, RunSummary } from '@tallystick/engine/result'
import { logSignerOf } from '../../../functions/service/log/log-signer.ts'
import { createId } from '../../../functions/service/platform/ids.ts'
import { sealRun } from '../../../functions/service/runs/seal-run.ts'
import { storeResult } from '../../../functions/service/runs/store-result.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { runStore } from '../../../functions/service/store/run-store.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { createTestApp } from './client.ts'
import { readZip } from './read-zip.ts'
import { countsOf } from './runs.ts'

/** A run of version 1 of the engine in the store: its lines are those of a pack that the service of that version wrote. */

/** The files of the pack, as text. */
export async function readPackOfEngine1(): Promise<(name: string) => string> {
  const files = await readZip(fromBase64(env.PACK_OF_ENGINE_1) ?? new Uint8Array())
  const texts = new Map(files.map(({ name, bytes }) => [name, fromUtf8(bytes)]))
  return (name) => texts.get(name) ?? ''
}

/** A tenant with one run of version 1, sealed now as that version sealed it. */
export async function runOfEngine1() {
  const textOf = await readPackOfEngine1()
  const app = createTestApp()
  const tenant = await app.newTenant()
  const { client, tenantId } = tenant
  for (const side of ['source', 'target']) {
    const path = `/api/v1/datasets?name=${side}&adapter=bank:${side}`
    const uploaded = await client.post(path, textOf(`${side}.ndjson`), { 'Content-Type': 'application/x-ndjson' })
    if (uploaded.status !== 201) throw new Error(await uploaded.text())
  }
  const { run: sealed }: { run: RunRecord } = JSON.parse(textOf('manifest.json'))
  const db = queries(env.DB)
  const now = app.isolate.now()
  const pinned = async (side: 'source' | 'target') => {
    const { data } = await (await client.get(`/api/v1/datasets?adapter=bank:${side}`)).json<{
      data: { id: string }[]
    }>()
    return JSON.stringify({ ...sealed[side], datasetId: data[0]?.id })
  }
  const id = createId('run', now)
  await runStore(db).insert({
    tenantId,
    id,
    name: sealed.name,
    status: 'running',
    sourceAdapter: 'bank:source',
    targetAdapter: 'bank:target',
    source: await pinned('source'),
    target: await pinned('target'),
    rules: textOf('rules.json'),
    policyId: sealed.policy.id,
    policyHash: sealed.policy.hash,
    engineVersion: '1',
    warnings: '[]',
    requestId: 'req_1',
    createdAt: now,
    startedAt: now,
    attempt: 1,
    leaseUntil: now + 60_000,
  })
  const [row] = await runStore(db).find(tenantId, id)
  if (row === undefined || sealed.summary === null) throw new Error('The run was stored, and its pack has a summary')
  const executor = { db, isolate: app.isolate, env: app.env }
  const chunks = chunksOf(linesOf(textOf('result.ndjson')))
  // What engine 1 does not have is left out where the run is shown.
  const storedSummary: RunSummary = JSON.parse(JSON.stringify(sealed.summary))
  const outcome = {
    chunks,
    resultRoot: sealed.resultRoot ?? '',
    leafCount: chunks.reduce((sum, { count }) => sum + count, 0),
    summary: storedSummary,
    passes: [],
    warnings: [],
  }
  const signer = await logSignerOf(executor, tenantId)
  const store = () => storeResult(executor, row, outcome)
  await sealRun(executor, row, { outcome, store, kept: [], bodyOf: () => '', signer })
  const run = await (await client.get(`/api/v1/runs/${id}`)).json<RunRecord>()
  return { ...app, ...tenant, run, sealed, textOf }
}

const viewByKind = new Map<string, ResultChunk['view']>([
  ['tallystick/result@1', 'header'],
  ['match', 'matches'],
  ['suggestion', 'suggestions'],
  ['break', 'breaks'],
  ['excluded', 'excluded'],
  ['totals', 'totals'],
])

/** The lines of a result in one chunk a view. */
function chunksOf(lines: readonly string[]): readonly ResultChunk[] {
  return [...viewByKind].flatMap(([kind, view]) => {
    const own = lines.filter((line) => JSON.parse(line).kind === kind)
    if (own.length === 0) return []
    const text = own.map((line) => `${line}\n`).join('')
    const firstLeaf = lines.indexOf(own[0] ?? '')
    return [{ view, seq: 0, firstLeaf, count: own.length, counts: countsOf(own), bytes: utf8(text), text }]
  })
}
