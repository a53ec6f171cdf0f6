import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { tenantHashOf } from '../../../../functions/service/log/log-signer.ts'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { brokenBucket } from '../../../support/worker/broken-bindings.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { loggedRuns } from '../../../support/worker/logged-runs.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { checkpointKey } from '../../../support/worker/once.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, emptyRun, makeRun } from '../../../support/worker/runs.ts'
import { restore, takeSnapshot } from '../../../support/worker/stored-rows.ts'

async function loggedOnce() {
  const { tenantId, secret, runs } = await loggedRuns(3)
  return { tenantId, secret, runs, rows: await takeSnapshot(tenantId) }
}
let logged: ReturnType<typeof loggedOnce> | undefined

/** Gives `work` a log of three runs, in an isolate that knows nothing of it; then its rows are again what they were. */
async function withSharedLog(
  work: (log: { client: Client; tenantId: string; runs: readonly RunRecord[] }) => Promise<void>,
): Promise<void> {
  logged ??= loggedOnce()
  const { tenantId, secret, runs, rows } = await logged
  const client = createTestApp().clientWith({ 'X-API-Key': secret })
  expect(await receiptsOf(tenantId)).toHaveLength(3)
  try {
    await work({ client, tenantId, runs })
  } finally {
    await restore(tenantId, rows)
  }
}

const rootsBySize = (runs: readonly RunRecord[]): ReadonlyMap<number, string> =>
  new Map(runs.map(({ checkpoint }) => [readNote(checkpoint).size, readNote(checkpoint).root]))

const execute = (tenantId: string, ...statements: readonly string[]) =>
  env.DB.batch(statements.map((sql) => env.DB.prepare(sql.replaceAll(':tenant', `'${tenantId}'`))))

/** What each receipt of the tenant's log is, oldest first. */
async function receiptsOf(tenantId: string) {
  const { results } = await env.DB.prepare(
    'SELECT sequence, run_id, line, checkpoint FROM receipts WHERE tenant_id = ? ORDER BY sequence',
  )
    .bind(tenantId)
    .all<{ sequence: number; run_id: string; line: string; checkpoint: string }>()
  return results
}

const post = (client: Client) => client.post('/api/v1/runs', demoRun)

describe('a log that was set back', () => {
  it('gets its receipts back before anything is signed, when the newest runs were removed', async () => {
    const { client, tenantId, runs } = await loggedRuns(3)
    const old = await takeSnapshot(tenantId)
    const lost = [await makeRun(client, emptyRun), await makeRun(client, emptyRun), await makeRun(client, emptyRun)]
    const sealed = await receiptsOf(tenantId)
    await restore(tenantId, old)

    const next = await makeRun(client, emptyRun)
    expect(readNote(next.checkpoint).size).toBe(7)
    const receipts = await receiptsOf(tenantId)
    expect(receipts.slice(0, 6)).toEqual(sealed)
    const signed = receipts.map(({ checkpoint }) => [readNote(checkpoint).size, readNote(checkpoint).root] as const)
    expect(new Map(signed.slice(0, 6))).toEqual(rootsBySize([...runs, ...lost]))
    expect(new Set(signed.map(([size]) => size)).size).toBe(7)
  })

  it('completes runs that the old state still holds as unfinished with the receipts that stand', async () => {
    const { client, tenantId } = await loggedRuns(1)
    const run = await makeRun(client, emptyRun)
    await execute(
      tenantId,
      `UPDATE runs SET status = 'queued', lease_until = 0, summary = NULL, result_root = NULL, sequence = NULL,
        completed_at = NULL WHERE tenant_id = :tenant AND id = '${run.id}'`,
      `DELETE FROM receipts WHERE tenant_id = :tenant AND sequence = 1`,
      `UPDATE tenant_logs SET (size, frontier, root, previous) = (SELECT 1, json_array(leaf_hash), leaf_hash, leaf_hash
        FROM receipts r WHERE r.tenant_id = :tenant AND r.sequence = 0) WHERE tenant_id = :tenant`,
    )
    await runScheduled(env, createIsolate())
    const again = await (await client.get(run.links.self)).json<RunRecord>()
    expect(again).toMatchObject({ status: 'completed', sequence: 1, completedAt: run.completedAt })
    expect(again.checkpoint).toBe(run.checkpoint)
  })
})

describe('a log whose rows are not those that were signed', () => {
  const changes: readonly [string, string][] = [
    ['a hash of the frontier', `frontier = replace(frontier, substr(frontier, 3, 8), '00000000')`],
    ['the frontier, no JSON any more', `frontier = 'x'`],
    ['the frontier of another size', `frontier = '[]'`],
    ['the root', `root = upper(root)`],
    ['the newest leaf hash', `previous = replace(previous, substr(previous, 1, 8), '00000000')`],
    ['the size', `size = 2`],
    ['a size far out', `size = 9007199254740991`],
  ]
  it.each(changes)('is signed no more: %s', async (_, set) => {
    await withSharedLog(async ({ client, tenantId, runs }) => {
      await execute(tenantId, `UPDATE tenant_logs SET ${set} WHERE tenant_id = :tenant`)
      expect(await problemOf(post(client))).toMatchObject({ status: 503, code: 'log_diverged' })
      expect(rootsBySize(runs).size).toBe(3)
      expect(await receiptsOf(tenantId)).toHaveLength(3)
    })
  })

  const ofReceipts: readonly [string, string][] = [
    ['the newest receipt', `UPDATE receipts SET line = replace(line, 'engine', 'Engine') WHERE sequence = 2`],
    ['the newest receipt, removed', `DELETE FROM receipts WHERE sequence = 2`],
    [
      'its checkpoint, by one of an earlier size',
      `UPDATE receipts SET checkpoint = (SELECT checkpoint FROM receipts
      WHERE tenant_id = :tenant AND sequence = 1) WHERE sequence = 2`,
    ],
    ['its checkpoint, no note any more', `UPDATE receipts SET checkpoint = 'x' WHERE sequence = 2`],
    ['its checkpoint, removed', `UPDATE receipts SET checkpoint = NULL WHERE sequence = 2`],
    ['its proof', `UPDATE receipts SET inclusion = '[]' WHERE sequence = 2`],
    ['a receipt behind the newest', `UPDATE receipts SET sequence = 3 WHERE sequence = 2`],
    ['the whole log row', `DELETE FROM tenant_logs WHERE 1`],
  ]
  it.each(ofReceipts)('is signed no more: %s', async (_, sql) => {
    await withSharedLog(async ({ client, tenantId }) => {
      await execute(tenantId, sql.replace(/WHERE (?!.*WHERE)/s, 'WHERE tenant_id = :tenant AND '))
      expect(await problemOf(post(client))).toMatchObject({ status: 503, code: 'log_diverged' })
    })
  })

  it('is signed no more when another history was signed for the next size', async () => {
    const { client, tenantId } = await loggedRuns(2)
    const old = await takeSnapshot(tenantId)
    await makeRun(client, emptyRun)
    await restore(tenantId, old)
    const key = checkpointKey(`${env.LOG_ORIGIN}/${tenantHashOf(tenantId)}`, 3)
    const held = await (await env.BUCKET.get(key))?.json<{ receipt: string }>()
    const receipt = held?.receipt.replace('"sequence":2', '"sequence":3')
    await env.BUCKET.put(key, JSON.stringify({ ...held, receipt }))
    expect(await problemOf(post(client))).toMatchObject({ status: 503, code: 'log_diverged' })
  })

  it('refuses runs before they are stored, and says so in readiness', async () => {
    const { client, tenantId } = await loggedRuns(1)
    await execute(tenantId, `UPDATE tenant_logs SET frontier = '[]' WHERE tenant_id = :tenant`)
    await post(client)
    const { data } = await (await client.get('/api/v1/runs')).json<{ data: RunRecord[] }>()
    const response = await post(client)
    expect(response.headers.get('Location')).toBeNull()
    expect(response.headers.get('Retry-After')).toBe('60')
    expect(await problemOf(response)).toMatchObject({ status: 503, code: 'log_diverged' })
    expect((await (await client.get('/api/v1/runs')).json<{ data: RunRecord[] }>()).data).toHaveLength(data.length)
    const ready = await (await client.get('/api/v1/ready')).json<{ divergedLogs: number }>()
    expect(ready.divergedLogs).toBeGreaterThan(0)
  })
})

describe('a signed checkpoint', () => {
  it('is written once for its size, with its receipt', async () => {
    const { runs, tenantId } = await loggedRuns(2)
    const receipts = await receiptsOf(tenantId)
    for (const [index, { checkpoint }] of runs.entries()) {
      const name = checkpointKey(readNote(checkpoint).origin, index + 1)
      const object = await env.BUCKET.get(name)
      expect(await object?.json()).toEqual({ note: checkpoint, receipt: receipts[index]?.line })
      expect(await env.BUCKET.put(name, 'other', { onlyIf: { etagDoesNotMatch: '*' } })).toBeNull()
    }
  })

  it('is not made without the bucket: the run waits', async () => {
    const { secret, tenantId } = await loggedRuns(1)
    const away = createTestApp({ env: { BUCKET: brokenBucket() } }).clientWith({ 'X-API-Key': secret })
    expect(await problemOf(post(away))).toMatchObject({ status: 503, code: 'storage_unavailable' })
    expect(await receiptsOf(tenantId)).toHaveLength(1)
  })

  it('is completed no earlier than the one before, however far a clock lags', async () => {
    let now = Date.UTC(2026, 2, 2)
    const app = createTestApp({ now: () => now })
    const { client } = await app.newTenant()
    const first = await makeRun(client, emptyRun)
    now -= 3_600_000
    const second = await makeRun(client, emptyRun)
    expect(second.completedAt).toBe(first.completedAt)
    expect(Date.parse(second.createdAt)).toBeLessThan(Date.parse(second.completedAt ?? ''))
  })

  it('costs no further round trip to the database', async () => {
    const { client, app } = await loggedRuns(2)
    app.recorder.reset()
    await makeRun(client, emptyRun)
    // Reads, the stored run, its start, the result with the log, the seal.
    expect(app.recorder.roundTrips).toBe(5)
    // The checkpoint of the size; then the tile and the bundle, and the published one anew.
    const calls = app.recorder.calls.filter(({ store }) => store === 'r2').map(({ method }) => method)
    expect(calls).toEqual(['put', 'put', 'put', 'put'])
  })
})
