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
  tags: ['System'],
  summary: 'Figures of the service for a monitoring system',
  description:
    'In the text exposition format of Prometheus. Gauges are read from the database and are those of the whole service. Counters and the latency are those of the isolate that answers, named by the label `isolate`; Workers Analytics Engine has them of all isolates.',
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
