import { env } from 'cloudflare:workers'
import { engineVersion } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const path = '/api/v1/runs'

interface RunPage {
  readonly data: readonly RunRecord[]
  readonly nextCursor: string | null
}

async function seededTenant() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const bank = await seedDataset(tenant.tenantId, { adapter: 'bank:main-eur', records: manyRecords(3) })
  const ledger = await seedDataset(tenant.tenantId, { adapter: 'ledger', records: manyRecords(4) })
  app.recorder.reset()
  return { ...app, ...tenant, bank, ledger }
}

const bankRun = { name: 'March', sourceAdapter: 'bank:main-eur', targetAdapter: 'ledger', rules: [] }

describe('POST /runs', () => {
  it('answers 201 with the completed run and where it is', async () => {
    const { client, bank, ledger } = await seededTenant()
    const response = await client.post(path, bankRun)
    const run = await response.json<RunRecord>()
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/api/v1/runs/${run.id}`)
    expect(run).toMatchObject({
      name: 'March',
      status: 'completed',
      sourceAdapter: 'bank:main-eur',
      targetAdapter: 'ledger',
      source: { datasetId: bank, recordCount: 3 },
      target: { datasetId: ledger, recordCount: 4 },
      policy: { id: 'default@2' },
      summary: { matchCount: 3, breakCount: 1, breaks: { missing_in_source: 1 }, matchRate: '0.8571' },
      checkpoint: expect.stringMatching(/^tallystick\.dev\/[0-9a-f]{64}\n1\n/),
      engineVersion,
      replayOf: null,
      sequence: 0,
      progress: { recordsRead: 7, recordCount: 7, rule: null },
      warnings: [],
      failure: null,
      requestId: response.headers.get('X-Request-Id'),
      links: {
        self: `/api/v1/runs/${run.id}`,
        policy: `/api/v1/runs/${run.id}/policy`,
        results: `/api/v1/runs/${run.id}/results`,
        evidence: `/api/v1/runs/${run.id}/evidence`,
      },
    })
  })

  it('shows the effective rules, implied criteria written out', async () => {
    const { client } = await seededTenant()
    const { rules, policy } = await makeRun(client, { ...bankRun, rules: [{ field: 'reference' }] })
    expect(policy.id).toBe('custom')
    expect(rules[0]?.match?.map(({ field, nulls }) => [field, nulls])).toEqual([
      ['reference', 'fail'],
      ['amount', 'match'],
      ['currency', 'match'],
    ])
  })

  it('completes with a warning when there is no dataset, every record of the other side open', async () => {
    const { client } = await seededTenant()
    const run = await makeRun(client, { ...bankRun, targetAdapter: 'erp' })
    expect(run.warnings).toMatchObject([{ code: 'no_dataset', side: 'target' }])
    expect(run.summary).toMatchObject({ matchCount: 0, breaks: { missing_in_target: 3 } })
  })

  it('refuses an instance without a dataset, and names what was most likely meant', async () => {
    const { client, tenantId } = await seededTenant()
    for (const adapter of ['bank:main', 'bank:mein', 'bank:other'])
      await seedDataset(tenantId, { adapter, records: [] })
    const problem = await problemOf(
      client.post(path, { ...bankRun, sourceAdapter: 'bank:man', targetAdapter: 'erp:x' }),
    )
    expect([problem.status, problem.code]).toEqual([422, 'unknown_adapter'])
    expect(problem.errors).toEqual([
      {
        pointer: '/sourceAdapter',
        code: 'unknown_adapter',
        detail: 'There is no dataset for bank:man; the nearest are bank:main, bank:mein, bank:main-eur, bank:other',
      },
      { pointer: '/targetAdapter', code: 'unknown_adapter', detail: 'There is no dataset for erp:x' },
    ])
    expect((await (await client.get(path)).json<{ data: unknown[] }>()).data).toEqual([])
  })

  it('takes an instance without a dataset as empty when that is asked for', async () => {
    const { client } = await seededTenant()
    const run = await makeRun(client, { ...bankRun, targetAdapter: 'erp:x', allowEmpty: true })
    expect(run.warnings).toMatchObject([{ code: 'no_dataset', side: 'target' }])
  })

  it('pins the datasets: one uploaded later changes nothing of the run', async () => {
    const { client, tenantId, ledger } = await seededTenant()
    const run = await makeRun(client, bankRun)
    await seedDataset(tenantId, { adapter: 'ledger', records: manyRecords(9) })
    const again = await (await client.get(run.links.self)).json<RunRecord>()
    expect(again.target.datasetId).toBe(ledger)
    expect(again).toEqual(run)
  })

  it('names every fault of the body at once, with pointers', async () => {
    const { client } = await seededTenant()
    const body = { name: '', sourceAdapter: 'Bank', rules: [{ field: 'amount', tolerence: 1 }], extra: true }
    const problem = await problemOf(client.post(path, body))
    expect(problem.code).toBe('validation_failed')
    expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual(
      ['/extra', '/name', '/rules/0/tolerence', '/sourceAdapter', '/targetAdapter'].sort(),
    )
  })

  it('names adapters of an unknown kind and what is wrong with the rules at once, in the order of the body', async () => {
    const { client } = await seededTenant()
    const adapters = { sourceAdapter: 'bnak', targetAdapter: 'leger:a' }
    const both = await problemOf(client.post(path, { ...bankRun, ...adapters }))
    expect(both.code).toBe('unknown_adapter')
    expect(both.errors).toEqual([
      { pointer: '/sourceAdapter', code: 'unknown_adapter', detail: expect.stringContaining('the nearest is bank') },
      { pointer: '/targetAdapter', code: 'unknown_adapter', detail: expect.stringContaining('the nearest is ledger') },
    ])
    const rules = [{ field: 'amount', tolerance: '-1' }]
    const all = await problemOf(client.post(path, { rules, name: 'March', ...adapters }))
    expect(all.code).toBe('validation_failed')
    expect(all.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/rules/0/tolerance invalid_value',
      '/sourceAdapter unknown_adapter',
      '/targetAdapter unknown_adapter',
    ])
  })

  it.each([
    ['unknown_adapter', { sourceAdapter: 'bnak' }],
    ['dataset_not_found', { sourceAdapter: 'dataset:dat_01kabcdefghjkmnpqrstvwxyz0' }],
    ['same_dataset', { sourceAdapter: 'ledger' }],
  ])('refuses with %s and stores nothing', async (code, change) => {
    const { client, recorder } = await seededTenant()
    const problem = await problemOf(client.post(path, { ...bankRun, ...change }))
    expect(problem.code).toBe(code)
    expect(recorder.rowsWritten).toBe(0)
  })

  it('refuses a kind with several instances, and lists them', async () => {
    const { client, tenantId } = await seededTenant()
    await seedDataset(tenantId, { adapter: 'bank:second', records: manyRecords(1) })
    const problem = await problemOf(client.post(path, { ...bankRun, sourceAdapter: 'bank' }))
    expect(problem.code).toBe('adapter_ambiguous')
    expect(problem.detail).toContain('bank:main-eur, bank:second')
  })
})

describe('GET /runs', () => {
  it('pages through all runs, newest first', async () => {
    const { client } = await createTestApp().newTenant()
    const made = []
    for (let count = 0; count < 5; count++) made.unshift((await makeRun(client)).id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`
      const page: RunPage = await (await client.get(`${path}${query}`)).json()
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(made)
  })

  it('finds the runs with an adapter on either side', async () => {
    const { client } = await createTestApp().newTenant()
    const asSource = await makeRun(client)
    const asTarget = await makeRun(client, { sourceAdapter: 'demo-ledger', targetAdapter: 'demo-bank' })
    await makeRun(client, { sourceAdapter: 'erp' })
    const page: RunPage = await (await client.get(`${path}?adapter=demo-bank`)).json()
    expect(page.data.map(({ id }) => id)).toEqual([asTarget.id, asSource.id])
  })

  it('finds the runs of a state', async () => {
    const { client } = await createTestApp().newTenant()
    await makeRun(client)
    const completed: RunPage = await (await client.get(`${path}?status=completed`)).json()
    const failed: RunPage = await (await client.get(`${path}?status=failed&adapter=demo-bank`)).json()
    expect([completed.data.length, failed.data.length]).toEqual([1, 0])
  })

  it('refuses the cursor of another query', async () => {
    const { client } = await createTestApp().newTenant()
    for (let count = 0; count < 2; count++) await makeRun(client)
    const { nextCursor }: RunPage = await (await client.get(`${path}?limit=1`)).json()
    const problem = await problemOf(client.get(`${path}?limit=1&status=completed&cursor=${nextCursor}`))
    expect(problem.code).toBe('invalid_cursor')
  })

  it.each(['', '?status=completed', '?adapter=ledger', '?adapter=ledger&status=failed'])(
    'walks an index for %j, never a table',
    async (query) => {
      const { client, recorder } = await seededTenant()
      await client.get(`${path}${query}`)
      const [sql = ''] = recorder.sql
      const holes = sql.split('?').length - 1
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...Array(holes).fill(1))
        .all<{ detail: string }>()
      expect(plan.results.map(({ detail }) => detail).filter((step) => /SCAN runs/.test(step))).toEqual([])
    },
  )
})

describe('a run of another tenant', () => {
  it.each(['', '/results', '/results?view=breaks&limit=5'])('is answered like an unknown one at %j', async (suffix) => {
    const app = createTestApp()
    const [mine, theirs] = [await app.newTenant(), await app.newTenant()]
    const run = await makeRun(theirs.client)
    const other = await (await mine.client.get(`${path}/${run.id}${suffix}`)).text()
    const unknownId = run.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const unknown = await (await mine.client.get(`${path}/${unknownId}${suffix}`)).text()
    const leveled = (body: string) => body.replaceAll(/run_\w+/g, 'run').replaceAll(/req_\w+/g, 'req')
    expect(leveled(other)).toBe(leveled(unknown))
    expect(JSON.parse(other)).toMatchObject({ code: 'run_not_found' })
  })
})

describe('round trips to D1', () => {
  it('are two to make a run, one to start it and read its sides, and two to seal it', async () => {
    const { client, tenantId, recorder } = await seededTenant()
    await seedDataset(tenantId, { adapter: 'bank:main-eur', records: manyRecords(1_000) })
    await seedDataset(tenantId, { adapter: 'ledger', records: manyRecords(1_000) })
    recorder.reset()
    await client.post(path, bankRun, { 'Idempotency-Key': 'round-trips' })
    const trips = recorder.calls.filter(({ store }) => store === 'd1').map(({ statements }) => statements.join('\n'))
    expect(trips.map((sql) => steps.find(([, pattern]) => pattern.test(sql))?.[0])).toEqual([
      'create: look up',
      'create: store',
      'start and read',
      'seal: chunks',
      'seal',
    ])
  })

  it('is one for a run', async () => {
    const { client, recorder } = await seededTenant()
    const { links } = await makeRun(client, bankRun)
    recorder.reset()
    await client.get(links.self)
    expect(recorder.roundTrips).toBe(1)
  })
})

const steps: readonly (readonly [string, RegExp])[] = [
  ['seal', /update "tenant_logs"/i],
  ['seal: chunks', /insert into "result_chunks"/i],
  ['create: store', /insert into "runs"/i],
  ['create: look up', /from "idempotency_keys"/i],
  ['start and read', /update "runs"[\s\S]*from "dataset_chunks"/i],
]
