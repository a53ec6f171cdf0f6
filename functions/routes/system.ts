import { createRoute } from '@hono/zod-openapi'
import { healthRecord } from '../../schema/meta.ts'
import { publicProblemResponses } from '../problem.ts'
import { createRouter } from '../router.ts'

const healthRoute = createRoute({
  method: 'get',
  path: '/health',
  summary: 'Whether the Worker answers; touches nothing',
  responses: {
    200: { description: 'It does', content: { 'application/json': { schema: healthRecord } } },
    ...publicProblemResponses(),
  },
})

/** Health, readiness and what the service is. */
export function systemRoutes() {
  const router = createRouter()
  router.openapi(healthRoute, (c) => c.json({ status: 'ok' as const }, 200))
  return router
}
