import { describe, expect, it } from 'vitest'
import type { PeriodOfItem } from '../../../../schema/item-history.ts'
import type { Client } from '../../../support/worker/client.ts'
import { begun, carried, datasetOf, decided, itemsOf, marchWithItems, ran } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

interface HistoryPage {
  readonly data: readonly PeriodOfItem[]
  readonly nextCursor: string | null
}

async function historyOf(client: Client, path: string, query: object): Promise<HistoryPage> {
  const answer = await client.get(`${path}/history?${new URLSearchParams({ ...query })}`)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}

const nameOf = async (client: Client, path: string, id: string) => {
  const { data, revision } = await itemsOf(client, path)
  const item = data.find(({ name }) => name.id === id)
  if (item === undefined) throw new Error(`No item ${id} among ${data.map(({ name }) => name.id)}`)
  return { name: item.name, revision }
}

async function decide(client: Client, path: string, ids: readonly string[], decision: object): Promise<void> {
  const named = await Promise.all(ids.map((id) => nameOf(client, path, id)))
  const items = named.map(({ name }) => name)
  const answer = await decided(client, path, [{ ...decision, items }], named[0]?.revision ?? 0)
  expect(answer.status, await answer.clone().text()).toBe(201)
}

/**
 * The item `a` of 20.50 is carried through March, paid in part in April, so that `a~1` of 0.50 is open, and cleared by a
 * record of May.
 */
async function scene() {
  const { client, path, reconciliation } = await marchWithItems({
    rules: [{ id: 'same', match: [{ field: 'amount' }, { field: 'currency' }, { field: 'date', days: 200 }] }],
  })
  await decide(client, path, ['a'], { kind: 'carry', reason: 'on its way', expected: '2026-12-31' })
  const april = (await begun(client, reconciliation)).links.self
  await decide(client, april, ['a'], { kind: 'comment', note: 'asked again' })
  await decide(client, april, ['a', 'd'], { kind: 'match' })
  const may = (await begun(client, reconciliation)).links.self
  const datasetId = await datasetOf(client, 'ledger', ['t9,2026-05-04,0.50'])
  await client.post(`${may}/datasets`, { datasetId, side: 'target' })
  await ran(client, path)
  await ran(client, april)
  await ran(client, may)
  return { client, reconciliation, path, april, may, query: (await nameOf(client, may, 'a~1')).name }
}

const shown = ({ data }: HistoryPage) =>
  data.map(({ period, items, decisions }) => [
    period.name,
    items.map(({ name, state }) => `${name.id} ${state}`),
    decisions.map(({ kind }) => kind),
  ])

describe('the history of an item', () => {
  it('goes from its first period over what was left of it to what cleared it', async () => {
    const { client, path, may, query } = await scene()
    const history = await historyOf(client, may, query)
    expect(shown(history)).toEqual([
      ['2026-03', ['a carried'], ['carry']],
      ['2026-04', ['a matched', 'a~1 undecided'], ['comment', 'match']],
      ['2026-05', ['a~1 cleared'], []],
    ])
    expect(history.nextCursor).toBeNull()
    const [march, april, last] = history.data
    expect(march?.decisions[0]).toMatchObject({ reason: 'on its way', by: { name: expect.stringMatching(/^\w/) } })
    expect(march?.decisions[0]?.by.name).not.toBe(march?.decisions[0]?.by.id)
    expect(april?.decisions[0]).toMatchObject({ note: 'asked again', state: 'effective' })
    expect(april?.items[0]?.settledBy).toMatchObject({
      by: 'decision',
      rule: null,
      otherCount: 1,
      others: [{ id: 'd' }],
    })
    expect(last?.items[0]?.settledBy).toMatchObject({
      by: 'rule',
      rule: 'same',
      decision: null,
      others: [{ id: 't9' }],
    })
    const { name } = await nameOf(client, path, 'a')
    expect(await historyOf(client, path, name)).toEqual(history)
  })

  it('ends with the newest period while the item is open, and comes in pages', async () => {
    const { client, reconciliation, path } = await marchWithItems()
    await carried(client, path)
    await begun(client, reconciliation)
    const { name } = await nameOf(client, path, 'b')
    const first = await historyOf(client, path, { ...name, limit: 1 })
    expect(shown(first)).toEqual([['2026-03', ['b carried'], ['carry']]])
    const second = await historyOf(client, path, { ...name, limit: 1, cursor: first.nextCursor })
    expect(shown(second)).toEqual([['2026-04', ['b carried'], []]])
    expect(second.nextCursor).toBeNull()
    const other = await nameOf(client, path, 'a')
    const query = new URLSearchParams({ ...other.name, cursor: first.nextCursor ?? '' })
    expect((await problemOf(await client.get(`${path}/history?${query}`))).code).toBe('invalid_cursor')
  })
})
