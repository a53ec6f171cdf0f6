import { env } from 'cloudflare:workers'
import { fromHex, toHex, utf8 } from '@tallystick/engine/base'
import { appendReceipt, emptyLog } from '@tallystick/engine/log'
import { createFrontier, leafHash } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { engineBuild } from '../../../../functions/service/platform/engine-build.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

interface ReceiptRow {
  readonly sequence: number
  readonly run_id: string
  readonly leaf_hash: string
  readonly line: string
  readonly inclusion: string
  readonly consistency: string
}

async function readLog(tenantId: string) {
  const receipts = await env.DB.prepare('SELECT * FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<ReceiptRow>()
  const log = await env.DB.prepare('SELECT size, frontier, root, previous FROM tenant_logs WHERE tenant_id = ?')
    .bind(tenantId)
    .first<{ size: number; frontier: string; root: string; previous: string }>()
  return { receipts: receipts.results, log }
}

const times = <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, make))

describe('sealing', () => {
  it('gives runs that finish at once consecutive sequences, through one isolate', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    const runs = await times(24, () => makeRun(client))
    expect(runs.map(({ sequence }) => sequence).sort((a, b) => Number(a) - Number(b))).toEqual([...Array(24).keys()])
    expect((await readLog(tenantId)).log?.size).toBe(24)
  })

  it('gives them consecutive sequences between isolates that do not know of each other', async () => {
    const first = createTestApp()
    const { secret, tenantId } = await first.newTenant()
    const clients = Array.from({ length: 6 }, () => createTestApp().clientWith({ 'X-API-Key': secret }))
    const runs = await Promise.all(clients.flatMap((client) => [makeRun(client), makeRun(client)]))
    expect(runs.map(({ sequence }) => sequence).sort((a, b) => Number(a) - Number(b))).toEqual([...Array(12).keys()])
    expect((await readLog(tenantId)).log?.size).toBe(12)
  })

  it('is left to the next executor when others had the log for as long as it tries', async () => {
    const clock = settableClock()
    const meanwhile = async () => {
      clock.advance((2 / 3) * leaseMilliseconds)
      throw new Error('D1_ERROR: NOT NULL constraint failed: tenant_logs.size: SQLITE_CONSTRAINT')
    }
    const contended = { matches: /update "tenant_logs"/i, when: 'before', times: 3, meanwhile } as const
    const app = createTestApp({ now: clock.now, env: { DB: faultyDatabase(env.DB, [contended]) } })
    const { client, tenantId } = await app.newTenant()
    const response = await client.post('/api/v1/runs', demoRun)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30'])
    expect((await readLog(tenantId)).log?.size).toBe(0)
    await runScheduled(env, createIsolate({ now: clock.now }))
    const run = await client.get(response.headers.get('Location') ?? '')
    expect(await run.json()).toMatchObject({ status: 'completed', sequence: 0 })
  })

  it('chains every receipt to the one before', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    await times(5, () => makeRun(client))
    const { receipts, log } = await readLog(tenantId)
    const hashes = receipts.map(({ line }) => toHex(leafHash(sha256, utf8(line))))
    expect(receipts.map(({ leaf_hash }) => leaf_hash)).toEqual(hashes)
    expect(receipts.map(({ line }) => JSON.parse(line).previous)).toEqual(['0'.repeat(64), ...hashes.slice(0, -1)])
    expect(log?.previous).toBe(hashes.at(-1))
  })

  it('keeps the frontier and root that follow from the receipts', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    await times(7, () => makeRun(client))
    const { receipts, log } = await readLog(tenantId)
    const frontier = createFrontier(sha256)
    for (const { leaf_hash } of receipts) frontier.append(fromHex(leaf_hash))
    expect(log?.root).toBe(toHex(frontier.root()))
    expect(JSON.parse(log?.frontier ?? '')).toEqual(frontier.state().hashes)
  })

  it('keeps with each receipt the proofs that the engine gives for it', async () => {
    const { client, tenantId } = await createTestApp().newTenant()
    await times(4, () => makeRun(client))
    let state = emptyLog(sha256)
    for (const row of (await readLog(tenantId)).receipts) {
      const { kind: _, previous: __, sequence: ___, ...fields } = JSON.parse(row.line)
      const sealed = appendReceipt(sha256, state, fields)
      expect(row).toMatchObject({
        line: sealed.line,
        inclusion: JSON.stringify(sealed.inclusion),
        consistency: JSON.stringify(sealed.consistency),
      })
      state = sealed.log
    }
  })

  it('says in the receipt what the run record says', async () => {
    const { client, tenantId, keyId } = await createTestApp().newTenant()
    const run = await makeRun(client)
    const { receipts } = await readLog(tenantId)
    expect(JSON.parse(receipts[0]?.line ?? '')).toEqual({
      kind: 'tallystick/receipt@2',
      actor: keyId,
      build: engineBuild,
      received: { source: null, target: null },
      run: run.id,
      engine: run.engineVersion,
      policy: run.policy.hash,
      source: run.source.root,
      target: run.target.root,
      result: run.resultRoot,
      leaves: expect.any(Number),
      replayOf: null,
      createdAt: run.createdAt,
      completedAt: run.completedAt,
      sequence: 0,
      previous: '0'.repeat(64),
      tenant: toHex(sha256(utf8(tenantId))),
    })
  })

  it('keeps the tenants’ logs apart', async () => {
    const app = createTestApp()
    const [one, other] = [await app.newTenant(), await app.newTenant()]
    const runs = await Promise.all([makeRun(one.client), makeRun(other.client)])
    expect(runs.map(({ sequence }) => sequence)).toEqual([0, 0])
  })
})
