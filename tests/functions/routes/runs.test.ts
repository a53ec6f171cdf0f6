import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../schema/run.ts'
import { createTestApp } from '../../support/worker/client.ts'

const demoRun = { name: 'Demo', sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }

describe('a run over built-in records', () => {
  it('answers 201 with the completed run and where it is', async () => {
    const { client } = await createTestApp().newTenant()
    const response = await client.post('/api/v1/runs', demoRun)
    const run = await response.json<RunRecord>()
    expect(response.status, JSON.stringify(run)).toBe(201)
    expect(response.headers.get('Location')).toBe(`/api/v1/runs/${run.id}`)
    expect(run).toMatchObject({ status: 'completed', sequence: 0, policy: { id: 'default@1' } })
  })
})
