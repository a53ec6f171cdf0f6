import { describe, expect, it } from 'vitest'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { PeriodRecord } from '../../../../schema/period.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { begun, datasetOf, defined, march } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

describe('periods of a reconciliation', () => {
  it('follow each other by the calendar', async () => {
    const { client, reconciliation, period } = await march()
    expect(period).toMatchObject({ name: '2026-03', last: '2026-03-31', state: 'open', revision: 1, edition: 1 })
    const april = await begun(client, reconciliation)
    expect(april).toMatchObject({ name: '2026-04', first: '2026-04-01', last: '2026-04-30' })
    const { data } = await (await client.get(reconciliation.links.periods)).json<{ data: PeriodRecord[] }>()
    expect(data.map(({ name }) => name)).toEqual(['2026-04', '2026-03'])
  })

  it('leave no gap, have unique names, and need days where no calendar says them', async () => {
    const { client } = await createTestApp().newTenant()
    const own = await defined(client, { calendar: 'own' })
    const codeOf = async (days: object) => {
      const { code, errors = [] } = await problemOf(await client.post(own.links.periods, days))
      return [code, ...errors.map(({ pointer }) => pointer)]
    }
    expect(await codeOf({})).toEqual(['validation_failed', '/first'])
    expect(await codeOf({ first: '2026-03-01' })).toEqual(['validation_failed', '/last'])
    expect(await codeOf({ first: '2026-03-02', last: '2026-03-01' })).toEqual(['validation_failed', '/last'])
    await begun(client, own, { first: '2026-03-01', last: '2026-03-10', name: 'first' })
    expect(await codeOf({ first: '2026-03-12', last: '2026-03-20' })).toEqual(['period_gap', '/first'])
    expect(await codeOf({ last: '2026-03-20', name: 'first' })).toEqual(['validation_failed', '/name'])
    expect(await begun(client, own, { last: '2026-03-20' })).toMatchObject({ name: '2026-03-11_2026-03-20' })
  })

  it('are begun once when two ask for the next one at the same time', async () => {
    const { client, reconciliation } = await march()
    const both = await Promise.all([1, 2].map(() => client.post(reconciliation.links.periods)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('a dataset of a period', () => {
  it('is read by the side that it was added to, once', async () => {
    const { client, keyId, period } = await march()
    const datasetId = await datasetOf(client, 'bank:main', ['a,2026-03-02,1.00'])
    const add = (side: string) => client.post(`${period.links.self}/datasets`, { datasetId, side })
    const answer = await add('source')
    expect([answer.status, answer.headers.get('ETag')]).toEqual([201, '"2"'])
    const added = await answer.json<PeriodRecord>()
    expect(added.datasets).toMatchObject([
      { datasetId, side: 'source', recordCount: 1, isHandedOn: false, addedBy: keyId },
    ])
    expect(await (await add('source')).json()).toEqual(added)
    expect((await problemOf(await add('target'))).code).toBe('same_dataset')
  })

  it('is of the adapter of that side', async () => {
    const { client, period } = await march()
    const datasetId = await datasetOf(client, 'bank:other', ['a,2026-03-02,1.00'])
    const answer = await client.post(`${period.links.self}/datasets`, { datasetId, side: 'source' })
    const { code, errors } = await problemOf(answer)
    expect([code, errors?.[0]?.pointer]).toEqual(['validation_failed', '/datasetId'])
    const unknown = await client.post(`${period.links.self}/datasets`, { datasetId: 'dat_1', side: 'source' })
    expect((await problemOf(unknown)).code).toBe('dataset_not_found')
  })

  it('is handed on to the periods that it reaches into, begun before or after', async () => {
    const { client, reconciliation, period } = await march()
    const add = async (path: string, lines: readonly string[]) => {
      const datasetId = await datasetOf(client, 'bank:main', lines)
      await client.post(`${path}/datasets`, { datasetId, side: 'source' })
      return datasetId
    }
    const early = await add(period.links.self, ['a,2026-03-02,1.00', 'b,2026-04-01,2.00'])
    await add(period.links.self, ['c,2026-03-30,1.00'])
    const april = await begun(client, reconciliation)
    expect(april.datasets).toMatchObject([{ datasetId: early, isHandedOn: true }])
    const late = await add(period.links.self, ['d,2026-05-01,1.00'])
    const seen = await (await client.get(april.links.self)).json<PeriodRecord>()
    expect(seen.datasets.map(({ datasetId }) => datasetId)).toEqual([early, late])
    expect([april.revision, seen.revision]).toEqual([1, 2])
  })

  it('is added by each of several requests at the same time', async () => {
    const { client, period } = await march()
    const ids = await Promise.all(
      ['a', 'b', 'c'].map((id) => datasetOf(client, 'bank:main', [`${id},2026-03-02,1.00`])),
    )
    const answers = await Promise.all(
      ids.map((datasetId) => client.post(`${period.links.self}/datasets`, { datasetId, side: 'source' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const seen = await (await client.get(period.links.self)).json<PeriodRecord>()
    expect([seen.datasets.length, seen.revision]).toEqual([3, 4])
  })

  it('is refused by a period that waits for an approval, and by one that is closed', async () => {
    const { app, client, tenantId, period } = await march()
    const datasetId = await datasetOf(client, 'bank:main', ['a,2026-03-02,1.00'])
    for (const state of ['submitted', 'closed']) {
      await app.env.DB.prepare('UPDATE periods SET state = ? WHERE tenant_id = ?').bind(state, tenantId).run()
      const answer = await client.post(`${period.links.self}/datasets`, { datasetId, side: 'source' })
      expect((await problemOf(answer)).code).toBe(`period_${state}`)
    }
  })

  it('is spared by deletion and retention', async () => {
    let now = Date.parse('2026-04-01T00:00:00.000Z')
    const app = createTestApp({ now: () => now })
    const { client, tenantId } = await app.newTenant({ settings: { retentionDays: 1 } })
    const period = await begun(client, await defined(client), { first: '2026-03-01' })
    const kept = await datasetOf(client, 'bank:main', ['a,2026-03-02,1.00'])
    const old = await datasetOf(client, 'bank:main', ['b,2026-03-02,1.00'])
    await client.post(`${period.links.self}/datasets`, { datasetId: kept, side: 'source' })
    expect((await problemOf(await client.delete(`/api/v1/datasets/${kept}`))).code).toBe('period_holds')
    await app.env.DB.prepare('UPDATE tenants SET sweep_at = 1 WHERE id = ?').bind(tenantId).run()
    now += 3 * 86_400_000
    await runScheduled(app.env, app.isolate)
    const statusOf = async (id: string) => (await client.get(`/api/v1/datasets/${id}`)).status
    expect([await statusOf(kept), await statusOf(old)]).toEqual([200, 410])
  })
})
