import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogAudit } from '../../../schema/log.ts'
import { createTestApp } from '../../support/worker/client.ts'
import { countOf, deletable, logOf } from '../../support/worker/deletable.ts'
import { type BucketFault, faultyBucket } from '../../support/worker/faulty-bucket.ts'
import { interceptDatabase } from '../../support/worker/intercept-database.ts'

/** D1 calls of a deletion, the look at the key included: after the last of these the deletion is done without a fault. */
const callCountMax = 9

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

/** Deletes over a faulty service until it says that it is done, at most four times. */
async function deleteThrough(
  path: string,
  { secret, ...bindings }: { readonly secret: string; readonly DB?: D1Database; readonly BUCKET?: R2Bucket },
): Promise<readonly number[]> {
  const client = createTestApp({ env: bindings }).clientWith({ 'X-API-Key': secret })
  const statuses: number[] = []
  while (statuses.at(-1) !== 204 && statuses.length < 4) statuses.push((await client.delete(path)).status)
  return statuses
}

async function expectDeletedOnce({ client, tenantId, run }: Awaited<ReturnType<typeof deletable>>) {
  expect((await logOf(tenantId)).map(({ kind }) => kind)).toEqual(['tallystick/receipt@2', 'tallystick/deletion@1'])
  expect([await countOf('runs', run.id), await countOf('result_chunks', run.id)]).toEqual([0, 0])
  expect(await (await client.get('/api/v1/log/verify')).json<LogAudit>()).toMatchObject({ verified: true, size: 2 })
}

describe('a deletion whose calls are lost', () => {
  it.each(['before', 'after'] as const)(
    'is done once by a client that retries: a call of D1, %s it is made',
    async (when) => {
      for (let number = 1; number <= callCountMax; number += 1) {
        const made = await deletable()
        const DB = losing(number, when)
        const statuses = await deleteThrough(made.run.links.self, { secret: made.secret, DB })
        expect(statuses.at(-1), `${number}: ${statuses.join(' ')}`).toBe(204)
        for (const status of statuses.slice(0, -1)) expect(status).toBe(503)
        await expectDeletedOnce(made)
      }
    },
  )

  const faults = (['put', 'get'] as const).flatMap((method) =>
    (['before', 'after'] as const).map((when): BucketFault => ({ method, matches: /checkpoint|tile/, when })),
  )
  it.each(faults)('is done once by a client that retries: a $method of R2, $when it is made', async (fault) => {
    const made = await deletable()
    const BUCKET = faultyBucket(env.BUCKET, [fault])
    const statuses = await deleteThrough(made.run.links.self, { secret: made.secret, BUCKET })
    expect(statuses.at(-1), statuses.join(' ')).toBe(204)
    await expectDeletedOnce(made)
  })
})
