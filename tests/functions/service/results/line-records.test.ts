import { describe, expect, it } from 'vitest'
import type { ResultResponse } from '../../../../schema/result.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { eur } from '../../../support/worker/results.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

const march = { amount: '10', date: '2026-03-01' }

const bank = [
  eur({ id: 's1', ...march, reference: 'INV-1', counterparty: 'Acme' }),
  eur({ id: 's2', amount: '7', date: '2026-03-02', reference: 'INV-2', description: 'Rent' }),
]
const ledger = [
  eur({ id: 't1', ...march, reference: 'INV-1' }),
  eur({ id: 't2', amount: '7.07', date: '2026-03-02', reference: 'INV-2' }),
]

async function runOfTwo(): Promise<{ client: Client; run: RunRecord; readResults: ReadResults }> {
  const { client, tenantId } = await createTestApp().newTenant()
  await seedDataset(tenantId, { adapter: 'bank', records: bank })
  await seedDataset(tenantId, { adapter: 'ledger', records: ledger, recordsOfChunk: 1 })
  const run = await makeRun(client, { sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [{ field: 'reference' }] })
  return { client, run, readResults: async (query) => (await client.get(run.links.results + query)).json() }
}

type ReadResults = (query: string) => Promise<ResultResponse>

describe('results with their records', () => {
  it('show what each record of a break says, so that it can be shown in one call', async () => {
    const { readResults } = await runOfTwo()
    const { breaks } = await readResults('?view=breaks&include=records')
    expect(breaks.map(({ records }) => records)).toEqual([
      [
        {
          side: 'source',
          id: 's2',
          amount: '7',
          currency: 'EUR',
          date: '2026-03-02',
          reference: 'INV-2',
          description: 'Rent',
        },
        { side: 'target', id: 't2', amount: '7.07', currency: 'EUR', date: '2026-03-02', reference: 'INV-2' },
      ],
    ])
  })

  it('are the same in a page and in the stream of the whole view', async () => {
    const { client, run, readResults } = await runOfTwo()
    const { matches } = await readResults('?include=records')
    const stream = await client.get(`${run.links.results}?include=records`, { Accept: 'application/x-ndjson' })
    expect(JSON.parse(await stream.text())).toEqual(matches[0])
    expect(matches[0]?.records?.[0]).toMatchObject({ id: 's1', counterparty: 'Acme' })
  })

  it.each(['expand=records', 'includes=records'])('are meant by ?%s, which says so', async (query) => {
    const { client, run } = await runOfTwo()
    const detail = 'There is no such parameter here; did you mean include?'
    expect(await problemOf(client.get(`${run.links.results}?${query}`))).toMatchObject({
      code: 'invalid_query',
      errors: [{ code: 'unknown_parameter', detail }],
    })
  })

  it('have no records unless they are asked for', async () => {
    const { readResults } = await runOfTwo()
    expect((await readResults('?view=breaks')).breaks[0]).not.toHaveProperty('records')
  })

  it('are refused to a key that may not read datasets', async () => {
    const { client } = await createTestApp().newTenant({ scopes: ['runs:read', 'runs:write'] })
    const run = await makeRun(client)
    const problem = await problemOf(client.get(`${run.links.results}?include=records`))
    expect(problem.code).toBe('scope_insufficient')
  })
})
