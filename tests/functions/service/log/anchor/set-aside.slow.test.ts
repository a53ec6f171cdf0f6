import { parseHead } from '@tallystick/engine/log'
import { describe, expect, it } from 'vitest'
import { tenantHashOf } from '../../../../../functions/service/log/log-signer.ts'
import type { Readiness } from '../../../../../schema/meta.ts'
import { faultyBucket } from '../../../../support/worker/faulty-bucket.ts'
import {
  alter,
  anchor,
  BUCKET,
  clock,
  DB,
  indexApp,
  indexOrigin,
  logLines,
  newestCheckpoint,
  sealRun,
  standAlone,
  stores,
} from '../../../../support/worker/index-log.ts'
import { operatorOf } from '../../../../support/worker/operator.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

/** A log whose head cannot be put into the index of all logs keeps no other log out of it. */

standAlone()

const minute = 60_000

async function ready(): Promise<Readiness> {
  return (await indexApp().client.get('/api/v1/ready')).json()
}

const headsOf = async (tenantId: string) => {
  const { results } = await DB.prepare('SELECT size, line FROM index_heads WHERE tenant_id = ? ORDER BY size')
    .bind(tenantId)
    .all<{ size: number; line: string }>()
  return results
}

const sizesOf = async (tenantId: string) => (await headsOf(tenantId)).map(({ size }) => size)

const setAsideOf = async (tenantId: string) => {
  const row = await DB.prepare('SELECT set_aside FROM tenant_logs WHERE tenant_id = ?')
    .bind(tenantId)
    .first<{ set_aside: string | null }>()
  return row?.set_aside ? JSON.parse(row.set_aside) : undefined
}

/** A log with a head in the index that has grown since, and another that has grown. */
async function grown() {
  const altered = await sealRun()
  await anchor()
  await makeRun(altered.client, emptyRun)
  const sound = await sealRun()
  return { altered, sound }
}

describe('a head that cannot be put into the index', () => {
  const faults: readonly (readonly [what: string, reason: string, sql: readonly string[]])[] = [
    [
      'of a row that says more than was signed',
      'unsigned',
      ["UPDATE tenant_logs SET size = size + 1, root = 'x' WHERE tenant_id = :tenant"],
    ],
    ['of a root that was not signed', 'unsigned', ["UPDATE tenant_logs SET root = 'x' WHERE tenant_id = :tenant"]],
    ['without a checkpoint', 'unsigned', ['UPDATE receipts SET checkpoint = NULL WHERE tenant_id = :tenant']],
    [
      'with the checkpoint of another log',
      'unsigned',
      ['UPDATE receipts SET checkpoint = (SELECT note FROM index_checkpoints LIMIT 1) WHERE tenant_id = :tenant'],
    ],
  ]
  it.each(faults)('is set aside with the reason, and the others go on: %s', async (_, reason, sql) => {
    const { altered, sound } = await grown()
    await alter(altered.tenantId, ...sql)
    await anchor()
    expect([await sizesOf(altered.tenantId), await sizesOf(sound.tenantId)]).toEqual([[1], [1]])
    expect(await setAsideOf(altered.tenantId)).toMatchObject({
      reason,
      foundAt: expect.any(String),
      fault: expect.any(String),
    })
    expect(logLines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ setAside: altered.tenantId, reason }),
    )
  })

  it('is set aside where the log in the index is not its beginning', async () => {
    const { altered, sound } = await grown()
    const [head] = await headsOf(altered.tenantId)
    const parsed = parseHead(head?.line ?? '')
    if (!parsed.ok) throw new Error(parsed.detail)
    // As if another history of the log had been put into the index.
    const { objects } = await BUCKET.list({ prefix: `once/log/${indexOrigin}/head/${parsed.value.log}/` })
    const key = objects[0]?.key ?? ''
    const forked = JSON.stringify({ entry: 0, line: head?.line.replace(parsed.value.root, 'f'.repeat(64)) })
    await BUCKET.put(key, forked)
    await anchor()
    expect(await setAsideOf(altered.tenantId)).toMatchObject({ reason: 'forked' })
    expect([await sizesOf(altered.tenantId), await sizesOf(sound.tenantId)]).toEqual([[1], [1]])
  })

  it('is set aside while its tiles cannot be read, and tried again a minute later', async () => {
    const { altered, sound } = await grown()
    const tiles = new RegExp(`^log/.*${tenantHashOf(altered.tenantId)}/tile/`)
    await anchor({ BUCKET: faultyBucket(BUCKET, [{ method: 'get', matches: tiles, when: 'before', times: 9 }]) })
    expect(await setAsideOf(altered.tenantId)).toMatchObject({ reason: 'unreadable' })
    expect([await sizesOf(altered.tenantId), await sizesOf(sound.tenantId)]).toEqual([[1], [1]])
    await anchor()
    expect(await sizesOf(altered.tenantId)).toEqual([1])
    clock.advance(minute)
    await anchor()
    expect([await sizesOf(altered.tenantId), await setAsideOf(altered.tenantId)]).toEqual([[1, 2], undefined])
  })

  it('has its log published first, where a Worker died before it was', async () => {
    const { altered } = await grown()
    const { objects } = await BUCKET.list({ prefix: `log/tallystick.dev/${tenantHashOf(altered.tenantId)}/` })
    await BUCKET.delete(objects.map(({ key }) => key))
    await anchor()
    expect(await sizesOf(altered.tenantId)).toEqual([1, 2])
    expect(await (await altered.client.get('/api/v1/log/checkpoint')).text()).toMatch(/\n2\n/)
  })

  it('is counted by readiness and by the metrics, with the age of the index', async () => {
    const before = await ready()
    const { altered } = await grown()
    await alter(altered.tenantId, "UPDATE tenant_logs SET root = 'x' WHERE tenant_id = :tenant")
    await anchor()
    clock.advance(7_000)
    expect(await ready()).toMatchObject({
      status: 'ok',
      setAsideLogs: (before.setAsideLogs ?? 0) + 1,
      indexAgeSeconds: 7,
    })
    const { client } = operatorOf({ now: clock.now, env: stores })
    const metrics = await (await client.get('/api/v1/metrics')).text()
    expect(metrics).toMatch(/^tallystick_logs_set_aside\{reason="unsigned"\} [1-9]/m)
    expect(metrics).toMatch(/^tallystick_index_age_seconds 7$/m)
  })
})

describe('a log whose row was made again', () => {
  it('jams the index for nobody, and goes on from the head that the bucket has', async () => {
    const { altered, sound } = await grown()
    await anchor()
    expect(await sizesOf(altered.tenantId)).toEqual([1, 2])
    await alter(altered.tenantId, 'DELETE FROM tenant_logs WHERE tenant_id = :tenant')
    const { client: operator } = operatorOf({ now: clock.now, env: stores })
    await operator.post(`/api/v1/admin/tenants/${altered.tenantId}/log/recover`)
    const row = await DB.prepare('SELECT size, indexed_size FROM tenant_logs WHERE tenant_id = ?')
      .bind(altered.tenantId)
      .first()
    expect(row).toEqual({ size: 2, indexed_size: 2 })
    await makeRun(sound.client, emptyRun)
    await anchor()
    await makeRun(altered.client, emptyRun)
    await anchor()
    expect([await sizesOf(altered.tenantId), await sizesOf(sound.tenantId)]).toEqual([
      [1, 2, 3],
      [1, 2],
    ])
  })

  it.each([0, 1, 99])(
    'is in the index once for each size, whatever the database says that it has: %i',
    async (size) => {
      const { altered, sound } = await grown()
      await anchor()
      const { size: before } = await newestCheckpoint()
      await alter(
        altered.tenantId,
        `UPDATE tenant_logs SET indexed_size = ${size} WHERE tenant_id = :tenant`,
        'DELETE FROM index_heads WHERE tenant_id = :tenant',
      )
      await makeRun(sound.client, emptyRun)
      await anchor()
      expect((await newestCheckpoint()).size).toBe(before + 1)
      expect(await sizesOf(sound.tenantId)).toEqual([1, 2])
    },
  )
})
