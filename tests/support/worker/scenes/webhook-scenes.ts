import { requestExamples } from '../../../../functions/local/openapi/request-examples.ts'
import type { TestTenant } from '../client.ts'
import { makeWebhook, outside, testedWebhook, webhooksPath } from '../endpoint.ts'
import { emptyRun, makeRun } from '../runs.ts'
import { type Asked, got, type Scene, type Scenes, sent } from './scene.ts'

const example = (operationId: string): object => Object(requestExamples[operationId]?.['application/json'])

/** Asked about a webhook that there is. */
const ofWebhook =
  (ask: (path: string) => Asked): Scene =>
  async (_, { client }) =>
    ask(`${webhooksPath}/${(await makeWebhook(client)).id}`)

/** The path of a webhook, and the delivery of a run to it. */
async function toldOfRun({ client }: TestTenant) {
  outside()
  const path = `${webhooksPath}/${(await testedWebhook(client)).id}`
  await makeRun(client, emptyRun)
  const { data } = await (await client.get(`${path}/deliveries`)).json<{ data: { id: string }[] }>()
  return { path, delivery: `${path}/deliveries/${data[0]?.id}` }
}

/** A request of each operation of webhooks. */
export const webhookScenes = {
  listWebhooks: ofWebhook(() => got(webhooksPath)),
  createWebhook: () => sent('POST', webhooksPath, example('createWebhook')),
  getWebhook: ofWebhook(got),
  updateWebhook: ofWebhook((path) => sent('PATCH', path, example('updateWebhook'))),
  removeWebhook: ofWebhook((path) => sent('DELETE', path)),
  testWebhook: (app, tenant) => {
    outside()
    return ofWebhook((path) => sent('POST', `${path}/test`))(app, tenant)
  },
  rotateWebhookSecret: ofWebhook((path) => sent('POST', `${path}/rotate-secret`, example('rotateWebhookSecret'))),
  listDeliveries: async (_, tenant) => got(`${(await toldOfRun(tenant)).path}/deliveries`),
  resendDelivery: async (_, tenant) => sent('POST', `${(await toldOfRun(tenant)).delivery}/resend`),
} satisfies Scenes
