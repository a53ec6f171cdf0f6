import { env } from 'cloudflare:workers'
import { at } from '@tallystick/engine'
import { queries } from '../../../functions/store/database.ts'
import { datasetFolder } from '../../../functions/store/line-folders.ts'
import { writeResultObject } from '../../../functions/store/result-objects.ts'
import { resultStore } from '../../../functions/store/result-store.ts'

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
  readonly text: string
  readonly counts: string
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
  for (let start = 0; start < results.length; start += chunkCount) {
    const chunks = results.slice(start, start + chunkCount).map(({ first_leaf: firstLeaf, text, counts, ...row }) => ({
      ...row,
      firstLeaf,
      counts: JSON.parse(counts),
      bytes: new TextEncoder().encode(text),
    }))
    const object = { tenantId, runId, attempt, name: `merged/${start}`, now: Date.now() }
    for (const row of await writeResultObject({ db, env }, object, chunks))
      await resultStore(db).insert(tenantId, { runId, attempt }, row)
  }
  await env.DB.batch([
    env.DB.prepare("UPDATE runs SET status = 'completed' WHERE id = ?").bind(runId),
    env.DB.prepare("UPDATE line_folders SET state = 'kept', expires_at = NULL WHERE owner = ?").bind(runId),
  ])
}
