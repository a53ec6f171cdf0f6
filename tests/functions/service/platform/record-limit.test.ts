import { describe, expect, it } from 'vitest'
import type { MetaRecord, Readiness } from '../../../../schema/meta.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

/** The demo has 400 records, which are too many for one of 5. */
const smallDeployment = { env: { RUN_RECORDS_MAX: '5' } }

describe('a deployment whose requests have little CPU time', () => {
  it('refuses a run of more records than it allows, and says why', async () => {
    const { client } = await createTestApp(smallDeployment).newTenant()
    const problem = await problemOf(client.post('/api/v1/runs', demoRun))
    expect(problem.code).toBe('run_too_large')
    expect(problem.detail).toMatch(
      /at most 5 of both sides .*: a request of the hosting plan .* no CPU time for more\.$/,
    )
  })

  it('takes a run of as many records as it allows', async () => {
    const { client } = await createTestApp({ env: { RUN_RECORDS_MAX: '400' } }).newTenant()
    expect((await makeRun(client)).status).toBe('completed')
  })

  it('states its limit in /meta', async () => {
    const response = await createTestApp(smallDeployment).client.get('/api/v1/meta')
    expect((await response.json<MetaRecord>()).limits['runRecords']).toBe(5)
  })

  it.each(['0', '50001', '1e3', 'many'])('is not ready with the limit %s', async (limit) => {
    const { client } = createTestApp({ env: { RUN_RECORDS_MAX: limit } })
    const response = await client.get('/api/v1/ready')
    expect(response.status).toBe(503)
    expect((await response.json<Readiness>()).missing).toEqual(['RUN_RECORDS_MAX'])
  })
})
