import { describe, expect, it } from 'vitest'
import type { ResultResponse } from '../../../../schema/result.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readCsv } from '../../../support/worker/read-csv.ts'
import { eur } from '../../../support/worker/results.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

const bank = [
  eur({ id: 's1', amount: '100', date: '2026-03-01', description: 'CARD PAYMENT ACME GMBH BERLIN' }),
  eur({ id: 's2', amount: '7', date: '2026-03-02', description: 'CARD PAYMENT ZENITH LTD' }),
]
const ledger = [
  eur({ id: 't1', amount: '100', date: '2026-03-02', description: 'Acme, Berlin' }),
  eur({ id: 't2', amount: '7', date: '2026-03-02', description: 'Zenith' }),
]
const similar = {
  field: 'description',
  normalize: ['upper', { strip: ['GMBH', 'LTD', 'CARD PAYMENT', ','] }, 'sort-tokens'],
  similarity: { method: 'token-set', min: '0.6' },
}
const rules = [
  {
    id: 'text',
    name: 'Like text',
    action: 'suggest',
    match: [{ field: 'amount' }, { field: 'date', days: 3 }, similar],
  },
]

async function suggestingRun() {
  const { newTenant } = createTestApp()
  const { tenantId, client } = await newTenant()
  await seedDataset(tenantId, { adapter: 'bank', records: bank })
  await seedDataset(tenantId, { adapter: 'ledger', records: ledger })
  const run = await makeRun(client, { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules })
  const get = (query: string, accept = 'application/json') =>
    client.get(`${run.links.results}${query}`, { Accept: accept })
  return { run, get, read: async (query: string): Promise<ResultResponse> => (await get(query)).json() }
}

describe('suggestions', () => {
  it('are counted in the run, match nothing and leave everything open', async () => {
    const { run } = await suggestingRun()
    expect(run.summary).toMatchObject({
      matchCount: 0,
      suggestionCount: 2,
      breakCount: 4,
      source: { matched: 0, open: 2 },
      target: { matched: 0, open: 2 },
    })
  })

  it('are a view of match objects with the evidence of similar text', async () => {
    const { run, read } = await suggestingRun()
    const { suggestions, matches, breaks } = await read('?view=suggestions')
    expect([matches, breaks]).toEqual([[], []])
    expect(suggestions?.[0]).toEqual({
      id: expect.stringMatching(/^sug_[0-9a-f]{26}$/),
      source_transaction_id: 's1',
      target_transaction_id: 't1',
      confidence: 'medium',
      rule_used: 'Like text',
      rule_id: 'text',
      matched_at: run.completedAt,
      evidence: [
        {
          field: 'amount',
          source_value: 100,
          source_text: '100',
          target_value: 100,
          target_text: '100',
          match_type: 'exact',
        },
        { field: 'date', source_value: '2026-03-01', target_value: '2026-03-02', match_type: 'window' },
        {
          field: 'description',
          source_value: 'CARD PAYMENT ACME GMBH BERLIN',
          target_value: 'Acme, Berlin',
          match_type: 'similar',
        },
        { field: 'currency', source_value: 'EUR', target_value: 'EUR', match_type: 'exact' },
      ],
      audit_trail_id: `aud_${run.resultRoot?.slice(0, 26)}`,
      deterministic_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      action: 'suggest',
      days: 1,
      similarity: 10_000,
    })
  })

  it('are filtered by confidence and rule', async () => {
    const { read } = await suggestingRun()
    expect((await read('?view=suggestions&confidence=medium&rule=text')).suggestions).toHaveLength(2)
    expect((await read('?view=suggestions&confidence=low')).suggestions).toEqual([])
    expect((await read('?view=suggestions&rule=other')).suggestions).toEqual([])
  })

  it('mark the breaks of their records', async () => {
    const { read } = await suggestingRun()
    const { breaks } = await read('?view=breaks')
    expect(breaks.map(({ suggested }) => suggested)).toEqual([true, true, true, true])
  })

  it('are streamed as CSV with their similarity', async () => {
    const { get } = await suggestingRun()
    const [first] = readCsv(await (await get('?view=suggestions', 'text/csv')).text())
    expect(first?.['explanation']).toContain('texts alike by 100.00 %')
  })
})

it('shows the effective rule with its similarity, and takes it back', async () => {
  const { run } = await suggestingRun()
  expect(run.rules[0]).toMatchObject({
    action: 'suggest',
    match: [{}, {}, { op: 'similar', similarity: similar.similarity }, {}],
  })
})
