import { createRoute } from '@hono/zod-openapi'
import { usageRecord } from '@tallystick/schema/tenant'
import { problemResponses } from '../http/problem.ts'
import { jsonAnswer } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { readUsage } from '../http/usage/usage-record.ts'
import { keyed } from '../keys/keyed.ts'

const usageRoute = createRoute({
  method: 'get',
  path: '/usage',
  operationId: 'getUsage',
  tags: ['Usage'],
  summary: 'What the tenant uses of its limits',
  description: 'Storage, requests and runs. Any key of the tenant may ask, whatever its scopes.',
  middleware: keyed(),
  responses: {
    200: jsonAnswer('The use and the limits', usageRecord),
    ...problemResponses(),
  },
})

export function usageRoutes() {
  const router = createRouter()
  router.openapi(usageRoute, async (c) => c.json(await readUsage(c), 200))
  return router
}
