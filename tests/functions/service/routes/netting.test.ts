import { parseLineProof, verifyLineProof } from '@tallystick/engine/verify'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../../../functions/audit/base/verify-signature.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { ResultResponse } from '../../../../schema/result.ts'
import type { ResultNetting } from '../../../../schema/result-item.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readCsv } from '../../../support/worker/read-csv.ts'
import { eur } from '../../../support/worker/results.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

const bank = [
  eur({ id: 's1', amount: '100', date: '2026-03-01', reference: 'INV-7' }),
  eur({ id: 's2', amount: '40', date: '2026-03-02', reference: 'VOID-1' }),
  eur({ id: 's3', amount: '-40', date: '2026-03-03', reference: 'VOID-1' }),
  eur({ id: 's4', amount: '60', date: '2026-03-04', counterparty: 'Acme' }),
  eur({ id: 's5', amount: '-59.98', date: '2026-03-05', counterparty: 'Acme' }),
  eur({ id: 's6', amount: '40', date: '2026-03-06', reference: 'VOID-1', counterparty: 'Birch' }),
]
const ledger = [eur({ id: 't1', amount: '100', date: '2026-03-01', reference: 'INV-7' })]
const rules = [
  { id: 'voids', name: 'Voided', side: 'source', match: [{ field: 'reference' }, { field: 'date', days: 1 }] },
  {
    id: 'customer',
    side: 'source',
    cardinality: 'n:m',
    variance: 'rounding',
    match: [{ field: 'counterparty' }],
    sum: { tolerance: '0.05' },
  },
  { id: 'exact', match: [{ field: 'reference' }] },
]

async function nettingRun() {
  const { newTenant } = createTestApp()
  const { client } = await newTenant()
  await uploadJson(client, { name: 'Bank', adapter: 'bank', records: bank })
  await uploadJson(client, { name: 'Ledger', adapter: 'ledger', records: ledger })
  const run = await makeRun(client, { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules })
  const get = (query: string, accept = 'application/json') =>
    client.get(`${run.links.results}${query}`, { Accept: accept })
  const explore = async (path: string) => (await client.get(`${run.links.self}/trust-explorer/${path}`)).json()
  return {
    run,
    client,
    get,
    explore,
    read: async (query: string): Promise<ResultResponse> => (await get(query)).json(),
  }
}

let made: ReturnType<typeof nettingRun> | undefined
const netting = () => {
  made ??= nettingRun()
  return made
}

const nettedIn = async (query: string): Promise<readonly ResultNetting[]> => {
  const { read } = await netting()
  return (await read(query)).netted ?? []
}

describe('netted records', () => {
  it('are counted in the run and its totals', async () => {
    const { run, client } = await netting()
    expect(run.summary).toMatchObject({
      ...{ matchCount: 1, nettedCount: 2, breakCount: 1, matchRate: '0.6667' },
      source: { matched: 1, open: 1, netted: 4 },
      target: { matched: 1, open: 0, netted: 0 },
    })
    expect(run.summary?.rules[0]).toEqual({
      ...{ id: 'voids', matches: 0, netted: 1, ambiguous: 0, leftSource: 4, leftTarget: 1 },
    })
    expect(await (await client.get(run.links.evidence)).json()).toMatchObject({
      totals: {
        source: { EUR: { count: 6, total: '140.02', matched: '100', open: '40', excluded: '0', netted: '0.02' } },
        target: { EUR: { matched: '100', netted: '0' } },
        accepted: { EUR: { rounding: '-0.02' } },
      },
    })
  })

  it('are a view of their own', async () => {
    const { run, read } = await netting()
    const { matches, breaks } = await read('?view=netted')
    expect([matches, breaks]).toEqual([[], []])
    expect(await nettedIn('?view=netted')).toEqual([
      {
        id: expect.stringMatching(/^net_[0-9a-f]{26}$/),
        side: 'source',
        transaction_ids: ['s2', 's3'],
        confidence: 'high',
        rule_used: 'Voided',
        rule_id: 'voids',
        matched_at: run.completedAt,
        evidence: [
          { field: 'reference', source_value: 'VOID-1', target_value: 'VOID-1', match_type: 'exact' },
          { field: 'date', source_value: '2026-03-02', target_value: '2026-03-03', match_type: 'window' },
          {
            field: 'amount',
            source_value: 40,
            source_text: '40',
            target_value: -40,
            target_text: '-40',
            match_type: 'normalized',
          },
          { field: 'currency', source_value: 'EUR', target_value: 'EUR', match_type: 'exact' },
        ],
        days: 1,
        audit_trail_id: `aud_${run.resultRoot?.slice(0, 26)}`,
        deterministic_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      expect.objectContaining({ transaction_ids: ['s4', 's5'], difference: '-0.02', variance: 'rounding' }),
    ])
  })

  it('are filtered by rule and confidence, which no other view may be that has none', async () => {
    const { get } = await netting()
    const ids = async (query: string) => (await nettedIn(query)).map(({ transaction_ids }) => transaction_ids)
    expect(await ids('?view=netted&rule=customer')).toEqual([['s4', 's5']])
    expect(await ids('?view=netted&confidence=exact')).toEqual([])
    expect(await ids('?view=netted&confidence=high&limit=1')).toEqual([['s2', 's3']])
    expect((await get('?view=netted&reason=ambiguous')).status).toBe(400)
    expect((await get('?view=excluded&confidence=high')).status).toBe(400)
  })

  it('are streamed as NDJSON and CSV', async () => {
    const { get } = await netting()
    const lines = (await (await get('?view=netted', 'application/x-ndjson')).text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).transaction_ids)).toEqual([
      ['s2', 's3'],
      ['s4', 's5'],
    ])
    const rows = readCsv(await (await get('?view=netted', 'text/csv')).text())
    expect(rows.map((row) => [row['rule'], row['confidence'], row['source id']])).toEqual([
      ['voids', 'high', 's2'],
      ['voids', 'high', 's3'],
      ['customer', 'high', 's4'],
      ['customer', 'high', 's5'],
    ])
  })

  it('have a break beside them that says which line holds the record it nearly met', async () => {
    const { read } = await netting()
    const [first] = await nettedIn('?view=netted')
    const { breaks } = await read('?view=breaks')
    expect(breaks).toMatchObject([
      {
        source_transaction_ids: ['s6'],
        failed: { rule_id: 'voids', field: 'date' },
        candidates: [
          { source_transaction_id: 's6', target_transaction_id: 's3', side: 'source', days: -3, taken_by: first?.id },
        ],
      },
    ])
  })
})

describe('a netted line', () => {
  it('is proven with its records, by its id', async () => {
    const { run, client } = await netting()
    const [first] = await nettedIn('?view=netted')
    const answer = await (await client.get(`${run.links.evidence}?matchId=${first?.id}`)).text()
    expect(JSON.parse(answer).records.source.map(({ id }: { id: string }) => id)).toEqual(['s2', 's3'])
    const proof = parseLineProof(answer)
    if (!proof.ok) throw new Error(proof.detail)
    const report = await verifyLineProof({ sha256, verify: verifySignature }, proof.value)
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
  })

  it('is in the chain, the graph, the lineage both ways and the impact of its rule', async () => {
    const { explore } = await netting()
    const [first] = await nettedIn('?view=netted')
    expect(await explore('verifyProofChain')).toMatchObject({ verified: true })
    expect(await explore('getExecutionGraph')).toMatchObject({
      nodes: expect.arrayContaining([expect.objectContaining({ id: 'netted', counts: { records: 4 } })]),
    })
    expect(await explore(`traceArtifactLineage?artifact=${first?.id}`)).toMatchObject({
      artifact: { kind: 'netted', line: { records: ['s2', 's3'] } },
      backward: { records: [{ id: 's2' }, { id: 's3' }], rule: { id: 'voids' }, datasets: [{ side: 'source' }] },
      forward: expect.arrayContaining([expect.objectContaining({ kind: 'break', relation: 'takenBy' })]),
    })
    expect(await explore('traceArtifactLineage?artifact=source:s3')).toMatchObject({
      forward: expect.arrayContaining([expect.objectContaining({ id: first?.id, relation: 'holds' })]),
    })
    expect(await explore('findPolicyImpact?rule=voids')).toMatchObject({
      rules: [
        {
          fromRun: { matches: 0, netted: 1, value: { EUR: '0' } },
          withoutRule: { onlyThisRule: { ids: [first?.id] }, wouldBreak: { bySide: { source: 2, target: 0 } } },
        },
      ],
    })
  })
})
