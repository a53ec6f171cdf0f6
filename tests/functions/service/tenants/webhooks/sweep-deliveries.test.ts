import { env as bindings } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { queries } from '../../../../../functions/service/store/database.ts'
import { sweepDeliveries } from '../../../../../functions/service/tenants/webhooks/sweep-deliveries.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { outside, testedWebhook } from '../../../../support/worker/endpoint.ts'
import { memoryQueue } from '../../../../support/worker/memory-queue.ts'
import { ownStores } from '../../../../support/worker/own-stores.ts'
import { createRecorder } from '../../../../support/worker/recorder.ts'

const start = Date.parse('2026-03-01T00:00:00Z')

/** Webhooks by so many deliveries that wait to be put on the queue, those of the first one for the longest. */
async function waiting(counts: readonly number[]) {
  const stores = await ownStores()
  const recorder = createRecorder({ ...bindings, ...stores })
  const { DB, BUCKET } = recorder.env
  outside()
  const queue = memoryQueue()
  const app = createTestApp({ now: () => start, env: { DB, BUCKET, WEBHOOKS: queue.binding } })
  const ids: string[] = []
  for (const [index, count] of counts.entries()) {
    const { client, tenantId } = await app.newTenant()
    const { id } = await testedWebhook(client)
    ids.push(id)
    await stores.DB.prepare(
      `INSERT INTO deliveries SELECT ?1, ?2, printf('msg_%026d', e.value), 'run.completed', '{}', 'pending', ?3, ?3, ?3, 0,
        NULL, NULL, NULL, NULL FROM json_each(?4) e`,
    )
      .bind(tenantId, id, start - 1_000 + index, JSON.stringify([...Array(count).keys()]))
      .run()
  }
  recorder.reset()
  const sweep = () => sweepDeliveries({ db: queries(DB), env: app.env, isolate: app.isolate })
  /** How many deliveries of each webhook are on the queue. */
  const queued = () => ids.map((id) => queue.waiting.filter(({ webhookId }) => webhookId === id).length)
  return { recorder, sweep, queued }
}

it('puts deliveries of each webhook on the queue in turn, though one has more than a call takes', async () => {
  const { sweep, queued } = await waiting([2_500, 3, 400])
  await sweep()
  expect(queued()).toEqual([597, 3, 400])
  await sweep()
  expect(queued()).toEqual([1_597, 3, 400])
  await sweep()
  expect(queued()).toEqual([2_500, 3, 400])
})

it('reads little of what many webhooks wait for', async () => {
  const { recorder, sweep, queued } = await waiting([6_000, ...Array<number>(40).fill(600)])
  await sweep()
  expect(Math.min(...queued())).toBeGreaterThanOrEqual(24)
  expect(queued().reduce((sum, count) => sum + count)).toBe(1_000)
  expect(await recorder.rowsRead()).toBeLessThan(60_000)
})
