import { createRoute } from '@hono/zod-openapi'
import { usageRecord } from '../../schema/tenant.ts'
import { keyed } from '../http/middleware/keyed.ts'
import { problemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { readUsage } from '../usage/usage-record.ts'

const usageRoute = createRoute({
  method: 'get',
  path: '/usage',
  operationId: 'getUsage',
  middleware: keyed(),
  responses: {
    200: { description: 'The use and the limits', content: { 'application/json': { schema: usageRecord } } },
    ...problemResponses(),
  },
})

/** What a tenant uses. */
export function usageRoutes() {
  const router = createRouter()
  router.openapi(usageRoute, async (c) => c.json(await readUsage(c), 200))
  return router
}
