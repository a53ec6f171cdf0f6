import { describe, expect, it } from 'vitest'
import type { BalancesRecord, ProofRecord } from '../../../../schema/balance.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { begun, datasetOf, decided, defined, itemsOf } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'

/** A bank that begins with 100 and books that begin with 80: the open item a, 20, explains the difference. */
async function scene() {
  const app = createTestApp()
  const { client, keyId } = await app.newTenant()
  const rules = [{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]
  const reconciliation = await defined(client, { rules })
  const item = { side: 'source', record: { id: 'a', amount: '20', currency: 'EUR', date: '2026-02-27' } }
  const balances = { source: { EUR: '100' }, target: { EUR: '80' } }
  await client.post(`${reconciliation.links.self}/opening`, { balances, items: [item] })
  const period = await begun(client, reconciliation, { first: '2026-03-01' })
  const path = period.links.self
  for (const [side, adapter, lines] of [
    ['source', 'bank:main', ['s1,2026-03-02,10.00', 's2,2026-03-31,-2.50']],
    ['target', 'ledger', ['t1,2026-03-02,10.00']],
  ] as const) {
    const datasetId = await datasetOf(client, adapter, lines)
    expect((await client.post(`${path}/datasets`, { datasetId, side })).status).toBe(201)
  }
  const type = (closing: object, revision: number | '*', others: object = {}) =>
    client.send(`${path}/balances`, {
      method: 'PUT',
      body: JSON.stringify({ closing, ...others }),
      headers: { 'Content-Type': 'application/json', 'If-Match': revision === '*' ? '*' : `"${revision}"` },
    })
  const proof = async () => (await client.get(`${path}/proof`)).json<ProofRecord>()
  return { client, keyId, path, reconciliation, type, proof }
}

describe('the balances of a period', () => {
  it('are typed with who and when, and the last one of a side and currency counts', async () => {
    const { keyId, type } = await scene()
    const first = await type({ source: { EUR: '100.00' }, target: {} }, 3)
    expect(first.status, await first.clone().text()).toBe(200)
    const second = await (await type({ source: { EUR: '107.50' }, target: { EUR: '90' } }, 4)).json<BalancesRecord>()
    expect(second).toMatchObject({
      revision: 5,
      closing: { source: { EUR: '107.5' }, target: { EUR: '90' } },
      typed: [{ amount: '100', actor: keyId }, { amount: '107.5' }, { side: 'target', amount: '90' }],
      reasons: {},
    })
    expect((await problemOf(await type({ source: {}, target: {} }, 4))).code).toBe('precondition_failed')
  })

  it('are not typed again by a request that is repeated', async () => {
    const { type } = await scene()
    const typed = { source: { EUR: '100' }, target: {} }
    const first = await (await type(typed, 3, { reasons: { EUR: 'Rounding' } })).json<BalancesRecord>()
    for (const revision of [3, '*'] as const)
      expect(await (await type(typed, revision, { reasons: { EUR: 'Rounding' } })).json()).toEqual(first)
    expect(await (await type({ source: { EUR: '101' }, target: {} }, '*')).json()).toMatchObject({
      revision: first.revision + 1,
    })
  })

  it('keep the reasons of other currencies', async () => {
    const { type } = await scene()
    await type({ source: {}, target: {} }, 3, { reasons: { EUR: 'Rounding' } })
    const both = await type({ source: {}, target: {} }, 4, { reasons: { USD: 'A late rate' } })
    expect(await both.json<BalancesRecord>()).toMatchObject({ reasons: { EUR: 'Rounding', USD: 'A late rate' } })
  })

  it('of two people at once let one win', async () => {
    const { type } = await scene()
    const answers = await Promise.all(['1', '2'].map((EUR) => type({ source: { EUR }, target: {} }, 3)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  it('are explained to the cent where a file was uploaded twice, whose open items count once', async () => {
    const { client, path, type, proof } = await scene()
    const datasetId = await datasetOf(client, 'bank:main', ['s1,2026-03-02,10.00', 's2,2026-03-31,-2.50'])
    expect((await client.post(`${path}/datasets`, { datasetId, side: 'source' })).status).toBe(201)
    await client.post(`${path}/runs`)
    await type({ source: { EUR: '107.50' }, target: { EUR: '90' } }, '*')
    expect(await proof()).toMatchObject({ proofs: [{ currency: 'EUR', unexplained: '0' }] })
    const { data } = await itemsOf(client, path)
    expect(data.map(({ name, state }) => `${name.id} ${state}`).sort()).toEqual(['a undecided', 's2 undecided'])
  })

  it('are explained to the cent by the items that stay open', async () => {
    const { client, path, type, proof } = await scene()
    expect((await problemOf(await client.get(`${path}/proof`))).code).toBe('period_not_run')
    await client.post(`${path}/runs`)
    await type({ source: { EUR: '127.50' }, target: { EUR: '90' } }, '*')
    const wrong = await proof()
    expect(wrong.proofs).toMatchObject([{ currency: 'EUR', unexplained: '20' }])
    expect(wrong.rollForward.map(({ side, difference }) => [side, difference])).toEqual([
      ['source', '20'],
      ['target', '0'],
    ])
    await type({ source: { EUR: '107.50' }, target: {} }, '*')
    const right = await proof()
    expect(right.proofs).toMatchObject([{ currency: 'EUR', unexplained: '0' }])
    expect(right.proofs[0]?.rows.map(({ what, amount }) => [what, amount])).toEqual([
      ['statement', '107.5'],
      ['not_in_books', '-17.5'],
      ['computed', '90'],
      ['books', '90'],
      ['unexplained', '0'],
    ])
    expect(right.faults).toHaveLength(2)
  })

  it('stay explained when a fee is accepted, which the journal has to be booked', async () => {
    const { client, path, type, proof } = await scene()
    await client.post(`${path}/runs`)
    const { data, revision } = await itemsOf(client, path)
    const items = data.flatMap(({ name }) => (name.id === 's2' ? [name] : []))
    expect((await decided(client, path, [{ kind: 'accept', items, label: 'bank_fee' }], revision)).status).toBe(201)
    await type({ source: { EUR: '107.50' }, target: { EUR: '90' } }, '*')
    const { proofs } = await proof()
    expect(proofs).toMatchObject([{ unexplained: '0' }])
    expect(proofs[0]?.rows).toContainEqual(
      expect.objectContaining({ what: 'adjustments', label: 'bank_fee', amount: '2.5' }),
    )
    const journal = await client.get(`${path}/journal`)
    expect(journal.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect((await journal.text()).split('\r\n')[1]).toMatch(
      /^s2,2026-03-31,bank_fee,EUR,-2\.5,s2,source,.*,provisional$/,
    )
  })

  it('are handed on to the next period', async () => {
    const { client, path, reconciliation, type } = await scene()
    await client.post(`${path}/runs`)
    await type({ source: { EUR: '107.50' }, target: { EUR: '90' } }, '*')
    const next = (await begun(client, reconciliation)).links.self
    await client.post(`${next}/runs`)
    const { rollForward } = await (await client.get(`${next}/proof`)).json<ProofRecord>()
    expect(rollForward.map(({ side, opening }) => [side, opening])).toEqual([
      ['source', '107.5'],
      ['target', '90'],
    ])
  })
})
