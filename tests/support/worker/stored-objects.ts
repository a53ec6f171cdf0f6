import { env } from 'cloudflare:workers'
import { at, utf8 } from '@tallystick/engine/base'
import { queries } from '../../../functions/service/store/database.ts'
import { datasetFolder, folderStore, runFolder } from '../../../functions/service/store/line-folders.ts'
import { type ResultChunkRow, resultStore } from '../../../functions/service/store/result-store.ts'

/** Objects of R2 as they are stored, for tests that look at them and change them behind the service's back. */

/** The keys of the objects of a tenant's lines, sorted. */
export async function objectKeys(tenantId: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    ['datasets', 'runs'].map((kind) => env.BUCKET.list({ prefix: `${kind}/${tenantId}/` })),
  )
  return lists.flatMap(({ objects }) => objects.map(({ key }) => key)).sort()
}

/** The object of the lines of a large dataset. */
export const linesKeyOf = (tenantId: string, datasetId: string): string => `${datasetFolder(tenantId, datasetId)}lines`

/** Changes the bytes of an object. */
export async function changeObject(key: string, change: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const found = await env.BUCKET.get(key)
  if (found === null) throw new Error(`There is no object ${key}`)
  await env.BUCKET.put(key, change(await found.bytes()))
}

interface ResultRow {
  readonly tenant_id: string
  readonly attempt: number
  readonly view: 'matches'
  readonly seq: number
  readonly first_leaf: number
  readonly count: number
  readonly sha256: string
  readonly text: string
  readonly counts: string
  readonly voucher: string
}

/** Stores the result of a completed run in objects, as a large run would have it: each of `chunkCount` chunks. */
export async function moveResult(runId: string, chunkCount = 3): Promise<void> {
  const db = queries(env.DB)
  const { results } = await env.DB.prepare('SELECT * FROM result_chunks WHERE run_id = ? ORDER BY first_leaf')
    .bind(runId)
    .all<ResultRow>()
  const { tenant_id: tenantId, attempt } = at(results, 0)
  await env.DB.batch([
    env.DB.prepare("UPDATE runs SET status = 'running' WHERE id = ?").bind(runId),
    env.DB.prepare('DELETE FROM result_chunks WHERE run_id = ?').bind(runId),
  ])
  const folder = runFolder(tenantId, { runId, attempt })
  await folderStore(db).begin(tenantId, { folder, owner: runId }, Date.now())
  for (let start = 0; start < results.length; start += chunkCount) {
    const rows = await storeObject(`${folder}result/${start}`, results.slice(start, start + chunkCount))
    await resultStore(db).insertAll(tenantId, { runId, attempt }, rows)
  }
  await env.DB.batch([
    env.DB.prepare("UPDATE runs SET status = 'completed' WHERE id = ?").bind(runId),
    env.DB.prepare("UPDATE line_folders SET state = 'kept', expires_at = NULL WHERE owner = ?").bind(runId),
  ])
}

/** Stores chunks one behind the other as an object, and gives their rows, which say where each is. */
async function storeObject(object: string, chunks: readonly ResultRow[]): Promise<readonly ResultChunkRow[]> {
  const rows: ResultChunkRow[] = []
  let objectOffset = 0
  for (const { view, seq, first_leaf: firstLeaf, count, sha256, text, counts, voucher } of chunks) {
    const place = { object, objectOffset, objectLength: utf8(text).length }
    rows.push({ view, seq, firstLeaf, count, sha256, text: '', counts, voucher, createdAt: Date.now(), place })
    objectOffset += place.objectLength
  }
  await env.BUCKET.put(object, chunks.map(({ text }) => text).join(''))
  return rows
}
