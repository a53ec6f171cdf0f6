import type { CanonicalRecord } from '@tallystick/engine/record'
import { describe, expect, it } from 'vitest'
import type { ResultResponse } from '../../../../schema/result.ts'
import type { ResultBreak, ResultMatch } from '../../../../schema/result-item.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readCsv } from '../../../support/worker/read-csv.ts'
import { eur } from '../../../support/worker/results.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

const ofPayout = (id: string, values: Partial<CanonicalRecord>, payoutId: string): CanonicalRecord =>
  eur({ id, date: '2026-03-01', ...values, attributes: { payoutId } })
const of = (counterparty: string, id: string, amount: string): CanonicalRecord =>
  eur({ id, amount, date: '2026-03-10', counterparty, description: id })

const source = [
  ofPayout('b1', { gross: '300', fee: '2.4' }, 'po1'),
  ofPayout('b2', { gross: '-50', fee: '4' }, 'po1'),
  ofPayout('b3', { gross: '150', fee: '3' }, 'po1'),
  ofPayout('b4', { gross: '-0.32' }, 'po1'),
  ofPayout('b5', { gross: '10' }, 'po2'),
  ofPayout('b6', { gross: '1', fee: '0.25' }, 'po2'),
  of('Acme', 'i1', '100'),
  of('Zenith', 'i2', '100'),
  of('Birch', 'i3', '100'),
  of('Cash', 'i4', '77.5'),
]
const target = [
  eur({ id: 'po1', amount: '390.28', date: '2026-03-02' }),
  eur({ id: 'po2', amount: '11', date: '2026-03-02' }),
  of('Acme', 'p1', '60'),
  of('Acme', 'p2', '40'),
  of('Zenith', 'q1', '60'),
  of('Zenith', 'q2', '40'),
  of('Zenith', 'q3', '40'),
  ...['1', '2', '3', '4'].map((amount) => of('Birch', `r${amount}`, amount)),
  of('Till', 'u1', '70'),
  of('Till', 'u2', '7.5'),
]
const amounts = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] }
const rules = [
  {
    id: 'payout-net',
    name: 'Payouts net of fees',
    cardinality: 'n:1',
    match: [{ sourceField: 'attributes.payoutId', targetField: 'id' }],
    sum: { source: [{ field: 'gross' }, { field: 'fee', times: -1, default: '0' }], target: [{ field: 'amount' }] },
  },
  {
    id: 'parts',
    cardinality: '1:n',
    select: 'subset',
    limits: { maxItems: 3, maxCandidates: 3 },
    match: [{ field: 'counterparty' }],
    sum: amounts,
  },
  {
    id: 'till',
    action: 'suggest',
    cardinality: '1:n',
    select: 'subset',
    where: { target: [{ field: 'counterparty', op: 'eq', value: 'Till' }] },
    match: [{ field: 'date', days: 3 }],
    sum: amounts,
  },
]

interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: readonly object[]
}

async function runOf(given: Sides) {
  const { newTenant } = createTestApp()
  const { tenantId, client } = await newTenant()
  await seedDataset(tenantId, { adapter: 'bank', records: given.source })
  await seedDataset(tenantId, { adapter: 'ledger', records: given.target })
  const body = { name: 'Groups', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: given.rules }
  const run = await makeRun(client, body)
  const get = (query: string, accept = 'application/json') =>
    client.get(`${run.links.results}${query}`, { Accept: accept })
  return { run, get, read: async (query: string): Promise<ResultResponse> => (await get(query)).json() }
}

const groupsRun = () => runOf({ source, target, rules })

const idsOf = (item: ResultMatch) => [
  item.source_transaction_ids ?? [item.source_transaction_id],
  item.target_transaction_ids ?? [item.target_transaction_id],
]

describe('a match of a group', () => {
  it('names every id, and the sums as its last evidence', async () => {
    const { run, read } = await groupsRun()
    const { matches } = await read('?view=matches&rule=payout-net')
    expect(matches).toEqual([
      {
        id: expect.stringMatching(/^mat_[0-9a-f]{26}$/),
        source_transaction_id: 'b1',
        source_transaction_ids: ['b1', 'b2', 'b3', 'b4'],
        target_transaction_id: 'po1',
        confidence: 'exact',
        rule_used: 'Payouts net of fees',
        rule_id: 'payout-net',
        matched_at: run.completedAt,
        evidence: [
          { field: 'attributes.payoutId/id', source_value: 'po1', target_value: 'po1', match_type: 'exact' },
          { field: 'currency', source_value: 'EUR', target_value: 'EUR', match_type: 'exact' },
          {
            field: 'sum',
            source_value: 390.28,
            source_text: '390.28',
            target_value: 390.28,
            target_text: '390.28',
            match_type: 'sum',
          },
        ],
        audit_trail_id: `aud_${run.resultRoot?.slice(0, 26)}`,
        deterministic_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it('has every id in NDJSON and in CSV, where each record has a row', async () => {
    const { get } = await groupsRun()
    const [line = ''] = (await (await get('?view=matches', 'application/x-ndjson')).text()).split('\n')
    expect(JSON.parse(line).source_transaction_ids).toEqual(['b1', 'b2', 'b3', 'b4'])
    const [first, ...rows] = readCsv(await (await get('?view=matches', 'text/csv')).text())
    const ofLine = [first, ...rows.filter(({ id }) => id === first?.['id'])]
    expect(ofLine.map((row) => row?.['source id'])).toEqual(['b1', 'b2', 'b3', 'b4'])
  })
})

describe('a subset', () => {
  it('matches the only records that add up, at medium confidence', async () => {
    const { read } = await groupsRun()
    const { matches } = await read('?view=matches&rule=parts')
    expect(matches.map(idsOf)).toEqual([[['i1'], ['p1', 'p2']]])
    expect(matches[0]).toMatchObject({ confidence: 'medium' })
    expect(matches[0]?.evidence.at(-1)).toEqual({
      field: 'sum',
      source_value: 100,
      source_text: '100',
      target_value: 100,
      target_text: '100',
      match_type: 'sum',
    })
  })

  it('is suggested in JSON, NDJSON and CSV with every id', async () => {
    const { get, read } = await groupsRun()
    const { suggestions } = await read('?view=suggestions')
    expect(suggestions?.map(idsOf)).toEqual([[['i4'], ['u1', 'u2']]])
    expect(suggestions?.[0]).toMatchObject({ action: 'suggest', confidence: 'medium', rule_id: 'till' })
    const text = await (await get('?view=suggestions', 'application/x-ndjson')).text()
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(suggestions)
    const rows = readCsv(await (await get('?view=suggestions', 'text/csv')).text())
    expect(rows.map((row) => [row['source id'], row['target id']])).toEqual([
      ['i4', 'u1'],
      ['', 'u2'],
    ])
  })

  it('leaves the records that it is suggested of open, their breaks marked', async () => {
    const { read } = await groupsRun()
    const { breaks } = await read('?view=breaks')
    const marked = breaks.filter(({ suggested }) => suggested)
    expect(marked.flatMap((each) => [...each.source_transaction_ids, ...each.target_transaction_ids])).toEqual([
      'i4',
      'u1',
      'u2',
    ])
  })
})

const onlyBreak = async (read: (query: string) => Promise<ResultResponse>, reason: string): Promise<ResultBreak> => {
  const { breaks } = await read(`?view=breaks&reason=${reason}`)
  const [found] = breaks
  if (found === undefined || breaks.length !== 1) throw new Error(`Wanted one break, got ${breaks.length}`)
  return found
}

describe('the breaks of rules with several records a side', () => {
  it('are a sum_mismatch with the difference of the sums', async () => {
    const { read } = await groupsRun()
    expect(await onlyBreak(read, 'sum_mismatch')).toMatchObject({
      source_transaction_ids: ['b5', 'b6'],
      target_transaction_ids: ['po2'],
      difference: '0.25',
      failed: { rule_id: 'payout-net', field: 'sum' },
    })
  })

  it('are ambiguous when there are two ways to add up', async () => {
    const { read } = await groupsRun()
    const found = await onlyBreak(read, 'ambiguous')
    expect(found).toMatchObject({
      source_transaction_ids: ['i2'],
      target_transaction_ids: ['q1', 'q2', 'q3'],
      failed: { rule_id: 'parts' },
    })
    expect(found.candidates?.map((each) => each.target_transaction_id)).toEqual(['q1', 'q2', 'q3'])
  })

  it('are a subset_limit when there are more candidates than may be tried', async () => {
    const { read } = await groupsRun()
    expect(await onlyBreak(read, 'subset_limit')).toMatchObject({
      source_transaction_ids: ['i3'],
      target_transaction_ids: ['r1', 'r2', 'r3', 'r4'],
      failed: { rule_id: 'parts' },
    })
  })

  it('are group_too_large, one line a record, when more than 512 records a side are to be weighed', async () => {
    const many = (side: string): CanonicalRecord[] =>
      Array.from({ length: 520 }, (_, index) =>
        eur({ id: `${side}${index}`, amount: '1', date: '2026-03-01', reference: 'R', description: `${side}${index}` }),
      )
    const near = { id: 'near', assign: 'most', match: [{ field: 'reference' }, { field: 'date', days: 1 }] }
    const { run, read } = await runOf({ source: many('s'), target: many('t'), rules: [near] })
    expect(run.summary?.breaks).toEqual({ group_too_large: 1 })
    const { breaks } = await read('?view=breaks&reason=group_too_large&limit=2')
    expect(breaks).toMatchObject([
      {
        source_transaction_ids: ['s0'],
        target_transaction_ids: [],
        group: breaks[1]?.group,
        work: { needed: 520, limit: 512, by: 'connected' },
      },
      { source_transaction_ids: ['s1'], target_transaction_ids: [], group: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
  })

  it('are counted by their reasons in the run', async () => {
    const { run } = await groupsRun()
    expect(run.summary).toMatchObject({
      matchCount: 2,
      suggestionCount: 1,
      breaks: { sum_mismatch: 1, ambiguous: 1, subset_limit: 1, missing_in_target: 1, missing_in_source: 2 },
    })
  })
})

it('shows the effective rules with limits and sums written out, which are taken back as they are', async () => {
  const { run } = await groupsRun()
  expect(run.rules[1]).toMatchObject({ select: 'subset', limits: { maxItems: 3, maxCandidates: 3 } })
  expect(run.rules[2]).toMatchObject({ select: 'subset', limits: { maxItems: 6, maxCandidates: 24 } })
  const again = await runOf({ source, target, rules: [...run.rules] })
  expect(again.run.resultRoot).toBe(run.resultRoot)
})
