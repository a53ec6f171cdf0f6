import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/worker/client.ts'
import { problemOf } from '../../support/worker/readers.ts'
import { chunkedRun, eur, pages } from '../../support/worker/results.ts'
import { makeRun, seedDataset } from '../../support/worker/runs.ts'

describe('streams of results', () => {
  it('hold as NDJSON the items of the pages, one a line', async () => {
    const { client, run } = await chunkedRun()
    const response = await client.get(run.links.results, { Accept: 'application/x-ndjson' })
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      (await pages(client, `${run.links.results}?limit=9`, 'matches')).flat(),
    )
  })

  it('hold what a filter takes', async () => {
    const { client, run } = await chunkedRun()
    const response = await client.get(`${run.links.results}?rule=second`, { Accept: 'application/x-ndjson' })
    const rules = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).rule_id)
    expect(new Set(rules)).toEqual(new Set(['second']))
  })

  it('hold no more than the limit that was asked for', async () => {
    const { client, run } = await chunkedRun()
    const response = await client.get(`${run.links.results}?limit=5`, { Accept: 'application/x-ndjson' })
    expect((await response.text()).trimEnd().split('\n')).toHaveLength(5)
  })

  it('are empty for a view without items', async () => {
    const { client, run } = await chunkedRun()
    const response = await client.get(`${run.links.results}?view=excluded`, { Accept: 'application/x-ndjson' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('hold as CSV a header and a row an item, with nothing that a spreadsheet would run', async () => {
    const app = createTestApp()
    const { client, tenantId } = await app.newTenant()
    const hostile = [eur({ id: '=1+1', amount: '-5', date: '2026-03-01', reference: '@SUM(A1), "x"' })]
    await seedDataset(tenantId, { adapter: 'bank', records: hostile })
    await seedDataset(tenantId, {
      adapter: 'ledger',
      records: [eur({ id: '+2', amount: '-5', date: '2026-03-01', reference: '@SUM(A1), "x"' })],
    })
    const run = await makeRun(client, {
      sourceAdapter: 'bank',
      targetAdapter: 'ledger',
      rules: [{ field: 'reference' }],
    })
    const response = await client.get(run.links.results, { Accept: 'text/csv' })
    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv/)
    const [header, row, end] = (await response.text()).split('\r\n')
    expect(header?.split(',').slice(0, 4)).toEqual([
      'id',
      'source_transaction_id',
      'target_transaction_id',
      'confidence',
    ])
    expect(row?.split(',').slice(1, 4)).toEqual(["'=1+1", "'+2", 'exact'])
    expect(end).toBe('')
  })

  it('are refused in a form that is not offered', async () => {
    const { client, run } = await chunkedRun()
    const problem = await problemOf(client.get(run.links.results, { Accept: 'application/xml' }))
    expect(problem.code).toBe('not_acceptable')
  })
})
