import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogAudit } from '../../../../../schema/log.ts'
import type { RunRecord } from '../../../../../schema/run.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { countOf, logOf } from '../../../../support/worker/deletable.ts'
import { type BucketFault, faultyBucket } from '../../../../support/worker/faulty-bucket.ts'
import { interceptDatabase } from '../../../../support/worker/intercept-database.ts'
import { makeRun } from '../../../../support/worker/runs.ts'

/** D1 calls of a deletion, the look at the key included, and one more: then nothing is lost. */
const callCountMax = 7

/** A database whose call of this number is lost: before it is made, or after it was. */
function losing(number: number, when: 'before' | 'after') {
  let count = 0
  return interceptDatabase(env.DB, async (_, call) => {
    count += 1
    if (count !== number) return call()
    if (when === 'after') await call()
    throw new Error('D1_ERROR: Network connection lost.')
  })
}

interface FaultyBindings {
  readonly secret: string
  readonly DB?: D1Database
  readonly BUCKET?: R2Bucket
}

/** The statuses of a deletion over a faulty service, repeated until it is done, at most four times. */
async function deleteThrough(
  { links }: RunRecord,
  { secret, ...bindings }: FaultyBindings,
): Promise<readonly number[]> {
  const client = createTestApp({ env: bindings }).clientWith({ 'X-API-Key': secret })
  const statuses: number[] = []
  while (statuses.at(-1) !== 204 && statuses.length < 4) statuses.push((await client.delete(links.self)).status)
  return statuses
}

/** A tenant whose runs are deleted over faulty services; `end` fails the test unless each of them was deleted once. */
async function openCases() {
  const { client, tenantId, secret } = await createTestApp().newTenant()
  const deleted: RunRecord[] = []
  return {
    async delete(what: string, bindings: Omit<FaultyBindings, 'secret'>) {
      const run = await makeRun(client)
      const statuses = await deleteThrough(run, { secret, ...bindings })
      expect(statuses.at(-1), `${what}: ${statuses.join(' ')}`).toBe(204)
      for (const status of statuses.slice(0, -1)) expect(status, what).toBe(503)
      expect([await countOf('runs', run.id), await countOf('result_chunks', run.id)], what).toEqual([0, 0])
      deleted.push(run)
    },
    async end() {
      const lines = await logOf(tenantId)
      for (const { id } of deleted)
        expect(lines.filter((line) => line['run'] === id || line['id'] === id).map(({ kind }) => kind)).toEqual([
          'tallystick/receipt@2',
          'tallystick/deletion@1',
        ])
      const audit = await (await client.get('/api/v1/log/verify')).json<LogAudit>()
      expect(audit).toMatchObject({ verified: true, size: 2 * deleted.length })
    },
  }
}

describe('a deletion whose calls are lost', () => {
  it.each(['before', 'after'] as const)(
    'is done once by a client that retries: a D1 call, %s it is made',
    async (when) => {
      const cases = await openCases()
      for (let number = 1; number <= callCountMax; number += 1)
        await cases.delete(`call ${number}`, { DB: losing(number, when) })
      await cases.end()
    },
  )

  it.each(['before', 'after'] as const)(
    'is done once by a client that retries: an R2 call, %s it is made',
    async (when) => {
      const cases = await openCases()
      const faults = (['put', 'get'] as const).flatMap((method) =>
        [/checkpoint\/\d+$/, /tile|checkpoint$/].map((matches): BucketFault => ({ method, matches, when })),
      )
      for (const fault of faults)
        await cases.delete(`${fault.method} ${fault.matches}`, { BUCKET: faultyBucket(env.BUCKET, [fault]) })
      await cases.end()
    },
  )
})
