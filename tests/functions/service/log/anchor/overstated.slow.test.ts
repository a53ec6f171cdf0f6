import { describe, expect, it } from 'vitest'
import type { Readiness } from '../../../../../schema/meta.ts'
import {
  alter,
  anchor,
  BUCKET,
  clock,
  DB,
  indexApp,
  logLines,
  sealRun,
  standAlone,
  stores,
} from '../../../../support/worker/index-log.ts'
import { operatorOf } from '../../../../support/worker/operator.ts'
import { createRecorder } from '../../../../support/worker/recorder.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

/** A row that says that the index has more of its log than it has is found, said and set right. */

standAlone()

const minute = () => {
  clock.advance(60_000)
  return anchor()
}

const setAsideCount = async () => (await (await indexApp().client.get('/api/v1/ready')).json<Readiness>()).setAsideLogs

async function figureOf(name: string): Promise<number> {
  const { client } = operatorOf({ now: clock.now, env: stores })
  const text = await (await client.get('/api/v1/metrics')).text()
  const line = text.split('\n').find((each) => each.startsWith(`tallystick_${name} `))
  return Number(line?.split(' ').at(-1) ?? expect.unreachable(`no ${name}`))
}

const rowOf = (tenantId: string) =>
  DB.prepare('SELECT size, indexed_size AS indexed FROM tenant_logs WHERE tenant_id = ?').bind(tenantId).first()

const sizesOf = async (tenantId: string) => {
  const { results } = await DB.prepare('SELECT size FROM index_heads WHERE tenant_id = ? ORDER BY size')
    .bind(tenantId)
    .all<{ size: number }>()
  return results.map(({ size }) => size)
}

/** A log of which the index has a head, and that has another. */
async function grown() {
  const log = await sealRun()
  await anchor()
  await makeRun(log.client, emptyRun)
  return log
}

describe('a row that says that the index has more of its log than it has', () => {
  it.each([2, 3, 1_000_000])('is said and set right, and a minute later the head is in the index: %i', async (size) => {
    const { tenantId } = await grown()
    await alter(tenantId, `UPDATE tenant_logs SET indexed_size = ${size} WHERE tenant_id = :tenant`)
    await minute()
    expect(await rowOf(tenantId)).toEqual({ size: 2, indexed: 1 })
    expect([await setAsideCount(), await figureOf('logs_set_aside{reason="overstated"}')]).toEqual([1, 1])
    expect(logLines.map((line) => JSON.parse(line))).toContainEqual({
      setAside: tenantId,
      reason: 'overstated',
      fault: `The row of the log says that the index has its size ${size}, and it has 1.`,
    })
    await minute()
    expect([await sizesOf(tenantId), await rowOf(tenantId)]).toEqual([[1, 2], { size: 2, indexed: 2 }])
    expect(await setAsideCount()).toBe(0)
  })

  it('is said of a log that the index has never had', async () => {
    const { tenantId } = await sealRun()
    await alter(tenantId, 'UPDATE tenant_logs SET indexed_size = 1 WHERE tenant_id = :tenant')
    await minute()
    expect([await rowOf(tenantId), await setAsideCount()]).toEqual([{ size: 1, indexed: 0 }, 1])
    await minute()
    expect([await sizesOf(tenantId), await setAsideCount()]).toEqual([[1], 0])
  })

  it('is said where the index has all of the log', async () => {
    const { tenantId } = await sealRun()
    await anchor()
    await alter(tenantId, 'UPDATE tenant_logs SET indexed_size = 9 WHERE tenant_id = :tenant')
    expect(await figureOf('logs_unindexed')).toBe(1)
    await minute()
    expect([await rowOf(tenantId), await setAsideCount()]).toEqual([{ size: 1, indexed: 1 }, 1])
    await minute()
    expect([await sizesOf(tenantId), await setAsideCount()]).toEqual([[1], 0])
  })
})

describe('a row that says that its log is looked at in a year', () => {
  it('keeps its head out of the index no longer than others', async () => {
    const { tenantId } = await grown()
    await alter(tenantId, `UPDATE tenant_logs SET index_due_at = ${clock.now() + 3e10} WHERE tenant_id = :tenant`)
    await minute()
    expect(await sizesOf(tenantId)).toEqual([1, 2])
  })
})

describe('looking whether the index has what the rows say', () => {
  it('reads one small object of twenty logs a minute, however many there are', async () => {
    for (let count = 0; count < 22; count += 1) await sealRun()
    await minute()
    const recorder = createRecorder({ ...indexApp().env, DB, BUCKET })
    await anchor({ DB: recorder.env.DB, BUCKET: recorder.env.BUCKET })
    const reads = recorder.calls.filter(
      ({ store, statements }) => store === 'r2' && /\/head\//.test(String(statements)),
    )
    expect(reads.map(({ method }) => method)).toEqual(Array.from({ length: 20 }, () => 'get'))
    expect(await recorder.rowsRead()).toBeLessThan(100)
  })
})
