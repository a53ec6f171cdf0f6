import { describe, expect, it } from 'vitest'
import type { DecisionRecord, DecisionsRecord } from '../../../../schema/decision.ts'
import { begun, decided, itemsOf, marchWithItems, otherKey } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

async function scene(members: object = {}) {
  const march = await marchWithItems(members)
  const { data } = await itemsOf(march.client, march.path)
  const named = (...ids: readonly string[]) =>
    data.filter(({ record }) => ids.includes(String(record['id']))).map(({ name }) => name)
  const make = (decisions: readonly object[], revision = 1) => decided(march.client, march.path, decisions, revision)
  const stateOf = async () =>
    Object.fromEntries((await itemsOf(march.client, march.path)).data.map(({ name, state }) => [name.id, state]))
  return { ...march, named, make, stateOf }
}

const madeBy = async (answer: Response): Promise<DecisionsRecord> => {
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}

describe('the items of a period', () => {
  it('are those of its opening, with age and state', async () => {
    const { client, path } = await scene()
    const { data, revision } = await itemsOf(client, path)
    expect(revision).toBe(1)
    expect(data.map(({ name, amount, state, age }) => [name.side, name.id, amount, state, age])).toEqual([
      ['source', 'a', '20.5', 'undecided', '31-60'],
      ['source', 'b', '-3', 'undecided', 'over-90'],
      ['target', 'c', '20.5', 'undecided', '31-60'],
      ['target', 'd', '20', 'undecided', '31-60'],
    ])
  })

  it.each([
    ['?side=source', ['a', 'b']],
    ['?age=over-90', ['b']],
    ['?amountMin=20.1', ['a', 'c']],
    ['?amountMin=3', ['a', 'b', 'c', 'd']],
    ['?q=inv-', ['a']],
    ['?state=carried', []],
    ['?owner=x', []],
    ['?sort=age', ['b', 'd', 'a', 'c']],
    ['?sort=amount', ['a', 'c', 'd', 'b']],
  ])('are filtered and sorted by %s', async (query, ids) => {
    const { client, path } = await scene()
    expect((await itemsOf(client, path, query)).data.map(({ name }) => name.id)).toEqual(ids)
  })

  it('come in pages', async () => {
    const { client, path } = await scene()
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await itemsOf(client, path, `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ids.push(...page.data.map(({ name }) => name.id))
      cursor = page.nextCursor
    }
    expect(ids).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('decisions', () => {
  it('carry, accept and match items, which then have another state', async () => {
    const { client, path, keyId, named, make, stateOf } = await scene()
    const { revision, decisions } = await madeBy(
      await make([
        { kind: 'carry', items: named('c'), reason: 'cheque', expected: '2026-04-15', note: 'On its way' },
        { kind: 'accept', items: named('b'), label: 'bank_fee' },
        { kind: 'match', items: named('a', 'd') },
      ]),
    )
    expect(revision).toBe(2)
    expect(decisions).toMatchObject([
      { kind: 'carry', state: 'effective', lapsed: null, actor: keyId, note: 'On its way' },
      { kind: 'accept', state: 'effective' },
      { kind: 'match', state: 'effective' },
    ])
    expect(await stateOf()).toEqual({ a: 'matched', 'a~1': 'undecided', b: 'accepted', c: 'carried', d: 'matched' })
    const { data } = await itemsOf(client, path, '?q=a~1')
    expect(data).toMatchObject([{ amount: '0.5', name: { side: 'source' } }])
    const list = await (await client.get(`${path}/decisions?limit=2`)).json<{ data: DecisionRecord[] }>()
    expect(list.data).toEqual(decisions.toReversed().slice(0, 2))
  })

  it('are made all or not at all', async () => {
    const { client, path, named, make, stateOf } = await scene()
    const answer = await make([
      { kind: 'flag', items: named('a') },
      { kind: 'carry', items: named('b'), reason: 'x' },
      { kind: 'match', items: named('a'), follows: 'dcn_1' },
    ])
    const { errors = [] } = await problemOf(answer)
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/decisions/1', '/decisions/2'])
    expect(await (await client.get(`${path}/decisions`)).json()).toMatchObject({ data: [] })
    expect(await stateOf()).toMatchObject({ a: 'undecided' })
  })

  it('are refused where they would have no effect', async () => {
    const { named, make } = await scene()
    const [name] = named('a')
    const codesOf = async (decision: object) =>
      ((await problemOf(await make([decision]))).errors ?? []).map(({ code }) => code)
    expect(await codesOf({ kind: 'flag', items: [{ ...name, id: 'z' }] })).toEqual(['gone'])
    expect(await codesOf({ kind: 'match', items: named('a', 'b') })).toEqual(['not_zero'])
    expect(await codesOf({ kind: 'accept', items: named('a', 'd'), label: 'fee', amount: '1' })).toEqual([
      'amount_differs',
    ])
    expect(await codesOf({ kind: 'reopen', follows: 'dcn_1' })).toEqual(['unknown_decision'])
  })

  it('neither accept nor carry what is matched already', async () => {
    const { named, make, stateOf } = await scene()
    await madeBy(await make([{ kind: 'match', items: named('a', 'd') }]))
    for (const decision of [
      { kind: 'accept', items: named('a'), label: 'fee' },
      { kind: 'carry', items: named('d'), reason: 'late', expected: '2026-04-15' },
    ])
      expect((await problemOf(await make([decision]))).errors).toMatchObject([{ code: 'matched' }])
    expect(await stateOf()).toMatchObject({ a: 'matched', d: 'matched' })
  })

  it('are withdrawn by a following one', async () => {
    const { named, make, stateOf } = await scene()
    const { decisions } = await madeBy(await make([{ kind: 'match', items: named('a', 'd') }]))
    await madeBy(await make([{ kind: 'reopen', follows: decisions[0]?.id ?? '' }], 2))
    expect(await stateOf()).toEqual({ a: 'undecided', b: 'undecided', c: 'undecided', d: 'undecided' })
  })

  it('of a large adjustment have no effect without an approval', async () => {
    const { named, make, stateOf } = await scene({ approvalAbove: { EUR: '10' } })
    const { decisions } = await madeBy(
      await make([
        { kind: 'accept', items: named('a'), label: 'loss' },
        { kind: 'accept', items: named('b'), label: 'fee' },
      ]),
    )
    expect(decisions.map(({ state }) => state)).toEqual(['proposed', 'effective'])
    expect(await stateOf()).toMatchObject({ a: 'undecided', b: 'accepted' })
  })

  it('conflict only with those of somebody else about the same items since', async () => {
    const { app, client, path, named, make } = await scene()
    const other = app.clientWith({ 'X-API-Key': await otherKey(client) })
    const { decisions } = await madeBy(await decided(other, path, [{ kind: 'flag', items: named('a') }], 1))
    await madeBy(await make([{ kind: 'flag', items: named('b') }]))
    await madeBy(await make([{ kind: 'carry', items: named('b'), reason: 'x', expected: '2026-04-01' }]))
    const late = await problemOf(
      await make([
        { kind: 'flag', items: named('c') },
        { kind: 'flag', items: named('d', 'a') },
      ]),
    )
    expect([late.code, late.errors?.[0]?.pointer]).toEqual(['item_decided', '/decisions/1/items/0'])
    expect(late.errors?.[0]?.detail).toContain(decisions[0]?.id)
    await madeBy(await make([{ kind: 'flag', items: named('a') }], 2))
  })

  it('of two at the same time about one item let one win', async () => {
    const { app, client, path, named, make } = await scene()
    const other = app.clientWith({ 'X-API-Key': await otherKey(client) })
    const flag = [{ kind: 'flag', items: named('a') }]
    const both = await Promise.all([make(flag), decided(other, path, flag, 1)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('with an idempotency key are made once', async () => {
    const { client, path, named } = await scene()
    const send = (items: readonly object[]) =>
      client.post(
        `${path}/decisions`,
        { decisions: [{ kind: 'flag', items }] },
        { 'If-Match': '"1"', 'Idempotency-Key': 'one' },
      )
    const answers = await Promise.all([send(named('a')), send(named('a'))])
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(texts[1]).toBe(texts[0])
    const again = await send(named('a'))
    expect([again.headers.get('Idempotent-Replayed'), again.headers.get('ETag')]).toEqual(['true', '"2"'])
    expect((await problemOf(await send(named('b')))).code).toBe('idempotency_key_reused')
    expect((await (await client.get(`${path}/decisions`)).json<{ data: object[] }>()).data).toHaveLength(1)
  })

  it('need the revision that the caller has seen', async () => {
    const { client, path, named, make } = await scene()
    const body = { decisions: [{ kind: 'flag', items: named('a') }] }
    expect((await client.post(`${path}/decisions`, body)).status).toBe(428)
    expect((await client.post(`${path}/decisions`, body, { 'If-Match': '*' })).status).toBe(400)
    expect((await make(body.decisions, 7)).status).toBe(412)
  })

  it('are none of a period that waits for an approval', async () => {
    const { app, tenantId, named, make } = await scene()
    await app.env.DB.prepare("UPDATE periods SET state = 'submitted' WHERE tenant_id = ?").bind(tenantId).run()
    expect((await problemOf(await make([{ kind: 'flag', items: named('a') }]))).code).toBe('period_submitted')
  })

  it('hand on to the next period what they left open', async () => {
    const { client, reconciliation, named, make } = await scene()
    const items = named('c')
    await madeBy(
      await make([
        { kind: 'match', items: named('a', 'd') },
        { kind: 'carry', items, reason: 'cheque', expected: '2026-04-15' },
      ]),
    )
    const april = await begun(client, reconciliation)
    const { data } = await itemsOf(client, april.links.self)
    expect(data.map(({ name, state, isOverdue }) => [name.id, state, isOverdue])).toEqual([
      ['a~1', 'undecided', false],
      ['b', 'undecided', false],
      ['c', 'undecided', true],
    ])
    expect(data[2]?.name).toEqual(items[0])
  })
})

it('carries no item until a day before the last of the period', async () => {
  const { make, named, stateOf } = await scene()
  const carry = { kind: 'carry', items: named('a'), reason: 'cheque' }
  const { code, errors } = await problemOf(
    await make([
      { ...carry, expected: '2026-03-31' },
      { ...carry, items: named('b'), expected: '2026-03-30' },
    ]),
  )
  expect(code).toBe('validation_failed')
  expect(errors).toEqual([
    {
      pointer: '/decisions/1/expected',
      code: 'overdue',
      detail: 'The decision would have no effect: the day until which it carries is before the last day of the period.',
    },
  ])
  await madeBy(await make([{ ...carry, expected: '2026-03-31' }]))
  expect((await stateOf())['a']).toBe('carried')
})

it('lists what is to be decided before what is not', async () => {
  const { client, path, make, named } = await scene()
  await madeBy(await make([{ kind: 'carry', items: named('a'), reason: 'cheque', expected: '2026-04-15' }]))
  const idsBy = async (query: string) => (await itemsOf(client, path, query)).data.map(({ name }) => name.id)
  expect(await idsBy('')).toEqual(['b', 'c', 'd', 'a'])
  expect(await idsBy('?sort=id')).toEqual(['a', 'b', 'c', 'd'])
})
