import { webhookCountMax } from '../../../schema/webhook.ts'
import { createTestApp } from './client.ts'
import { makeWebhook, outside, testedWebhook, webhooksPath } from './endpoint.ts'
import { emptyRun, makeRun } from './runs.ts'

const tenant = async () => (await createTestApp().newTenant()).client

/** For every code about webhooks a request that ends in it. */
export const webhookProducers = {
  webhook_not_found: async () => (await tenant()).get(`${webhooksPath}/whk_1`),
  delivery_not_found: async () => {
    const client = await tenant()
    return client.post(`${webhooksPath}/${(await makeWebhook(client)).id}/deliveries/msg_1/resend`)
  },
  webhook_untested: async () => {
    const client = await tenant()
    outside()
    const path = `${webhooksPath}/${(await testedWebhook(client)).id}`
    await makeRun(client, emptyRun)
    const { data } = await (await client.get(`${path}/deliveries`)).json<{ data: { id: string }[] }>()
    const headers = { 'Content-Type': 'application/json' }
    await client.send(path, { method: 'PATCH', body: '{"url":"https://other.example.com"}', headers })
    return client.post(`${path}/deliveries/${data[0]?.id}/resend`)
  },
  too_many_webhooks: async () => {
    const client = await tenant()
    for (let made = 0; made < webhookCountMax; made += 1) await makeWebhook(client)
    return client.post(webhooksPath, { url: 'https://hooks.example.com', events: ['run.failed'] })
  },
} as const
