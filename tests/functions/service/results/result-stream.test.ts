import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { chunkedRun, eur, pages } from '../../../support/worker/results.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

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

  it('hold as CSV a row a record with what the line says, and nothing that a spreadsheet would run', async () => {
    const run = await hostileRun()
    const response = await run.read('text/csv')
    expect(response.headers.get('Content-Type')).toMatch(/^text\/csv/)
    const [header = '', row = '', end] = (await response.text()).split('\r\n')
    const cells = new Map(header.split(',').map((title, index) => [title, row.split(',')[index]]))
    expect([cells.get('source id'), cells.get('source amount'), cells.get('target id')]).toEqual([
      "'=1+1",
      '-5.00',
      "'+2",
    ])
    expect(end).toBe('')
  })

  it('hold as a workbook the same cells, with amounts as numbers and ids as text', async () => {
    const run = await hostileRun()
    const response = await run.read('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="matches.xlsx"')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
    expect(sheet).toContain('<is><t>=1+1</t></is>')
    expect(sheet).toContain('<v>-5</v>')
  })

  it('hold no records of a key that may not read datasets', async () => {
    const { client } = await createTestApp().newTenant({ scopes: ['runs:read', 'runs:write'] })
    const run = await makeRun(client)
    const problem = await problemOf(client.get(run.links.results, { Accept: 'text/csv' }))
    expect(problem.code).toBe('scope_insufficient')
  })

  it('are refused in a form that is not offered', async () => {
    const { client, run } = await chunkedRun()
    const problem = await problemOf(client.get(run.links.results, { Accept: 'application/xml' }))
    expect(problem.code).toBe('not_acceptable')
  })
})

/** A run of one pair whose ids and texts are formulas to a spreadsheet. */
async function hostileRun() {
  const { client, tenantId } = await createTestApp().newTenant()
  const march = { amount: '-5', date: '2026-03-01', reference: '@SUM(A1)' }
  await seedDataset(tenantId, { adapter: 'bank', records: [eur({ id: '=1+1', ...march })] })
  await seedDataset(tenantId, { adapter: 'ledger', records: [eur({ id: '+2', ...march })] })
  const run = await makeRun(client, { sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [{ field: 'reference' }] })
  return { read: (mediaType: string) => client.get(run.links.results, { Accept: mediaType }) }
}
