import { expect, it } from 'vitest'
import {
  type DeliveryRecord,
  listenAddress,
  type WebhookRecord,
  type WebhookTest,
} from '../../../../../schema/webhook.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import {
  changeWebhook,
  makeWebhook,
  outside,
  testedWebhook,
  webhooksPath,
} from '../../../../support/worker/endpoint.ts'
import { handOver, memoryQueue } from '../../../../support/worker/memory-queue.ts'
import { emptyRun, makeRun } from '../../../../support/worker/runs.ts'

/** A tenant with a tested listener, whose clock a test moves. */
async function listening() {
  const seen = outside()
  const clock = { now: Date.now() }
  const queue = memoryQueue()
  const app = createTestApp({ now: () => clock.now, env: { WEBHOOKS: queue.binding } })
  const { client } = await app.newTenant()
  const { id } = await testedWebhook(client, { url: listenAddress, events: ['run.completed'] })
  const listed = async (path: string) => (await (await client.get(`${webhooksPath}${path}`)).json<{ data: [] }>()).data
  const told = (): Promise<DeliveryRecord[]> => listed(`/${id}/deliveries`)
  const webhooks = async () => (await listed('')).map(({ id: each }: WebhookRecord) => each)
  return { app, client, clock, queue, id, told, webhooks, ...seen }
}

const day = 86_400_000

it('is told of events, of which nothing goes out', async () => {
  const { app, client, queue, told, sent, lookedUp } = await listening()
  await makeRun(client, emptyRun)
  expect(await told()).toMatchObject([{ event: 'run.completed', tries: 0 }])
  expect(await handOver(app, queue.waiting)).toEqual([])
  expect(await told()).toMatchObject([{ state: 'delivered', answer: null, fault: null }])
  expect([sent, lookedUp]).toEqual([[], []])
})

it('is told of nothing a day after its last test', async () => {
  const { client, clock, id, told } = await listening()
  clock.now += day - 1
  await makeRun(client, emptyRun)
  expect(await told()).toHaveLength(1)
  clock.now += 1
  await makeRun(client, emptyRun)
  expect(await told()).toHaveLength(1)
  const tested = await (await client.post(`${webhooksPath}/${id}/test`)).json<WebhookTest>()
  expect(tested).toMatchObject({ isDelivered: true, answer: null, fault: null })
  await makeRun(client, emptyRun)
  expect(await told()).toHaveLength(2)
})

it('gives way to another webhook once it is told of nothing, and not before', async () => {
  const { client, clock, id, webhooks } = await listening()
  const endpoint = (await testedWebhook(client)).id
  clock.now += day - 1
  const untested = (await makeWebhook(client, { url: listenAddress })).id
  expect((await webhooks()).toSorted()).toEqual([untested, endpoint, id].toSorted())
  clock.now += 1
  const later = (await makeWebhook(client)).id
  expect((await webhooks()).toSorted()).toEqual([later, untested, endpoint].toSorted())
})

it('has to be tested where it becomes an endpoint', async () => {
  const { client, id, sent } = await listening()
  const url = 'https://hooks.example.com/tallystick'
  expect(await (await changeWebhook(client, id, { url })).json()).toMatchObject({ url, testedAt: null })
  await makeRun(client, emptyRun)
  expect(sent).toEqual([])
})
