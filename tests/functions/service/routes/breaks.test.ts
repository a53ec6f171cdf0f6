import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { readChain } from '../../../support/worker/evidence.ts'
import { explore, explorerPath, itemsOf, runOf, type Sides } from '../../../support/worker/explorer.ts'
import { readCsv } from '../../../support/worker/read-csv.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { eur } from '../../../support/worker/results.ts'

/** What a break says, beyond its reason, in the answers of the service. */

async function breaksOf(sides: Sides) {
  const { newTenant } = createTestApp()
  const tenant = await newTenant()
  const run = await runOf(tenant, sides)
  return { ...tenant, run, breaks: await itemsOf(tenant.client, run, 'breaks') }
}

const record = (id: string, amount: string, rest: Omit<CanonicalRecord, 'id'> = {}): CanonicalRecord =>
  eur({ id, amount, date: '2026-03-02', reference: 'INV-1001', ...rest })

const nearly: readonly RuleInput[] = [{ id: 'invoice', match: [{ field: 'reference' }, { field: 'amount' }] }]

describe('a break', () => {
  it.each<[string, Omit<CanonicalRecord, 'id'>, object]>([
    ['opposite_sign', { amount: '-1243.5' }, { difference: '-2487', failed: { needs: { tolerance: '2487' } } }],
    ['transposed', { amount: '1234.5' }, { difference: '-9' }],
    ['factor_100', { amount: '12.435' }, { reason: 'amount_mismatch' }],
    ['year_off', { date: '2025-03-02' }, { reason: 'date_mismatch', failed: { needs: { days: 365 } } }],
    ['day_month_swapped', { date: '2026-02-03' }, { days: -27 }],
  ])('has the hint %s, and what its rule would need', async (hint, change, wanted) => {
    const match = [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }]
    const { breaks } = await breaksOf({
      source: [record('s1', '1243.5'), record('s2', '1', { reference: 'X' })],
      target: [record('t1', '1243.5', change), record('t2', '2', { reference: 'Y', date: '2026-01-01' })],
      rules: [{ id: 'invoice', match }],
    })
    const [found] = breaks.filter(({ target_transaction_ids: [id] }) => id === 't1')
    expect(found).toMatchObject({ source_transaction_ids: ['s1'], hint, ...wanted })
  })

  it('has the match that took its partner, which is found from there', async () => {
    // A second reference, since one that all records have tells none apart.
    const other = record('s3', '7', { reference: 'INV-2' })
    const { client, run, breaks } = await breaksOf({
      source: [record('s1', '10'), record('s2', '10', { date: '2026-03-03', description: 'again' }), other],
      target: [record('t1', '10'), { ...other, id: 't2' }],
      rules: [{ id: 'near', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 3 }] }],
    })
    const matches = await itemsOf(client, run, 'matches')
    const match = matches.find((each) => JSON.stringify(each).includes('"t1"'))
    const taken = [{ source_transaction_id: 's2', target_transaction_id: 't1', days: -1, taken_by: match?.id }]
    expect(breaks).toMatchObject([{ reason: 'missing_in_target', source_transaction_ids: ['s2'], taken }])
    const csv = await (await client.get(`${run.links.results}?view=breaks`, { Accept: 'text/csv' })).text()
    expect(readCsv(csv).map(({ role, explanation }) => [role, explanation])).toEqual([
      ['own', 'no record of the target belongs to it'],
      ['taken', `every criterion holds, but ${match?.id} has it`],
    ])
    expect(await explore(client, run, `traceArtifactLineage?artifact=${match?.id}`)).toMatchObject({
      forward: expect.arrayContaining([expect.objectContaining({ id: breaks[0]?.id, relation: 'takenBy' })]),
    })
  })

  it('names the side of a group that has several records in place of one', async () => {
    const sum = { source: [{ field: 'amount' }], target: [{ field: 'amount' }] }
    const { breaks } = await breaksOf({
      source: [record('s1', '10'), record('s2', '20')],
      target: [record('t1', '10'), record('t2', '20')],
      rules: [{ id: 'parts', cardinality: '1:n', match: [{ field: 'reference' }], sum }],
    })
    expect(breaks.map(({ failed }) => failed)).toContainEqual(
      expect.objectContaining({ rule_id: 'parts', code: 'one_side_count' }),
    )
  })
})

describe('a group that is too large', () => {
  it('says what there is too much of, and the rule goes on', async () => {
    const source = Array.from({ length: 513 }, (_, index) => record(`s${index}`, `${index + 1}`))
    const { client, run, breaks } = await breaksOf({
      source: [...source, record('apart', '5', { reference: 'INV-2' })],
      target: [record('t1', '100'), record('t2', '200'), record('other', '5', { reference: 'INV-2' })],
      rules: [{ id: 'most', assign: 'most', match: [{ field: 'reference' }, { field: 'amount', tolerance: 1_000 }] }],
    })
    const large = breaks.filter(({ reason }) => reason === 'group_too_large')
    expect(large).toMatchObject([{ failed: { rule_id: 'most' }, work: { needed: 513, limit: 512 } }])
    expect(large[0]?.source_transaction_ids).toHaveLength(513)
    expect((await itemsOf(client, run, 'matches')).map((each) => each.source_transaction_id)).toEqual(['apart'])
    const csv = await (await client.get(`${run.links.results}?view=breaks`, { Accept: 'text/csv' })).text()
    expect(readCsv(csv)[0]?.['explanation']).toBe('too many records to compare; 513 by connected, 512 at most')
    expect(await readChain(client, run.id)).toMatchObject({ verified: true })
  })
})

describe('a run that takes more steps than a request may, on a plan without CPU time for Workflows', () => {
  /** Long words are looked for in every character: more than 10^9 steps before anything is compared. */
  async function longRun(): Promise<{ client: Client; run: RunRecord }> {
    const normalize = Array.from({ length: 8 }, () => ({ strip: ['W'.repeat(64)] }))
    const source = Array.from({ length: 2_010 }, (_, index) =>
      record(`s${index}`, '1', { reference: `${index % 7}`, description: 'a'.repeat(500) }),
    )
    const { client, run } = await breaksOfFailed({
      source,
      target: [record('t1', '1')],
      rules: [{ id: 'words', match: [{ field: 'reference' }, { field: 'description', normalize }] }],
    })
    return { client, run }
  }

  async function breaksOfFailed(sides: Sides) {
    // A Workflow executes it elsewhere.
    const { newTenant } = createTestApp({ env: { RUN_RECORDS_MAX: '50000' } })
    const tenant = await newTenant()
    return { ...tenant, run: await runOf(tenant, sides) }
  }

  it('ends as failed, wherever it is shown, and again when it is replayed', async () => {
    const { client, run } = await longRun()
    expect(run).toMatchObject({ status: 'failed', resultRoot: null, failure: { code: 'work_limit', status: 422 } })
    expect(run.failure?.detail).toContain('more than 1000000000 counted steps')
    expect(await (await client.get(run.links.self)).json()).toEqual(run)
    expect(await (await client.get('/api/v1/runs?status=failed')).json()).toMatchObject({ data: [{ id: run.id }] })
    expect(await (await client.get(run.links.policy)).json()).toEqual(run.rules)
    const refused = [
      client.get(run.links.results),
      client.get(run.links.evidence),
      ...['verifyProofChain', 'getExecutionGraph', 'findPolicyImpact'].map((name) =>
        client.get(explorerPath(run, name)),
      ),
    ]
    for (const answer of refused) expect(await problemOf(answer)).toMatchObject({ status: 409 })
    const replay = await client.post(run.links.replay)
    expect(await replay.json()).toMatchObject({ run: { status: 'failed', failure: { code: 'work_limit' } } })
    const narrower = await client.post(run.links.replay, { rules: nearly })
    expect(await narrower.json()).toMatchObject({ run: { status: 'completed' } })
  })
})
