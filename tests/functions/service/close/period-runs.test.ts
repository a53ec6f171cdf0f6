import { describe, expect, it } from 'vitest'
import type { PeriodRunRecord } from '../../../../schema/period-run.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { begun, datasetOf, decided, itemsOf, march, marchWithItems } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const rules = [{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]

async function ran(client: Client, path: string): Promise<PeriodRunRecord> {
  const answer = await client.post(`${path}/runs`)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}

async function add(client: Client, path: string, side: 'source' | 'target', lines: readonly string[]): Promise<void> {
  const datasetId = await datasetOf(client, side === 'source' ? 'bank:main' : 'ledger', lines)
  const answer = await client.post(`${path}/datasets`, { datasetId, side })
  expect(answer.status, await answer.clone().text()).toBe(201)
}

async function scene() {
  const { client, path, reconciliation, ...others } = await marchWithItems({ rules })
  await add(client, path, 'source', ['s1,2026-03-02,10.00', 's2,2026-03-03,4.00', 's3,2026-04-02,7.00'])
  await add(client, path, 'target', ['t1,2026-03-02,10.00', 't2,2026-02-27,20.50'])
  const states = async (of = path) =>
    Object.fromEntries((await itemsOf(client, of)).data.map(({ name, state }) => [name.id, state]))
  return { client, path, reconciliation, ...others, states }
}

describe('a run of a period', () => {
  it('matches opening items and datasets, and leaves out what is of a later period', async () => {
    const { client, path, states } = await scene()
    const run = await ran(client, path)
    expect(run).toMatchObject({ number: 1, revision: 4, instructions: { count: 0 } })
    expect(run.source).toMatchObject({ count: 4, later: 1, repeated: 0, parts: [{ kind: 'opening', count: 2 }, {}] })
    expect(run.target.parts.map(({ kind, count }) => [kind, count])).toEqual([
      ['opening', 2],
      ['dataset', 2],
    ])
    // s1 and t1 matched within the period; the opening item a is settled by t2.
    const expected = { a: 'cleared', b: 'undecided', c: 'undecided', d: 'undecided' }
    expect(await states()).toEqual({ ...expected, s2: 'undecided', s3: 'later', t2: 'cleared' })
    expect((await itemsOf(client, path)).revision).toBe(4)
  })

  it('says of an open item why no rule matched it, by which items are filtered', async () => {
    const { client, path } = await marchWithItems({ rules })
    const fees = ['s4,2026-03-09,1.00', 's5,2026-03-10,2.00', 's6,2026-03-11,3.00']
    await add(client, path, 'source', [...fees, 's1,2026-03-02,10.00'])
    await add(client, path, 'target', ['t1,2026-03-02,10.00', 't9,2026-03-02,11.00'])
    await ran(client, path)
    const { data } = await itemsOf(client, path, '?side=source')
    expect(Object.fromEntries(data.map(({ name, reason, cause }) => [name.id, cause?.kind ?? reason]))).toEqual({
      ...{ a: 'missing_in_target', b: 'missing_in_target' },
      ...{ s4: 'after_other', s5: 'after_other', s6: 'after_other' },
    })
    const ids = async (query: string) => (await itemsOf(client, path, query)).data.map(({ name }) => name.id)
    expect(await ids('?cause=after_other')).toEqual(['s4', 's5', 's6'])
    expect(await ids('?reason=missing_in_source')).toEqual(['c', 'd', 't9'])
    const refused = await client.get(`${path}/items?reason=bad`)
    expect((await problemOf(refused)).errors?.map(({ pointer }) => pointer)).toEqual(['/reason'])
  })

  it('gives the same lines again, as its second run does', async () => {
    const { client, path } = await scene()
    const [first, second] = [await ran(client, path), await ran(client, path)]
    expect(second).toMatchObject({ number: 2, resultRoot: first.resultRoot, openingRoot: first.openingRoot })
  })

  it('obeys the decisions made before it, and shows those made since', async () => {
    const { client, path, states } = await scene()
    const { revision } = await ran(client, path)
    const { data } = await itemsOf(client, path)
    const named = (id: string) => data.filter(({ name }) => name.id === id).map(({ name }) => name)
    const match = { kind: 'match', items: [...named('s2'), ...named('d')] }
    expect(
      (await decided(client, path, [match, { kind: 'comment', items: named('b'), note: 'Ask' }], revision)).status,
    ).toBe(201)
    const before = await states()
    expect(before).toMatchObject({ s2: 'matched', d: 'matched', 'd~1': 'undecided' })
    const again = await ran(client, path)
    expect(again.instructions.count).toBe(1)
    expect(await states()).toEqual(before)
  })

  it('hands its open items on, and reads what a dataset has for the next period', async () => {
    const { client, path, reconciliation, states } = await scene()
    const next = (await begun(client, reconciliation)).links.self
    expect((await problemOf(await client.post(`${next}/runs`))).code).toBe('period_not_run')
    await ran(client, path)
    const run = await ran(client, next)
    // The dataset reaches on with s3; s1 and s2 were counted in March.
    expect(run.source).toMatchObject({ count: 3, repeated: 2, later: 0 })
    expect(await states(next)).toMatchObject({ b: 'undecided', s2: 'undecided', s3: 'undecided' })
  })

  it('is of one of two runs at the same time, or of both in turn', async () => {
    const { client, path } = await scene()
    const answers = await Promise.all([1, 2].map(() => client.post(`${path}/runs`)))
    const statuses = answers.map(({ status }) => status).sort()
    expect([[201, 201].join(), [201, 503].join()]).toContain(statuses.join())
    expect((await ran(client, path)).number).toBe(statuses.filter((status) => status === 201).length + 1)
  })

  it('takes no more records than a request does', async () => {
    const { secret, path } = await scene()
    const small = createTestApp({ env: { RUN_RECORDS_MAX: '3' } }).clientWith({ 'X-API-Key': secret })
    expect((await problemOf(await small.post(`${path}/runs`))).code).toBe('run_too_large')
  })

  it('of a period without records has none', async () => {
    const { client, period } = await march()
    expect((await ran(client, period.links.self)).source).toMatchObject({ count: 0, parts: [{ kind: 'opening' }] })
    expect((await itemsOf(client, period.links.self)).data).toEqual([])
  })
})
