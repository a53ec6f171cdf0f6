import { expect, it } from 'vitest'
import type { ProposalRecord } from '../../../../schema/propose.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { relatedSides } from '../../../support/two-sides.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { countHealthy } from '../../../support/worker/count-healthy.ts'
import { seedDataset } from '../../../support/worker/runs.ts'

/** What else an isolate does while it proposes rules. */

const sizes = { short: 3_000, long: 24_000 }
const recordCount = sizeOf(sizes)
const body = { sourceAdapter: 'bank', targetAdapter: 'ledger' }

const app = createTestApp()
const large = app.newTenant({ plan: 'enterprise' }).then(async (owner) => {
  const { source, target } = relatedSides(recordCount)
  await seedDataset(owner.tenantId, { adapter: 'bank', records: source })
  await seedDataset(owner.tenantId, { adapter: 'ledger', records: target })
  return owner
})

it(inForms('answers others again and again while it proposes rules for as many records a side', sizes), {
  timeout: 120_000,
}, async () => {
  const { client } = await large
  const answer = client.post('/api/v1/policies/propose', body)
  const healthyCount = await countHealthy(answer, { app })
  expect(await (await answer).json<ProposalRecord>()).toMatchObject({ related: true })
  expect(healthyCount).toBeGreaterThan(10)
})

const atOnce = 3

it(inForms('proposes several times at once, and has those come back for whom memory is short', sizes), {
  timeout: 240_000,
}, async () => {
  const { client } = await large
  const proposed = async (): Promise<Response> => {
    const answer = await client.post('/api/v1/policies/propose', body)
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('Retry-After'))))
    return proposed()
  }
  const answers = await Promise.all(Array.from({ length: atOnce }, proposed))
  expect(answers.map(({ status }) => status)).toEqual(Array(atOnce).fill(200))
  expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1)
})
