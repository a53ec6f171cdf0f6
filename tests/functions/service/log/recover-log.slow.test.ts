import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogRecovery, LostRun } from '../../../../schema/lost-run.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain } from '../../../support/worker/evidence.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { checkpointKey } from '../../../support/worker/once.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, emptyRun, makeRun } from '../../../support/worker/runs.ts'
import { restore, takeSnapshot } from '../../../support/worker/stored-rows.ts'

/** A tenant with `count` runs, and the operator who recovers its log. */
async function loggedRuns(count: number) {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const runs: RunRecord[] = []
  for (let made = 0; made < count; made += 1) runs.push(await makeRun(tenant.client, emptyRun))
  const operator = app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
  const recover = () => operator.post(`/api/v1/admin/tenants/${tenant.tenantId}/log/recover`)
  return { ...tenant, runs, recover }
}

const alter = (tenantId: string, sql: string) =>
  env.DB.prepare(`${sql} ${sql.includes('WHERE') ? 'AND' : 'WHERE'} tenant_id = ?`)
    .bind(tenantId)
    .run()

const receiptsOf = async (tenantId: string) =>
  (await env.DB.prepare('SELECT * FROM receipts WHERE tenant_id = ? ORDER BY sequence').bind(tenantId).all()).results

describe('after a restore of the database', () => {
  it('the log is whole again, the runs that are gone are listed, and nothing was signed anew', async () => {
    const { client, tenantId, recover } = await loggedRuns(2)
    const old = await takeSnapshot(tenantId)
    const gone = [await makeRun(client, emptyRun), await makeRun(client, emptyRun), await makeRun(client, emptyRun)]
    const sealed = await takeSnapshot(tenantId)
    await restore(tenantId, old)

    const recovery = await (await recover()).json<LogRecovery>()
    expect(recovery).toMatchObject({ tenantId, size: 5, sound: 2, restored: 3, complete: true })
    const newestFirst = gone.toReversed().map(({ id, sequence, completedAt }) => ({ id, sequence, completedAt }))
    expect(recovery.lostRuns).toMatchObject(newestFirst)
    const now = await takeSnapshot(tenantId)
    expect(now.receipts).toEqual(sealed.receipts)
    expect(now.tenant_logs).toEqual(sealed.tenant_logs)
    expect(readNote((await makeRun(client, emptyRun)).checkpoint).size).toBe(6)
  })

  it('a run whose row is gone is 410 at every path, and is listed', async () => {
    const { client, tenantId, recover, runs } = await loggedRuns(1)
    const old = await takeSnapshot(tenantId)
    const gone = await makeRun(client, emptyRun)
    await restore(tenantId, old)
    await recover()
    const { self, results, evidence, policy } = gone.links
    const explorer = [
      'verifyProofChain',
      'getExecutionGraph',
      'findPolicyImpact',
      'traceArtifactLineage?artifact=result',
    ]
    const paths = [self, results, evidence, `${evidence}?format=zip`, policy]
    for (const path of [...paths, ...explorer.map((name) => `${self}/trust-explorer/${name}`)])
      expect(await problemOf(client.get(path)), path).toMatchObject({ status: 410, code: 'records_lost' })
    expect(await problemOf(client.post(`${self}/replay`))).toMatchObject({ status: 410, code: 'records_lost' })

    const list = await (await client.get('/api/v1/runs?lost=true')).json<{ data: LostRun[]; nextCursor: null }>()
    const [receipt] = (await receiptsOf(tenantId)).slice(-1)
    expect(list).toEqual({
      data: [{ id: gone.id, sequence: 1, receiptHash: receipt?.['leaf_hash'], completedAt: gone.completedAt }],
      nextCursor: null,
    })
    const kept = await (await client.get('/api/v1/runs')).json<{ data: RunRecord[] }>()
    expect(kept.data.map(({ id }) => id)).toEqual(runs.map(({ id }) => id))
  })

  it('pages of lost runs follow each other, and are of no status', async () => {
    const { client, tenantId, runs } = await loggedRuns(3)
    await alter(tenantId, 'DELETE FROM runs')
    const seen: string[] = []
    let path = '/api/v1/runs?lost=true&limit=1'
    for (let page = 0; page < 3; page += 1) {
      const { data, nextCursor } = await (await client.get(path)).json<{ data: LostRun[]; nextCursor: string | null }>()
      seen.push(...data.map(({ id }) => id))
      path = `/api/v1/runs?lost=true&limit=1&cursor=${nextCursor}`
    }
    expect(seen).toEqual(runs.map(({ id }) => id).reverse())
    expect((await problemOf(client.get('/api/v1/runs?lost=true&status=failed'))).code).toBe('invalid_query')
  })
})

describe('a log that has diverged', () => {
  const changes: readonly [string, string][] = [
    ['a hash of the frontier', `UPDATE tenant_logs SET frontier = '["${'0'.repeat(64)}"]'`],
    ['its row, removed', 'DELETE FROM tenant_logs'],
    ['its newest receipt', "UPDATE receipts SET line = replace(line, 'engine', 'Engine') WHERE sequence = 2"],
    ['a receipt in the middle', "UPDATE receipts SET line = '', leaf_hash = '' WHERE sequence = 1"],
    ['a checkpoint, removed', 'UPDATE receipts SET checkpoint = NULL WHERE sequence = 2'],
    ['a proof', "UPDATE receipts SET inclusion = '[]' WHERE sequence = 2"],
    ['every receipt, removed', 'DELETE FROM receipts'],
    ['a receipt behind the newest', 'UPDATE receipts SET sequence = 9 WHERE sequence = 2'],
  ]
  it.each(changes)('goes on after it was recovered: %s', async (_, sql) => {
    const { client, tenantId, recover, runs } = await loggedRuns(3)
    const sealed = await takeSnapshot(tenantId)
    await alter(tenantId, sql)
    await client.post('/api/v1/runs', demoRun)
    expect(await (await recover()).json<LogRecovery>()).toMatchObject({ complete: true, lostRuns: [] })
    const now = await takeSnapshot(tenantId)
    expect(now.receipts.slice(0, 3)).toEqual(sealed.receipts)
    expect((await readChain(client, runs[1]?.id ?? '')).verified).toBe(true)
    expect(readNote((await makeRun(client, emptyRun)).checkpoint).size).toBeGreaterThan(3)
  })

  it('that R2 never had, and that is not sound, is left to a person', async () => {
    const { client, tenantId, recover, runs } = await loggedRuns(2)
    const { origin } = readNote(runs[0]?.checkpoint)
    for (const size of [1, 2]) await env.BUCKET.delete(checkpointKey(origin, size))
    await alter(tenantId, "UPDATE receipts SET leaf_hash = '' WHERE sequence = 1")
    expect(await problemOf(client.post('/api/v1/runs', demoRun))).toMatchObject({ code: 'log_diverged' })
    expect(await problemOf(recover())).toMatchObject({
      status: 503,
      code: 'log_diverged',
      detail: expect.stringMatching(/receipt 1/),
    })
  })

  it('is left as it is when it never diverged', async () => {
    const { tenantId, recover } = await loggedRuns(2)
    const before = await takeSnapshot(tenantId)
    expect(await (await recover()).json<LogRecovery>()).toMatchObject({ size: 2, sound: 2, restored: 0, lostRuns: [] })
    expect(await takeSnapshot(tenantId)).toEqual(before)
  })

  it('of an unknown tenant is not found', async () => {
    const operator = createTestApp().clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
    expect((await problemOf(operator.post('/api/v1/admin/tenants/ten_x/log/recover'))).code).toBe('tenant_not_found')
  })
})
