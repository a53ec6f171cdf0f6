import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../support/worker/client.ts'
import { lockedBucket } from '../../../support/worker/faulty-bucket.ts'
import { faultyStores } from '../../../support/worker/faulty-stores.ts'
import { memoryQueue } from '../../../support/worker/memory-queue.ts'
import { demoRun } from '../../../support/worker/runs.ts'

/** A tenant of a Worker whose stores can fall silent. */
async function tenantOfSilent() {
  const { UPLOADS, RUNS, DB, KV, BUCKET } = env
  const faulty = faultyStores({
    ...{ UPLOADS, RUNS, DB, KV, BUCKET: lockedBucket(BUCKET), WEBHOOKS: memoryQueue().binding },
  })
  const { newTenant } = createTestApp({ storageMilliseconds: 1_000, env: faulty.stores })
  const { client } = await newTenant()
  const run = (key: string) => client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': key })
  return { faulty, client, run }
}

it.each(['d1', 'r2'] as const)(
  'ends a request with 503 where %s says nothing, and the tenant goes on',
  async (store) => {
    const { faulty, client, run } = await tenantOfSilent()
    faulty.begin()
    expect((await run('clean')).status).toBe(201)
    const number = faulty.calls.indexOf(store) + 1
    faulty.begin({ number, kind: 'silent' })
    const silent = await run('silent')
    faulty.stop()
    expect([silent.status, silent.headers.has('Retry-After')]).toEqual([503, true])
    expect(await silent.json()).toMatchObject({ code: 'storage_unavailable' })
    expect((await run('next')).status).toBe(201)
    expect((await client.get('/api/v1/runs')).status).toBe(200)
  },
)

it('goes on without KV where KV says nothing', async () => {
  const { faulty, run } = await tenantOfSilent()
  faulty.begin({ store: 'kv', kind: 'silent' })
  expect((await run('silent')).status).toBe(201)
  expect(faulty.wasMet()).toBe(true)
})
