import { createRoute } from '@hono/zod-openapi'
import { metricsText } from '@tallystick/schema/meta'
import { operatorProblemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { requireAdmin } from '../keys/require-admin.ts'
import { describeIsolate } from '../system/isolate-metrics.ts'
import { expositionType, formatExposition } from '../system/prometheus.ts'
import { describeState } from '../system/state-gauges.ts'

const metricsRoute = createRoute({
  method: 'get',
  path: '/metrics',
  operationId: 'getMetrics',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  responses: {
    200: { description: 'The figures', content: { 'text/plain': { schema: metricsText } } },
    ...operatorProblemResponses(),
  },
})

export function metricsRoutes() {
  const router = createRouter()
  router.openapi(metricsRoute, async (c) => {
    const { isolate } = c.var
    const families = [...(await describeState(c.env, isolate)), ...describeIsolate(isolate, c.env)]
    return c.body(formatExposition(families), 200, { 'Content-Type': expositionType })
  })
  return router
}
