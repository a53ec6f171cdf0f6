import { createRoute } from '@hono/zod-openapi'
import { rotateRequest } from '@tallystick/schema/key'
import { pageQuery } from '@tallystick/schema/page'
import {
  deliveryPage,
  deliveryParams,
  deliveryQuery,
  deliveryRecord,
  newWebhookRecord,
  rotatedWebhookRecord,
  webhookChange,
  webhookPage,
  webhookParams,
  webhookRecord,
  webhookRequest,
  webhookTest,
} from '@tallystick/schema/webhook'
import { readJson, readOptionalJson } from '../http/body.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../tenants/webhooks/manage-webhooks.ts'
import { listDeliveries, resendDelivery, testWebhook } from '../tenants/webhooks/try-deliveries.ts'

const shared = { tags: ['Webhooks'], middleware: keyed('webhooks:manage') }

const listRoute = createRoute({
  ...shared,
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'The endpoints that are told of events, newest first, without their secrets.',
  method: 'get',
  path: '/webhooks',
  request: { query: pageQuery },
  responses: { 200: jsonAnswer('A page of webhooks', webhookPage, 'Link'), ...problemResponses('invalid_cursor') },
})

const createWebhookRoute = createRoute({
  ...shared,
  operationId: 'createWebhook',
  summary: 'Make a webhook',
  description:
    'It is told of nothing before it took a test. The secret is in this answer only. The address is https on port 443, with a name that has public addresses alone, which is looked up before each delivery.',
  method: 'post',
  path: '/webhooks',
  request: { body: jsonBody(webhookRequest) },
  responses: {
    201: jsonAnswer('The webhook', newWebhookRecord),
    ...problemResponses(...bodyCodes, 'too_many_webhooks'),
  },
})

const getRoute = createRoute({
  ...shared,
  operationId: 'getWebhook',
  summary: 'Get a webhook',
  description: 'One webhook, without its secret.',
  method: 'get',
  path: '/webhooks/{id}',
  request: { params: webhookParams },
  responses: { 200: jsonAnswer('The webhook', webhookRecord), ...problemResponses('webhook_not_found') },
})

const changeRoute = createRoute({
  ...shared,
  operationId: 'updateWebhook',
  summary: 'Change a webhook',
  description:
    'What is left out stays. Another address has to take a test before anything else is sent there; what waits for a delivery waits for it.',
  method: 'patch',
  path: '/webhooks/{id}',
  request: { params: webhookParams, body: jsonBody(webhookChange) },
  responses: {
    200: jsonAnswer('The webhook', webhookRecord),
    ...problemResponses(...bodyCodes, 'webhook_not_found'),
  },
})

const removeRoute = createRoute({
  ...shared,
  operationId: 'removeWebhook',
  summary: 'Remove a webhook',
  description: 'Removes its deliveries too: nothing is sent any more but a try that has begun.',
  method: 'delete',
  path: '/webhooks/{id}',
  request: { params: webhookParams },
  responses: { 204: { description: 'Removed' }, ...problemResponses('webhook_not_found') },
})

const testRoute = createRoute({
  ...shared,
  operationId: 'testWebhook',
  summary: 'Test a webhook',
  description:
    'Sends `webhook.test` at once, and says what the endpoint answered. From the first 2xx on, the webhook is told of events.',
  method: 'post',
  path: '/webhooks/{id}/test',
  request: { params: webhookParams },
  responses: {
    200: jsonAnswer('What became of the test', webhookTest),
    ...problemResponses('webhook_not_found', 'records_altered'),
  },
})

const rotateSecretRoute = createRoute({
  ...shared,
  operationId: 'rotateWebhookSecret',
  summary: 'Rotate the secret of a webhook',
  description:
    'Makes a new secret, in this answer only. What is sent is signed by the one before as well, until the overlap is over: 24 hours when left out.',
  method: 'post',
  path: '/webhooks/{id}/rotate-secret',
  request: { params: webhookParams, body: { content: { 'application/json': { schema: rotateRequest } } } },
  responses: {
    201: jsonAnswer('The webhook with its new secret', rotatedWebhookRecord),
    ...problemResponses(...bodyCodes, 'webhook_not_found', 'records_altered'),
  },
})

const deliveriesRoute = createRoute({
  ...shared,
  operationId: 'listDeliveries',
  summary: 'List the deliveries of a webhook',
  description:
    'What it was told in the last 30 days, newest first: the body that is sent, what the endpoint answered, and what comes next.',
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  request: { params: webhookParams, query: deliveryQuery },
  responses: {
    200: jsonAnswer('A page of deliveries', deliveryPage, 'Link'),
    ...problemResponses('invalid_cursor', 'webhook_not_found'),
  },
})

const resendRoute = createRoute({
  ...shared,
  operationId: 'resendDelivery',
  summary: 'Send a delivery again',
  description:
    'Tries it now, and as often as a new one: the same body under the same `webhook-id`, whether it was delivered, is dead or waits.',
  method: 'post',
  path: '/webhooks/{id}/deliveries/{delivery}/resend',
  request: { params: deliveryParams },
  responses: {
    202: jsonAnswer('The delivery', deliveryRecord),
    ...problemResponses('webhook_not_found', 'delivery_not_found', 'webhook_untested'),
  },
})

export function webhookRoutes() {
  const router = createRouter()
  router.openapi(listRoute, async (c) => answerPage(c, await listWebhooks(c, c.req.valid('query'))))
  router.openapi(createWebhookRoute, async (c) =>
    c.json(await createWebhook(c, await readJson(c, webhookRequest)), 201),
  )
  router.openapi(getRoute, async (c) => c.json(await getWebhook(c, c.req.valid('param').id), 200))
  router.openapi(changeRoute, async (c) =>
    c.json(await updateWebhook(c, c.req.valid('param').id, await readJson(c, webhookChange)), 200),
  )
  router.openapi(removeRoute, async (c) => {
    await removeWebhook(c, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(testRoute, async (c) => c.json(await testWebhook(c, c.req.valid('param').id), 200))
  router.openapi(rotateSecretRoute, async (c) => {
    const request = await readOptionalJson(c, rotateRequest)
    return c.json(await rotateWebhookSecret(c, c.req.valid('param').id, request), 201)
  })
  router.openapi(deliveriesRoute, async (c) =>
    answerPage(c, await listDeliveries(c, c.req.valid('param').id, c.req.valid('query'))),
  )
  router.openapi(resendRoute, async (c) => {
    const { id, delivery } = c.req.valid('param')
    return c.json(await resendDelivery(c, id, delivery), 202)
  })
  return router
}
