import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp, type TestTenant } from '../../../support/worker/client.ts'
import { countHealthy, watchedDatabase } from '../../../support/worker/count-healthy.ts'
import { makeRun, seedDataset } from '../../../support/worker/runs.ts'

/** What else an isolate does while it computes a run. */

const sizes = { short: 8_000, long: 20_000 }
const recordCount = sizeOf(sizes)
/** Calls of the database that are not answered yet. */
const { database, isQuiet } = watchedDatabase(env.DB)
/** Without Workflows for runs: one of them would take the attack elsewhere. */
const app = createTestApp({ env: { DB: database, RUN_RECORDS_MAX: '50000' } })
const tenant = app.newTenant({ plan: 'enterprise' })

/** Two sides of which nine in ten records are equal, in the datasets of one tenant. */
const large = tenant.then(async (owner) => {
  for (const adapter of ['bank', 'ledger']) await seedDataset(owner.tenantId, { adapter, records: recordsOf(adapter) })
  return owner
})

const recordsOf = (adapter: string) =>
  Array.from({ length: recordCount }, (_, index) => ({
    id: `${adapter}-${index}`,
    amount: String(index % 10 === 0 && adapter === 'bank' ? index + 0.5 : index),
    currency: 'EUR',
    date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
    reference: `INV-${index}`,
  }))

const body = { name: 'Large', sourceAdapter: 'bank', targetAdapter: 'ledger', rules: [] }

it(inForms('answers others again and again while it computes as many records a side', sizes), {
  timeout: 120_000,
}, async () => {
  const { client } = await large
  const run = makeRun(client, body)
  const healthyCount = await countHealthy(run, { app, isQuiet })
  expect((await run).summary).toMatchObject({ matchCount: recordCount * 0.9 })
  expect(healthyCount).toBeGreaterThan(10)
})

it(inForms('computes four such runs at once, one after another where memory is short', sizes), {
  timeout: 240_000,
}, async () => {
  const { client } = await large
  const runs = await Promise.all(Array.from({ length: 4 }, () => patientRun(client)))
  expect(runs.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const roots = await Promise.all(runs.map(async (each) => (await each.json<RunRecord>()).resultRoot))
  expect(new Set(roots).size).toBe(1)
})

/** Asks again when it is told to, as a client does for which memory is short for longer than a request waits. */
async function patientRun(client: TestTenant['client'], triesLeft = 20): Promise<Response> {
  const answer = await client.post('/api/v1/runs', body)
  if (answer.status !== 503 || triesLeft === 0) return answer
  await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(answer.headers.get('Retry-After'))))
  return patientRun(client, triesLeft - 1)
}

/** A rule of 16 steps, each of which looks for 64 long phrases. */
const strip = Array.from({ length: 16 }, (_, step) => ({
  strip: Array.from({ length: 64 }, (_, word) => `${'a b '.repeat(15)}${step}${word}`),
}))

async function attack({ tenantId, client }: TestTenant): Promise<RunRecord> {
  for (const adapter of ['bank', 'ledger'])
    await seedDataset(tenantId, {
      adapter,
      records: Array.from({ length: 700 }, (_, index) => ({
        id: `${adapter}-${index}`,
        amount: String(index),
        currency: 'EUR',
        description: `${'a b '.repeat(98)}${index}`,
      })),
    })
  const rules = [{ id: 'strip', match: [{ field: 'description', normalize: strip }] }]
  return makeRun(client, { ...body, rules })
}

it('ends a run that would normalise for minutes, and answers others meanwhile', { timeout: 60_000 }, async () => {
  const owner = await app.newTenant()
  const run = attack(owner)
  expect((await owner.client.get('/api/v1/runs')).status).toBe(200)
  expect(await run).toMatchObject({ status: 'failed', failure: { code: 'work_limit', status: 422 } })
})
