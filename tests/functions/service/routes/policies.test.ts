import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { ProposalRecord } from '../../../../schema/propose.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { ledgerIdOf, relatedSides, shuffled, type TwoSides, unrelatedSides } from '../../../support/two-sides.ts'
import { createTestApp, type TestTenant } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

const path = '/api/v1/policies/propose'
const adapters = { sourceAdapter: 'bank:main', targetAdapter: 'ledger:main' }

/** A tenant with the two sides as datasets. */
async function tenantWith({ source, target }: TwoSides, app = createTestApp()) {
  const tenant = await app.newTenant()
  const sourceId = await seedDataset(tenant.tenantId, { adapter: adapters.sourceAdapter, records: source })
  const targetId = await seedDataset(tenant.tenantId, { adapter: adapters.targetAdapter, records: target })
  app.recorder.reset()
  return { ...app, ...tenant, sourceId, targetId }
}

async function propose({ client }: Pick<TestTenant, 'client'>, body: object = adapters): Promise<ProposalRecord> {
  const response = await client.post(path, body)
  expect(response.status, await response.clone().text()).toBe(200)
  return response.json()
}

describe('rules proposed for two datasets', () => {
  const sides = relatedSides(300)
  const tenant = tenantWith(sides)

  it('match what belongs together, and say which datasets they are of', async () => {
    const { sourceId, targetId } = await tenant
    const proposal = await propose(await tenant)
    expect(proposal).toMatchObject({
      related: true,
      source: { datasetId: sourceId, recordCount: 300 },
      target: { datasetId: targetId, recordCount: 270 },
      left: { source: 30, target: 0 },
    })
    expect(proposal.explanations.map(({ rule }) => rule)).toEqual(proposal.rules.map(({ id }) => id))
    expect(proposal.explanations[0]).toMatchObject({ action: 'match', matches: 270, estimatedWrong: { count: '0' } })
  })

  it('are taken by a run as they are, and match there what was promised', async () => {
    const { client } = await tenant
    const { rules, explanations } = await propose({ client })
    const run = await makeRun(client, { ...adapters, rules })
    expect(run.summary?.rules.map(({ id, matches, netted = 0 }) => [id, matches + netted])).toEqual(
      explanations.map(({ rule, matches }) => [rule, matches]),
    )
  })

  it('come with examples whose records belong together', async () => {
    const { explanations } = await propose(await tenant)
    expect(explanations[0]?.examples).toHaveLength(3)
    for (const { source, target } of explanations[0]?.examples ?? [])
      expect([source.length, target]).toEqual([1, source.map(ledgerIdOf)])
  })

  it('do not depend on the order of the records', async () => {
    const { source: _, target: __, ...first } = await propose(await tenant)
    const other = await tenantWith({ source: shuffled(sides.source), target: shuffled(sides.target) })
    const { source: ___, target: ____, ...second } = await propose(other)
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  })

  it('are stored nowhere, and found in few round trips', async () => {
    const { client, recorder } = await tenant
    recorder.reset()
    await propose({ client })
    expect(recorder.rowsWritten).toBe(0)
    expect(recorder.roundTrips).toBeLessThanOrEqual(2)
    expect((await (await client.get('/api/v1/runs?status=queued')).json<{ data: RunRecord[] }>()).data).toEqual([])
  })

  it('are found by the ids of the datasets, too', async () => {
    const { client, sourceId, targetId } = await tenant
    const named = { sourceAdapter: `dataset:${sourceId}`, targetAdapter: `dataset:${targetId}` }
    expect(await propose({ client }, named)).toEqual(await propose({ client }))
  })

  it('are found for the built-in records', async () => {
    const { client } = await tenant
    const demo = { sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger' }
    expect(await propose({ client }, demo)).toMatchObject({ related: true, source: { datasetId: 'demo-bank' } })
  })
})

describe('sides that have nothing to do with each other', () => {
  it('get no rule, and are told so', async () => {
    const proposal = await propose(await tenantWith(unrelatedSides(120)))
    expect(proposal).toMatchObject({ related: false, rules: [], explanations: [], left: { source: 120, target: 120 } })
    expect(proposal.left.reasons.join(' ')).toContain('belong together')
  })

  it.each([
    ['the source', { ...relatedSides(50), source: [] }],
    ['the target', { ...relatedSides(50), target: [] }],
    ['either side', { source: [], target: [] }],
  ])('are those where %s has no record', async (_, sides) => {
    const left = { source: sides.source.length, target: sides.target.length }
    expect(await propose(await tenantWith(sides))).toMatchObject({ related: false, rules: [], left })
  })
})

describe('a proposal', () => {
  const sides = relatedSides(20)
  const tenant = tenantWith(sides)
  const problem = async (body: object, headers: Record<string, string> = {}) =>
    problemOf((await tenant).client.post(path, body, headers))

  it('is refused for a dataset that is not there, and alike for one of another tenant', async () => {
    const other = await tenantWith(sides)
    const of = (id: string) => problem({ ...adapters, sourceAdapter: `dataset:${id}` })
    const [unknown, foreign] = [await of('dat_none'), await of(other.sourceId)]
    expect(unknown).toMatchObject({ code: 'dataset_not_found', errors: [{ pointer: '/sourceAdapter' }] })
    expect({ ...foreign, requestId: '' }).toEqual({ ...unknown, requestId: '' })
  })

  it('is refused for an instance without a dataset, and names the nearest', async () => {
    const { code, detail } = await problem({ ...adapters, targetAdapter: 'ledger:mian' })
    expect(code).toBe('unknown_adapter')
    expect(detail).toBe('There is no dataset for ledger:mian; the nearest is ledger:main. Upload a dataset first.')
  })

  it('is refused for a kind without a dataset, since a side without records suggests nothing', async () => {
    expect(await problem({ sourceAdapter: 'stripe', targetAdapter: 'xero' })).toMatchObject({
      code: 'dataset_not_found',
      detail: 'There is no dataset for the adapter stripe. There is no dataset for the adapter xero.',
      errors: [{ pointer: '/sourceAdapter' }, { pointer: '/targetAdapter' }],
    })
  })

  it('is refused for one dataset on both sides, and for an adapter of several instances', async () => {
    const { tenantId } = await tenant
    expect((await problem({ ...adapters, targetAdapter: 'bank:main' })).code).toBe('same_dataset')
    for (const adapter of ['psp:a', 'psp:b']) await seedDataset(tenantId, { adapter, records: sides.target })
    expect((await problem({ ...adapters, targetAdapter: 'psp' })).code).toBe('adapter_ambiguous')
  })

  it('is refused with every fault of its body', async () => {
    const { code, errors } = await problem({ sourceAdapter: 'Bank', rules: [] })
    expect(code).toBe('validation_failed')
    expect(errors?.map(({ pointer }) => pointer)).toEqual(['/sourceAdapter', '/rules', '/targetAdapter'])
  })

  it('takes no idempotency key, because nothing is stored', async () => {
    expect((await problem(adapters, { 'Idempotency-Key': 'a' })).code).toBe('invalid_header')
  })

  it('is refused for more records than a run takes, before any is read', async () => {
    const { client, recorder, tenantId } = await tenantWith(sides)
    await env.DB.prepare("UPDATE datasets SET record_count = 50000 WHERE tenant_id = ? AND adapter = 'ledger:main'")
      .bind(tenantId)
      .run()
    recorder.reset()
    expect(await problemOf(client.post(path, adapters))).toMatchObject({
      code: 'run_too_large',
      errors: [{ pointer: '/targetAdapter' }],
    })
    expect(recorder.roundTrips).toBe(1)
  })

  it('is refused where the hosting plan has no time for it, and says why', async () => {
    const { client } = await tenantWith(sides, createTestApp({ env: { RUN_RECORDS_MAX: '30' } }))
    expect((await problemOf(client.post(path, adapters))).detail).toMatch(/at most 30 .*hosting plan/)
  })

  it('is refused for records that were changed behind the service’s back', async () => {
    const { client, sourceId } = await tenantWith(sides)
    await env.DB.prepare("UPDATE dataset_chunks SET text = replace(text, 'INV-', 'INX-') WHERE dataset_id = ?")
      .bind(sourceId)
      .run()
    expect((await problemOf(client.post(path, adapters))).code).toBe('records_altered')
  })
})
