import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { LargeRunParameters, ReadingParameters } from '../../../../functions/service/env.ts'
import { eachOf, inForms, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { lockedBucket } from '../../../support/worker/faulty-bucket.ts'
import { memoryWorkflow } from '../../../support/worker/memory-workflow.ts'
import { everyScene } from '../../../support/worker/scenes/every-scene.ts'
import type { Scene } from '../../../support/worker/scenes/scene.ts'
import { rowCountsOf, rowsBeyond } from '../../../support/worker/tenant-rows.ts'
import { answerTo } from '../../../support/worker/with-faults.ts'

const requests = { short: 8, long: 50 }
const keys = { short: 1, long: 10 }

/** Operations whose repetition with a key makes nothing new. */
const keyed: readonly (keyof typeof everyScene)[] = [
  'createRun',
  'replayRun',
  'createDataset',
  'createUpload',
  'createReconciliation',
  'createPolicyVersion',
  'createPeriod',
  'runPeriod',
  'makeDecisions',
  'approveDecision',
  'submitPeriod',
  'approvePeriod',
  'rejectPeriod',
  'reopenPeriod',
]

let triedCount = 0

it.each<[string, Scene]>(
  eachOf(
    1,
    keyed.map((operationId) => [operationId, everyScene[operationId]]),
  ),
)(inForms('%s is done once for a key, however many ask at a time', requests), async (operationId, scene) => {
  for (let each = 0; each < sizeOf(keys); each += 1) {
    const once = await effectOf(scene, 1)
    const raced = await effectOf(scene, sizeOf(requests))
    expect(raced.effect, operationId).toEqual(once.effect)
    expect(new Set(raced.bodies).size, operationId).toBe(1)
    triedCount += 1
  }
})

it('says how much was tried', (context) => {
  notePromise(context, {
    property: `race: ${sizeOf(requests)} requests at a time with one key, in two isolates`,
    wanted: 'one effect a key, and the same answer for all',
    reached: `${triedCount} keys of ${keyed.length} operations`,
  })
})

/** The rows that so many requests with one key add, sent to two isolates in turn, and the answers to them. */
async function effectOf(scene: Scene, count: number) {
  const stores = {
    ...{ DB: env.DB, KV: env.KV, BUCKET: lockedBucket(env.BUCKET) },
    RUNS: memoryWorkflow<LargeRunParameters>().binding,
    UPLOADS: memoryWorkflow<ReadingParameters>().binding,
  }
  const apps = [createTestApp({ env: stores }), createTestApp({ env: stores })] as const
  const tenant = await apps[0].newTenant()
  const asked = await scene(apps[0], tenant)
  const before = await rowCountsOf(tenant.tenantId)
  const bodies = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      for (;;) {
        const answer = await answerTo(apps[number % 2 === 0 ? 0 : 1], tenant, asked)
        const text = await answer?.text()
        if (answer !== undefined && answer.status < 400) return text
        if (!answer?.headers.has('Retry-After')) throw new Error(`${answer?.status} ${text}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }),
  )
  return { effect: rowsBeyond(before, await rowCountsOf(tenant.tenantId)), bodies }
}
