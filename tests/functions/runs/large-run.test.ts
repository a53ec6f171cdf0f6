import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/worker/client.ts'
import { createRunApp, executeInstance, filesOfRun, queueRun, readRunRecord } from '../../support/worker/large-runs.ts'
import { demoRun, makeRun, manyRecords, seedDataset } from '../../support/worker/runs.ts'

const rules = [
  { name: 'Reference', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'currency' }] },
  {
    name: 'Day',
    match: [
      { field: 'amount', tolerance: '0.10' },
      { field: 'date', days: 2 },
    ],
  },
]
void rules

const linesOf = async (
  client: { get: (path: string, headers?: Record<string, string>) => Promise<Response> },
  id: string,
) => (await client.get(`/api/v1/runs/${id}/results?view=all`, { Accept: 'application/x-ndjson' })).text()

describe('a run that is too large for a request', () => {
  it('is queued, executed in pieces, and ends in the root of the same run in a request', async () => {
    const app = createRunApp()
    const { client, tenantId } = await app.newTenant()
    const response = await client.post('/api/v1/runs', demoRun)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([202, '5'])
    const { id, status, progress } = await response.json<{ id: string; status: string; progress: object }>()
    expect(response.headers.get('Location')).toBe(`/api/v1/runs/${id}`)
    expect([status, progress]).toEqual(['queued', { recordsRead: 0, recordCount: 400, rule: null }])
    expect(app.started).toEqual([{ id: `${id}-1`, params: { tenantId, runId: id, attempt: 1 } }])
    await executeInstance(app, { tenantId, runId: id, attempt: 1 })
    const ended = await readRunRecord(client, id)
    const inline = await makeRun((await createTestApp().newTenant()).client)
    expect(ended.failure).toBe(null)
    expect([ended.status, ended.resultRoot]).toEqual(['completed', inline.resultRoot])
    expect(ended.summary).toEqual(inline.summary)
    expect(ended.progress).toEqual({ recordsRead: 400, recordCount: 400, rule: null })
    expect((await filesOfRun(id)).filter((name) => !name.startsWith('1/result/'))).toEqual([])
  })
})
