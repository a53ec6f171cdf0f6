import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogRecovery } from '../../../../schema/lost-run.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import type { Client } from '../../../support/worker/client.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain } from '../../../support/worker/evidence.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { demoRun, emptyRun, makeRun } from '../../../support/worker/runs.ts'
import { deployments, keepStoredKeys, setStoredKeys, storedKeys } from '../../../support/worker/signing-keys.ts'
import { restore, takeSnapshot } from '../../../support/worker/stored-rows.ts'

/** A log that was sealed stays verifiable, whatever an operator does to the keys. */

const day = 24 * 3_600_000

keepStoredKeys()

/** What the chains of the runs say that does not hold, and whether the log as a whole does. */
async function faultsOf(client: Client, runs: readonly RunRecord[]): Promise<readonly string[]> {
  const faults: string[] = []
  for (const run of runs)
    for (const { name, passed, detail } of (await readChain(client, run.id)).checks)
      if (!passed) faults.push(`${name}: ${detail}`)
  const log = await (await client.get('/api/v1/log/verify')).json<{ checks: { name: string; passed: boolean }[] }>()
  return [...faults, ...log.checks.filter(({ passed }) => !passed).map(({ name }) => name)]
}

describe('a sealed log', () => {
  it('holds through rotations with and without overlap, and a key that comes back', async () => {
    const { a, b, c, deploy, clientOf, sweep, clock } = await deployments()
    const stages = [
      { SIGNING_KEY: a.secret },
      { SIGNING_KEY: b.secret, SIGNING_KEY_PREVIOUS: a.secret },
      { SIGNING_KEY: b.secret },
      { SIGNING_KEY: c.secret },
      { SIGNING_KEY: a.secret },
      { SIGNING_KEY: b.secret },
    ]
    const runs: RunRecord[] = []
    for (const stage of stages) {
      const app = deploy(stage)
      runs.push(await makeRun(clientOf(app)))
      await sweep(app)
      expect(await faultsOf(clientOf(app), runs)).toEqual([])
      clock.advance(30 * day)
    }
  })

  it('holds where the first seal of a key was of a log that is ahead of the clock', async () => {
    const { a, b, deploy, clientOf, clock } = await deployments()
    const ahead = deploy({ SIGNING_KEY: a.secret }, () => clock.now() + day)
    const { secret } = await ahead.newTenant()
    const key = { 'X-API-Key': secret }
    await makeRun(ahead.clientWith(key))
    const next = deploy({ SIGNING_KEY: b.secret })
    const [early, usual] = [await makeRun(next.clientWith(key)), await makeRun(clientOf(next))]
    const reader = deploy({ SIGNING_KEY: b.secret })
    expect(await faultsOf(reader.clientWith(key), [early])).toEqual([])
    expect(await faultsOf(clientOf(reader), [usual])).toEqual([])
  })

  it('that is ahead of the clock holds after its key has ended', async () => {
    const { a, b, deploy, clientOf, sweep, clock } = await deployments()
    const runs = [await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret })))]
    runs.push(await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret }, () => clock.now() + day))))
    const next = deploy({ SIGNING_KEY: b.secret })
    await sweep(next)
    expect(await faultsOf(clientOf(next), runs)).toEqual([])
  })

  it('whose newest entry is a deletion, the only one by its key, goes on under the next key', async () => {
    const { a, b, c, deploy, clientOf } = await deployments()
    const runs = [
      await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret }))),
      await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret }))),
    ]
    const second = deploy({ SIGNING_KEY: b.secret })
    expect((await clientOf(second).delete(runs[0]?.links.self ?? '')).status).toBe(204)
    const third = clientOf(deploy({ SIGNING_KEY: c.secret }))
    expect(await faultsOf(third, [...runs.slice(1), await makeRun(third, emptyRun)])).toEqual([])
  })

  it('goes on from an entry whose executor died before the database knew its key', async () => {
    const { a, b, deploy, clientOf, sweep, clock, tenantId } = await deployments()
    const lost = deploy({ SIGNING_KEY: a.secret })
    const DB = faultyDatabase(env.DB, [{ matches: /update "tenant_logs"/i, when: 'before', times: 9 }])
    const dying = createTestApp({ now: clock.now, env: { ...lost.env, DB } })
    const { headers } = await clientOf(dying).post('/api/v1/runs', demoRun)
    clock.advance(60_000)
    const other = deploy({ SIGNING_KEY: b.secret })
    const next = clientOf(other)
    const second = await makeRun(next, emptyRun)
    await sweep(other)
    const { results } = await env.DB.prepare('SELECT run_id FROM receipts WHERE tenant_id = ? ORDER BY sequence')
      .bind(tenantId)
      .all<{ run_id: string }>()
    expect(results.map(({ run_id }) => run_id)).toEqual([headers.get('Location')?.split('/').at(-1), second.id])
    expect(await faultsOf(next, [second])).toEqual([])
  })

  it('holds again after the rows of its keys were removed, once it is recovered', async () => {
    const { a, b, deploy, clientOf, sweep, recover, clock } = await deployments()
    const runs = [await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret })))]
    clock.advance(day)
    const next = deploy({ SIGNING_KEY: b.secret })
    runs.push(await makeRun(clientOf(next)))
    await sweep(next)
    await setStoredKeys([])
    clock.advance(day)
    runs.push(await makeRun(clientOf(next)))
    expect(await (await recover(next)).json<LogRecovery>()).toMatchObject({ sound: 3, complete: true })
    await sweep(next)
    expect(await faultsOf(clientOf(next), runs)).toEqual([])
  })

  it('is recovered after a restore to a time before two of its keys', async () => {
    const { a, b, c, deploy, clientOf, recover, clock, tenantId } = await deployments()
    const kept = await makeRun(clientOf(deploy({ SIGNING_KEY: a.secret })))
    const [old, oldKeys] = [await takeSnapshot(tenantId), await storedKeys()]
    for (const key of [b, b, c, c]) {
      clock.advance(day)
      await makeRun(clientOf(deploy({ SIGNING_KEY: key.secret })))
    }
    await restore(tenantId, old)
    await setStoredKeys(oldKeys)
    clock.advance(day)
    const now = deploy({ SIGNING_KEY: c.secret })
    expect(await (await recover(now)).json<LogRecovery>()).toMatchObject({ sound: 1, restored: 4, complete: true })
    expect(await faultsOf(clientOf(now), [kept, await makeRun(clientOf(now))])).toEqual([])
  })

  it('holds after the pepper was changed, once its former key is named as retired', async () => {
    const { a, b, deploy, first, clientOf, sweep, tenantId } = await deployments()
    const run = await makeRun(clientOf(first))
    const second = deploy({ SIGNING_KEY: b.secret })
    await makeRun(clientOf(second))
    await sweep(second)
    const KEY_PEPPER = 'another pepper for tests only 0123456789'
    const unnamed = deploy({ SIGNING_KEY: b.secret, KEY_PEPPER })
    const { secret } = await keyOf(unnamed, tenantId)
    expect(await faultsOf(unnamed.clientWith({ 'X-API-Key': secret }), [run])).toContainEqual(
      expect.stringMatching(/^checkpointSignature/),
    )
    const named = deploy({ SIGNING_KEY: b.secret, KEY_PEPPER, SIGNING_KEYS_RETIRED: a.publicKey })
    const client = named.clientWith({ 'X-API-Key': secret })
    expect(await faultsOf(client, [run, await makeRun(client, emptyRun)])).toEqual([])
    await sweep(named)
    const later = deploy({ SIGNING_KEY: b.secret, KEY_PEPPER })
    expect(await faultsOf(later.clientWith({ 'X-API-Key': secret }), [run])).toEqual([])
  })
})

/** A key of a tenant that the operator makes. */
async function keyOf(app: ReturnType<typeof createTestApp>, tenantId: string): Promise<{ readonly secret: string }> {
  const admin = app.clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
  const scopes = ['runs:read', 'runs:write', 'datasets:read', 'evidence:read']
  return (await admin.post(`/api/v1/admin/tenants/${tenantId}/keys`, { name: 'New', scopes })).json()
}
