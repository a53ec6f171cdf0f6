import { parseLineProof, verifyLineProof } from '@tallystick/engine/verify'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../../../../functions/audit/base/verify-signature.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { ResultResponse } from '../../../../schema/result.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { eur } from '../../../support/worker/results.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

const bank = [eur({ id: 'inv1', amount: '100', date: '2026-03-01', reference: 'INV-1', counterparty: 'Acme' })]
const ledger = [
  eur({ id: 'p1', amount: '60', date: '2026-03-02', reference: 'INV-1' }),
  eur({ id: 'p2', amount: '30', date: '2026-03-03', counterparty: 'Acme' }),
]
const rules = [
  { id: 'invoice', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
  { id: 'customer', residual: 'open', match: [{ field: 'counterparty' }, { field: 'amount', tolerance: '100%' }] },
]

async function partlyPaid() {
  const { newTenant } = createTestApp()
  const { client } = await newTenant()
  await uploadJson(client, { name: 'Bank', adapter: 'bank', records: bank })
  await uploadJson(client, { name: 'Ledger', adapter: 'ledger', records: ledger })
  const run = await makeRun(client, { name: 'March', sourceAdapter: 'bank', targetAdapter: 'ledger', rules })
  const read = async (query: string): Promise<ResultResponse> =>
    (await client.get(`${run.links.results}${query}`)).json()
  const explore = async (path: string) => (await client.get(`${run.links.self}/trust-explorer/${path}`)).json()
  return { run, client, read, explore }
}

describe('what a match leaves over', () => {
  it('is an item of its own, in the results and in every account of the run', async () => {
    const { run, client, read, explore } = await partlyPaid()
    expect(run.summary).toMatchObject({
      ...{ matchCount: 2, residualCount: 2, breakCount: 1, matchRate: '0.8' },
      source: { matched: 2, open: 1, netted: 0 },
    })
    const { matches } = await read('?view=matches')
    expect(matches.map(({ source_transaction_id: id, residual }) => [id, residual])).toEqual([
      ['inv1', { side: 'source', transaction_id: 'inv1~1', amount: '40' }],
      ['inv1~1', { side: 'source', transaction_id: 'inv1~1~1', amount: '10' }],
    ])
    const { breaks } = await read('?view=breaks')
    expect(breaks.map(({ source_transaction_ids: ids }) => ids)).toEqual([['inv1~1~1']])
    expect(await explore('verifyProofChain')).toMatchObject({ verified: true })
    expect(await explore('getExecutionGraph')).toMatchObject({
      nodes: expect.arrayContaining([
        expect.objectContaining({ id: 'open:2:customer', counts: { source: 1, target: 0 } }),
      ]),
    })
    expect(await explore('findPolicyImpact')).toMatchObject({
      rules: [{ fromRun: { value: { EUR: '60' } } }, { fromRun: { value: { EUR: '30' } } }],
    })
    const [made] = matches
    expect(await explore('traceArtifactLineage?artifact=source:inv1~1')).toMatchObject({
      artifact: { kind: 'residual', hash: made?.deterministic_hash, line: { source: ['inv1'] } },
      backward: { records: [{ id: 'inv1', residual: 'inv1~1' }], rule: { id: 'invoice' } },
      forward: expect.arrayContaining([expect.objectContaining({ id: matches[1]?.id, relation: 'holds' })]),
    })
    expect(await explore('traceArtifactLineage?artifact=source:inv1')).toMatchObject({
      artifact: { kind: 'record' },
      forward: expect.arrayContaining([expect.objectContaining({ id: matches[1]?.id, relation: 'residual' })]),
    })
    const unknown = await client.get(`${run.links.self}/trust-explorer/traceArtifactLineage?artifact=source:inv1~7`)
    expect(unknown.status).toBe(404)
  })

  it('is shown beside the line that names it, with what is left and the record that it is of', async () => {
    const { client, run, read } = await partlyPaid()
    const { breaks } = await read('?view=breaks&include=records')
    expect(breaks[0]?.records).toMatchObject([
      { id: 'inv1~1~1', residual_of: 'inv1', amount: '10', reference: 'INV-1', counterparty: 'Acme' },
    ])
    const csv = await client.get(`${run.links.results}?view=breaks`, { Accept: 'text/csv' })
    expect(await csv.text()).toContain(',inv1~1~1,2026-03-01,10.00,EUR,INV-1,')
  })

  it('is proven by the line of the record that it is of', async () => {
    const { run, client } = await partlyPaid()
    const { leafCount } = await (await client.get(run.links.evidence)).json<{ leafCount: number }>()
    for (let leaf = 0; leaf < leafCount; leaf++) {
      const answer = await (await client.get(`${run.links.evidence}?leaf=${leaf}`)).text()
      const proof = parseLineProof(answer)
      if (!proof.ok) throw new Error(proof.detail)
      const report = await verifyLineProof({ sha256, verify: verifySignature }, proof.value)
      expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
      if (leaf > 0 && leaf < leafCount - 1) expect(proof.value.records.source.map(({ id }) => id)).toEqual(['inv1'])
    }
  })
})
