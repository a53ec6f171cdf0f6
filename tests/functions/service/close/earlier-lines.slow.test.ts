import { describe, expect, it } from 'vitest'
import { runLimits } from '../../../../functions/service/platform/run-limits.ts'
import type { PeriodRecord } from '../../../../schema/period.ts'
import type { ReconciliationRecord } from '../../../../schema/reconciliation.ts'
import type { PeriodVerification } from '../../../../schema/signoff.ts'
import { type Client, createTestApp, type TestAppOptions } from '../../../support/worker/client.ts'
import { begun, datasetOf, itemsOf, march, ran } from '../../../support/worker/periods.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const rules = [{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]

async function add(client: Client, path: string, lines: readonly string[]): Promise<void> {
  const datasetId = await datasetOf(client, 'bank:main', lines)
  const answer = await client.post(`${path}/datasets`, { datasetId, side: 'source' })
  expect(answer.status, await answer.clone().text()).toBe(201)
}

const marchLines = ['a,2026-03-02,10.00', 'b,2026-03-03,4.00', 'c,2026-03-04,4.00', 'd,2026-03-05,5.00']

/** March with four records and April with one, both run, and May with two records of March under other ids. */
async function threeMonths() {
  const { app, client, secret, tenantId, reconciliation, period } = await march({ rules })
  const marchPath = period.links.self
  await add(client, marchPath, marchLines)
  await ran(client, marchPath)
  const april = await nextRun(client, reconciliation, ['e,2026-04-02,6.00'])
  const may = (await begun(client, reconciliation)).links.self
  await add(client, may, ['x,2026-03-03,4.00', 'y,2026-04-02,6.00', 'z,2026-05-04,7.00'])
  const periodOf = (path: string) => path.split('/').at(-1) ?? ''
  /** The ids of the lines that a period keeps. */
  const keptBy = async (path: string) => {
    const rows = app.env.DB.prepare('SELECT text FROM close_lines WHERE tenant_id = ? AND owner GLOB ? AND text GLOB ?')
    const { results } = await rows.bind(tenantId, `${periodOf(path)}-*`, '{"record":*').all<{ text: string }>()
    return results.map(({ text }) => idsIn(text))
  }
  const change = (sql: string, ...values: readonly string[]) =>
    app.env.DB.prepare(sql)
      .bind(tenantId, ...values)
      .run()
  return { client, secret, april, may, keptBy, change, periodOf }
}

const idsIn = (text: string) => [...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)

async function nextRun(client: Client, reconciliation: ReconciliationRecord, lines: readonly string[]) {
  const path = (await begun(client, reconciliation)).links.self
  await add(client, path, lines)
  await ran(client, path)
  return path
}

const statesOf = async (client: Client, path: string) =>
  Object.fromEntries((await itemsOf(client, path)).data.map(({ name, state }) => [name.id, state]))

async function earlierIn(client: Client, path: string) {
  const answer = await client.get(`${path}/evidence?format=zip`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const files = await readZip(new Uint8Array(await answer.arrayBuffer()))
  return idsIn(new TextDecoder().decode(files.find(({ name }) => name === 'earlier.ndjson')?.bytes))
}

const checksOf = async (client: Client, path: string) => {
  const { checks } = await (await client.get(`${path}/verify`)).json<PeriodVerification>()
  return Object.fromEntries(checks.map(({ name, passed }) => [name, passed]))
}

describe('the records that earlier periods counted', () => {
  it('are compared with those of a period, and each is kept by one period alone', async () => {
    const { client, april, may, keptBy } = await threeMonths()
    await ran(client, may)
    expect(await statesOf(client, may)).toMatchObject({ x: 'repeated', y: 'repeated', z: 'undecided' })
    expect([await keptBy(april), await keptBy(may)]).toEqual([[['a', 'b', 'c', 'd']], [['e']]])
    expect(await earlierIn(client, may)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await checksOf(client, may)).toMatchObject({ run: true, opening: true })
  })

  it('do not count as records of a period, and are bounded by themselves', async () => {
    const { secret, may } = await threeMonths()
    const limited = (options: TestAppOptions) => createTestApp(options).clientWith({ 'X-API-Key': secret })
    // Five open items and three lines of the dataset, beside five records of March and April.
    const own = limited({ env: { RUN_RECORDS_MAX: '8' } })
    expect((await own.post(`${may}/runs`)).status).toBe(201)
    const few = limited({ runLimits: { ...runLimits, earlierRecordCountMax: 4 } })
    const { code, detail } = await problemOf(await few.post(`${may}/runs`))
    expect([code, detail]).toEqual(['run_too_large', expect.stringContaining('more than the 4 ')])
  })

  it('are no others after a second run, and others once the period before counts others', async () => {
    const { client, april, may, keptBy } = await threeMonths()
    await ran(client, may)
    await ran(client, may)
    expect(await keptBy(may)).toEqual([['e']])
    await add(client, april, ['f,2026-04-09,8.00'])
    await ran(client, april)
    expect(await checksOf(client, may)).toMatchObject({ run: true, opening: false })
    await ran(client, may)
    expect(await earlierIn(client, may)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(await checksOf(client, may)).toMatchObject({ run: true, opening: true })
  })

  it('are those of a run whose period keeps all of them, as periods once did', async () => {
    const { client, april, may, change } = await threeMonths()
    const before = await earlierIn(client, april)
    await change("UPDATE runs SET period = json_remove(period, '$.earlierParts') WHERE tenant_id = ?")
    expect(await earlierIn(client, april)).toEqual(before)
    await ran(client, may)
    expect(await earlierIn(client, may)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await checksOf(client, may)).toMatchObject({ run: true, opening: true })
  })

  it('are altered where a line that a period keeps was changed or is gone', async () => {
    for (const sql of [
      `UPDATE close_lines SET text = replace(text, '4', '5') WHERE tenant_id = ? AND owner GLOB ? AND text GLOB '{"record":*'`,
      `DELETE FROM close_lines WHERE tenant_id = ? AND owner GLOB ? AND text GLOB '{"record":*'`,
    ]) {
      const { client, april, may, periodOf, change } = await threeMonths()
      await ran(client, may)
      await change(sql, `${periodOf(april)}-*`)
      expect((await problemOf(await client.post(`${may}/runs`))).code).toBe('records_altered')
      expect((await problemOf(await client.get(`${may}/verify`))).code).toBe('records_altered')
      // What needs no comparison is read as before.
      expect(await statesOf(client, may)).toMatchObject({ x: 'repeated' })
    }
  })

  it('are altered where a run does not name a part of them any more', async () => {
    const { client, april, may, change, periodOf } = await threeMonths()
    await ran(client, may)
    await change(
      "UPDATE runs SET period = json_remove(period, '$.earlierParts[0]') WHERE tenant_id = ? AND period ->> '$.id' = ?",
      periodOf(april),
    )
    expect((await problemOf(await client.post(`${may}/runs`))).code).toBe('records_altered')
    expect((await problemOf(await client.get(`${may}/verify`))).code).toBe('records_altered')
  })

  it('are in few parts, however short the periods are', async () => {
    const { app, client, tenantId, reconciliation, period } = await march({ rules })
    await add(client, period.links.self, ['r0,2026-03-31,1.00', 's0,2026-03-31,1.50'])
    await ran(client, period.links.self)
    let path = ''
    for (let day = 1; day <= 9; day += 1) {
      const days = { first: `2026-04-0${day}`, last: `2026-04-0${day}` }
      path = (await begun(client, reconciliation, days)).links.self
      await add(client, path, [`r${day},2026-04-0${day},1.00`])
      await ran(client, path)
    }
    const names = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((day) => `r${day}`)
    expect(await earlierIn(client, path)).toEqual(names.toSpliced(1, 0, 's0'))
    const { runId } = await (await client.get(path)).json<PeriodRecord>()
    const sql = "SELECT period ->> '$.earlierParts' AS parts FROM runs WHERE tenant_id = ? AND id = ?"
    const row = await app.env.DB.prepare(sql).bind(tenantId, runId).first<{ parts: string }>()
    const counts = JSON.parse(row?.parts ?? '[]').map(({ count }: { count: number }) => count)
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(10)
    expect(counts.length).toBeLessThan(5)
  })
})
