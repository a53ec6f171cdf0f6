import { engineVersion, fromHex, fromUtf8, linesOf, toHex, utf8 } from '@tallystick/engine/base'
import { createFrontier, hashOfLine } from '@tallystick/engine/merkle'
import type { ResultChunk, RunSummary } from '@tallystick/engine/result'
import { logSignerOf } from '../../../functions/service/log/log-signer.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { createId } from '../../../functions/service/platform/ids.ts'
import { sealRun } from '../../../functions/service/runs/seal-run.ts'
import { placeResult, storeResult } from '../../../functions/service/runs/store-result.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { runStore } from '../../../functions/service/store/run-store.ts'
import type { RunRecord } from '../../../schema/run.ts'
import { runs } from '../../../schema/tables.ts'
import { otherEngine } from '../../engine/support/other-engine.ts'
import type { Client } from './client.ts'
import { sealedRun } from './evidence.ts'
import { readZip } from './read-zip.ts'
import { countsOf } from './runs.ts'

/** A tenant with a run of another engine, whose result is like that of this one. */
export async function runOfOtherEngine() {
  const { run: made, ...app } = await sealedRun()
  const { client, tenantId } = app
  const db = queries(app.env.DB)
  const now = app.isolate.now()
  const [own] = await runStore(db).find(tenantId, made.id)
  if (own === undefined) throw new Error('The run that was just made is gone')
  const { checkpoint: _, ...sealed } = own
  const id = createId('run', now)
  const unsealed = { status: 'running', summary: null, resultRoot: null, sequence: null, completedAt: null }
  const lease = { createdAt: now, startedAt: now, attempt: 1, leaseUntil: now + 60_000 }
  await db.insert(runs).values({ ...sealed, ...unsealed, ...lease, id, engineVersion: otherEngine })
  const [row] = await runStore(db).find(tenantId, id)
  if (row === undefined) throw new Error('The run that was just stored is gone')
  const lines = await linesByOtherEngine(client, made)
  const summary: RunSummary = JSON.parse(own.summary ?? '')
  const outcome = {
    chunks: chunksOf(lines),
    resultRoot: rootOf(lines),
    leafCount: lines.length,
    summary,
    passes: [],
    warnings: [],
  }
  const executor = { db, isolate: app.isolate, env: app.env }
  const signer = await logSignerOf(executor, tenantId)
  const placed = await placeResult(executor, row, outcome)
  const store = () => storeResult(executor, row, placed)
  await sealRun(executor, row, { outcome, store, kept: [], bodyOf: () => '', signer })
  return { ...app, run: await (await client.get(`/api/v1/runs/${id}`)).json<RunRecord>(), lines }
}

/** The result of a run, under the name of the other engine. */
async function linesByOtherEngine(client: Client, { links }: RunRecord): Promise<readonly string[]> {
  const pack = await client.get(`${links.evidence}?format=zip`)
  const files = await readZip(new Uint8Array(await pack.arrayBuffer()))
  const text = fromUtf8(files.find(({ name }) => name === 'result.ndjson')?.bytes ?? new Uint8Array())
  return linesOf(text.replace(`"engine":"${engineVersion}"`, `"engine":"${otherEngine}"`))
}

function rootOf(lines: readonly string[]): string {
  const tree = createFrontier(sha256)
  for (const line of lines) tree.append(fromHex(hashOfLine(sha256, line)))
  return toHex(tree.root())
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
