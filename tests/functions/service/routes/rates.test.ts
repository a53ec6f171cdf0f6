import type { CanonicalRecord } from '@tallystick/engine/record'
import { describe, expect, it } from 'vitest'
import type { ResultBreak, ResultMatch } from '../../../../schema/result-item.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { explore, itemsOf } from '../../../support/worker/explorer.ts'
import { readCsv } from '../../../support/worker/read-csv.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeReplay } from '../../../support/worker/replays.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

/** Card payments in dollars, booked in euros: two find a rate, one of the 12th does not. */

const paid = (id: string, amount: string, date: string): CanonicalRecord => ({
  ...{ id, amount, date, currency: 'USD', reference: `CARD-${id.slice(1)}` },
})
const booked = (id: string, amount: string, date: string): CanonicalRecord => ({
  ...{ id, amount, date, currency: 'EUR', reference: `CARD-${id.slice(1)}` },
})
const source = [
  paid('s1', '100', '2026-03-04'),
  paid('s2', '100', '2026-03-04'),
  paid('s3', '100', '2026-03-12'),
  paid('s4', '100', '2026-03-04'),
]
const target = [
  booked('t1', '92.15', '2026-03-04'),
  booked('t2', '92.4', '2026-03-04'),
  booked('t3', '92.15', '2026-03-12'),
  booked('t4', '80', '2026-03-04'),
]
const rates = [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215', source: 'Monthly list' }]
const rules = [
  {
    id: 'abroad',
    variance: 'fx',
    convert: { to: 'target', maxAgeDays: 5 },
    match: [{ field: 'reference' }, { field: 'amount', tolerance: '1%' }],
  },
]

interface RatedRun {
  readonly client: Client
  readonly run: RunRecord
  readonly matches: readonly ResultMatch[]
  readonly breaks: readonly ResultBreak[]
}

async function makeRated(): Promise<RatedRun> {
  const { newTenant } = createTestApp()
  const { client } = await newTenant()
  await uploadJson(client, { name: 'Cards', adapter: 'bank', records: source })
  await uploadJson(client, { name: 'Books', adapter: 'ledger', records: target })
  const run = await makeRun(client, { sourceAdapter: 'bank', targetAdapter: 'ledger', rules, rates })
  return { client, run, matches: await itemsOf(client, run, 'matches'), breaks: await itemsOf(client, run, 'breaks') }
}

let made: Promise<RatedRun> | undefined
const rated = () => {
  made ??= makeRated()
  return made
}

describe('a run with rates', () => {
  it('shows what was compared, beside the amounts as they are', async () => {
    const { matches } = await rated()
    expect(matches).toMatchObject([
      { source_transaction_id: 's1', confidence: 'medium', converted: { values: { amount: ['92.15', '92.15'] } } },
      {
        source_transaction_id: 's2',
        target_transaction_id: 't2',
        confidence: 'medium',
        difference: '0.25',
        variance: 'fx',
        converted: { currency: 'EUR', values: { amount: ['92.15', '92.4'] }, difference: '0.25' },
        evidence: [{ field: 'reference' }, { source_value: 100, target_value: 92.4, match_type: 'converted' }],
      },
    ])
    const { client, run } = await rated()
    const csv = await (await client.get(run.links.results, { Accept: 'text/csv' })).text()
    expect(readCsv(csv).find(({ difference }) => difference !== '')).toMatchObject({
      difference: '0.25',
      currency: 'EUR',
      explanation: 'compared in EUR',
      'source currency': 'USD',
    })
  })

  it('has what the rates leave unexplained as a figure of its own, outside what was accepted', async () => {
    const { client, run } = await rated()
    expect(await (await client.get(run.links.evidence)).json()).toMatchObject({
      totals: {
        source: { USD: { matched: '200', open: '200' } },
        target: { EUR: { matched: '184.55', open: '172.15' } },
        accepted: { EUR: { fx: '184.55' }, USD: { fx: '-200' } },
        turned: {},
        fx: { EUR: '0.25' },
      },
    })
  })

  it('says of a pair without a rate that there is none, and of one beyond the tolerance what it would need', async () => {
    const { breaks } = await rated()
    const [beyond, unrated] = ['s4', 's3'].map((id) => breaks.find((each) => each.source_transaction_ids[0] === id))
    expect(unrated).toMatchObject({ failed: { rule_id: 'abroad', field: 'amount', code: 'no_rate' } })
    expect(beyond).toMatchObject({
      reason: 'amount_mismatch',
      difference: '-12.15',
      failed: { rule_id: 'abroad', field: 'amount', needs: { tolerance: expect.anything() } },
    })
    expect(beyond?.failed).not.toHaveProperty('code')
  })

  it('is proven and executed again with its rates', async () => {
    const { client, run } = await rated()
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
    const pack = await client.get(`${run.links.evidence}?format=zip`)
    expect(await verifyOffline(await readZip(new Uint8Array(await pack.arrayBuffer())))).toMatchObject({
      verified: true,
    })
    expect((await makeReplay(client, run)).replay).toMatchObject({ identical: true })
    const policy = await (await client.get(run.links.policy)).json()
    expect(policy).toEqual({ rates, rules: run.rules })
    expect(await explore(client, run, 'findPolicyImpact')).toMatchObject({ rules: [{ fromRun: { matches: 2 } }] })
    expect(await explore(client, run, 'getExecutionGraph')).toMatchObject({ nodes: expect.anything() })
  })

  it('finds every pair once a replay brings the rate that was missing', async () => {
    const { client, run } = await rated()
    const later = { ...rates[0], date: '2026-03-11' }
    const { run: child, replay } = await makeReplay(client, run, { rates: [...rates, later] })
    expect(child.summary).toMatchObject({ matchCount: 3 })
    expect(replay.differences).toMatchObject({ newlyMatched: [{ source: 's3' }] })
    const problem = await problemOf(client.post(run.links.replay, { rates: [] }))
    expect(problem).toMatchObject({
      code: 'validation_failed',
      errors: [{ code: 'required', detail: expect.stringContaining('At /rules/0/convert of the run’s own policy') }],
    })
  })
})
