import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../../schema/run.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { deletable } from '../../../../support/worker/deletable.ts'
import { holdDeletion } from '../../../../support/worker/held-deletion.ts'
import { interceptDatabase } from '../../../../support/worker/intercept-database.ts'

/** A dataset that is deleted while a run of it begins, before each call of the database in turn. */

/** More calls than a run or a deletion makes. */
const callCountMax = 40

/** A client of the same key that does `meanwhile` before call `place` of the database. */
function interrupted(secret: string, place: number, meanwhile: () => Promise<unknown>) {
  let calls = 0
  const DB = interceptDatabase(env.DB, async (_, call) => {
    calls += 1
    if (calls - 1 === place) await meanwhile()
    return call()
  })
  const client = createTestApp({ env: { DB } }).clientWith({ 'X-API-Key': secret })
  return { client, hasHappened: () => calls > place }
}

const requestOf = ({ source, target }: { source: { id: string }; target: { id: string } }) => ({
  name: 'Meanwhile',
  sourceAdapter: `dataset:${source.id}`,
  targetAdapter: `dataset:${target.id}`,
  rules: [{ id: 'reference', match: [{ field: 'reference' }] }],
})

/** What became of the request for a run: `completed`, or the code with which it failed or was refused. */
async function outcomeOf(response: Response): Promise<string> {
  const body = await response.json<RunRecord & { code?: string }>()
  if (response.status !== 201) return `${response.status} ${body.code}`
  return body.status === 'completed' ? 'completed' : `${body.status} ${body.failure?.code}`
}

const statesOf = async (tenantId: string) =>
  (
    await env.DB.prepare('SELECT DISTINCT status FROM runs WHERE tenant_id = ?')
      .bind(tenantId)
      .all<{ status: string }>()
  ).results
    .map(({ status }) => status)
    .sort()

describe('a dataset that is deleted', () => {
  it('while a run begins leaves the run all of its records, or is why there is no run', async () => {
    const outcomes = new Set<string>()
    for (let place = 0; place < callCountMax; place += 1) {
      const { client, secret, tenantId, source, target } = await deletable()
      const deletions: number[] = []
      const { client: there, hasHappened } = interrupted(secret, place, async () => {
        deletions.push((await client.delete(`/api/v1/datasets/${source.id}`)).status)
      })
      const outcome = await outcomeOf(await there.post('/api/v1/runs', requestOf({ source, target })))
      if (!hasHappened()) break
      outcomes.add(`${outcome}, ${deletions[0]}`)
      // The run that `deletable` has made, and this one where it was not refused.
      expect(await statesOf(tenantId)).toEqual(['completed'])
    }
    expect([...outcomes].sort()).toEqual(['404 dataset_not_found, 204', '410 records_deleted, 204', 'completed, 409'])
  })

  it('is not deleted, or no run begins, wherever the run comes in', async () => {
    const outcomes = new Set<string>()
    for (let place = 0; place < callCountMax; place += 1) {
      const { client, secret, tenantId, source, target } = await deletable()
      const made: string[] = []
      const { client: there, hasHappened } = interrupted(secret, place, async () => {
        made.push(await outcomeOf(await client.post('/api/v1/runs', requestOf({ source, target }))))
      })
      const { status } = await there.delete(`/api/v1/datasets/${source.id}`)
      if (!hasHappened()) break
      outcomes.add(`${made[0]}, ${status}`)
      expect(await statesOf(tenantId)).toEqual(['completed'])
    }
    expect([...outcomes].sort()).toEqual(['404 dataset_not_found, 204', 'completed, 204'])
  })

  it('after its deletion has looked fails the run by name, wherever that commits', async () => {
    const outcomes = new Set<string>()
    for (let place = 0; place < callCountMax; place += 1) {
      const { secret, tenantId, source, target } = await deletable()
      const commit = await holdDeletion(secret, source.id)
      const { client: there, hasHappened } = interrupted(secret, place, commit)
      const outcome = await outcomeOf(await there.post('/api/v1/runs', requestOf({ source, target })))
      outcomes.add(`${outcome}, ${await commit()}`)
      expect(['completed', 'completed,failed']).toContain((await statesOf(tenantId)).join())
      if (!hasHappened()) break
    }
    expect([...outcomes].sort()).toEqual([
      '404 dataset_not_found, 204',
      '410 records_deleted, 204',
      'completed, 204',
      'failed records_deleted, 204',
    ])
  })
})
